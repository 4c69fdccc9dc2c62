"""Mind Up! as a game of OpenSpiel: `python_mind_up`, registered when this is imported.

All pick at the same time, and cards, Score orders and objectives are drawn by chance nodes when the
table sees them drawn, so that no state knows what is to come. It needs
`pip install 'tacit-games[openspiel]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from tacit.core.extras import install

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(f"this game needs open_spiel: {install('openspiel')}") from missing

from tacit.core.rulebook import Seat, seats
from tacit.games import mindup
from tacit.games.mindup import PLAYERS, View
from tacit.games.mindup.env.layout import DECK_SIZE, observed, size
from tacit.games.mindup.env.openspiel_table import CARD, OBJECTIVE, ORDER, Draw, SpielTable
from tacit.games.mindup.env.picture import text
from tacit.games.mindup.env.terms import check_terms
from tacit.games.mindup.rules.tableau import SCORE_VALUES

NAME = "python_mind_up"
ORDERS = tuple(permutations(SCORE_VALUES))
TURNS = 6 + 7 + 8
DEFAULTS = {"players": 3, "objectives": 0, "rounds": 3}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Mind Up!",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS[-1],
    min_num_players=PLAYERS[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=DEFAULTS,
)


class MindUpGame(pyspiel.Game):
    """The game, from which states and observers are made."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = DEFAULTS | (params or {})
        self.players, self.objectives, self.rounds = (
            int(chosen[name]) for name in ("players", "objectives", "rounds")
        )
        check_terms(self.players, self.objectives, self.rounds, "win")
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=DECK_SIZE,
                max_chance_outcomes=len(ORDERS),
                num_players=self.players,
                min_utility=-1 / self.players,
                max_utility=1 - 1 / self.players,
                utility_sum=0.0,
                max_game_length=TURNS,
            ),
            chosen,
        )

    def new_initial_state(self) -> MindUpState:
        """Return the table before anything was drawn."""
        return MindUpState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MindUpObserver:
        """Return what observes states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MindUpObserver(self.players, kind, params)


class MindUpState(pyspiel.State):
    """A table, or a moment in which luck is drawn."""

    def __init__(self, game: MindUpGame) -> None:
        super().__init__(game)
        self.table = SpielTable(game.players, game.objectives, game.rounds)

    def current_player(self) -> int:
        """Return whose turn it is: that of luck, or of all at once."""
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table.draws:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can be drawn now; all are as likely."""
        outcomes = self.table.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        if self.table.draws or player < 0:
            return self.table.outcomes() if self.table.draws and player < 0 else []
        return [card - 1 for card in self.table.state.hands[player]]

    def _apply_action(self, action: int) -> None:
        self.table.draw(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.table.turn([action + 1 for action in actions])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return f"plays {action + 1}"
        kind = self.table.draws[0].kind if self.table.draws else CARD
        if kind == ORDER:
            return "order " + "".join(str(value) for value in ORDERS[action])
        return f"objective #{action + 1}" if kind == OBJECTIVE else f"draws {action + 1}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.over

    def returns(self) -> list[float]:
        """Return each player's share of the win less the fair share."""
        players = self.table.players
        if not self.table.over:
            return [0.0] * players
        won = [place == 1 for place in mindup.places(self.table.state.scores)]
        return [first / sum(won) - 1 / players for first in won]

    def rewards(self) -> list[float]:
        """Return what the last step brought: all of it comes at the end."""
        return self.returns()

    def view(self, player: int | None) -> View:
        """Return what a player, or a spectator, may know."""
        return mindup.view(self.table.state, None if player is None else Seat(player))

    def scoresheet(self) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        return self.table.scoresheet()

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> MindUpState:
        """Return a state that this player could not tell from this one, any as likely.

        It depends on what the player knows and on the sampler, and on nothing else.
        """
        found: MindUpState = self.get_game().new_initial_state()
        for step in self.table.retold(player, probability_sampler):
            if isinstance(step, int):
                found.apply_action(step)
            else:
                found.apply_actions([card - 1 for card in step])
        return found

    def __str__(self) -> str:
        if self.table.state.round == 0:
            return f"drawn {self.table.drawn}"
        names = tuple(f"p{seat}" for seat in range(self.table.players))
        hands = "\n".join(
            f"{name} holds {' '.join(str(card) for card in hand)}"
            for name, hand in zip(names, self.table.state.hands, strict=True)
        )
        drawn = f"drawn {self.table.drawn}" if self.table.draws else ""
        return "\n".join((text(self.view(None), names), hands, drawn)).strip()

    def _to_struct(self) -> dict[str, Any]:
        """Return the whole state, hidden cards included."""
        state = self.table.state
        whole = {"hands": state.hands, "drawn": self.table.drawn}
        return _plain(whole) | {"table": _plain(self.view(None))}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return _plain(self.view(player))

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"card": action + 1} if player >= 0 else {"outcome": action}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [struct["card"] - 1 if "card" in struct else struct["outcome"]]


def _plain(record: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    return found


class MindUpObserver:
    """What a player, or a spectator, sees; `docs/envs/openspiel.md` has the layout of tensors."""

    def __init__(self, players: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, but got {params}")
        self._players = players
        self._recalls = bool(kind.perfect_recall)
        self._private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._lay_out(np.zeros(size(players) + self._recalls * TURNS * 2 * players, np.float32))

    def _lay_out(self, tensor: npt.NDArray[np.float32]) -> None:
        """Take a tensor to write into; `dict` has its pieces by name."""
        self.tensor = tensor
        first = size(self._players)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"observation": tensor[:first]}
        if self._recalls:
            self.dict["turns"] = tensor[first:]

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over a copy: its pieces have to be pieces of its own tensor."""
        self.__dict__.update(state)
        self._lay_out(self.tensor)

    def set_from(self, state: MindUpState, player: int) -> None:
        """Write a state as a player sees it."""
        self.tensor.fill(0)
        if state.table.state.round == 0:
            return
        self.dict["observation"][:] = observed(self._view(state, player))
        if self._recalls:
            rows = self.dict["turns"].reshape(TURNS, 2, self._players)
            me = player if self._private else 0
            for number, (plays, taken) in enumerate(state.table.turns):
                rows[number, 0] = np.roll(plays, -me)
                rows[number, 1] = np.roll(taken, -me)

    def string_from(self, state: MindUpState, player: int) -> str:
        """Return a state as a player sees it, in words; with perfect recall all that was told."""
        if not self._recalls:
            return msgspec.json.encode(self._view(state, player)).decode()
        seat = Seat(player) if self._private else None
        table = state.table
        told = [
            msgspec.json.encode(mindup.witness(table.state, event, seat)) for event in table.log
        ]
        return b"\n".join(told).decode()

    def _view(self, state: MindUpState, player: int) -> View:
        return state.view(player if self._private else None)


def resample_in_turn(state: Any, player: int, sampler: Callable[[], float]) -> Any:
    """Do the same for a state of the game loaded as turn-based: for `ISMCTSBot.set_resampler`.

    Players who have picked in this turn before the others did so in secret: they pick anew.
    """
    game = state.get_game()
    inner = state.simultaneous_game_state()
    other = inner.resample_from_infostate(player, sampler)
    found = game.new_initial_state()
    for step in other.table.told:
        if isinstance(step, int):
            found.apply_action(step)
        else:
            for card in step:
                found.apply_action(card - 1)
    for seat in seats(inner.table.players)[:player]:
        legal = other.legal_actions(seat)
        found.apply_action(legal[int(sampler() * len(legal))])
    return found


__all__ = ["NAME", "Draw", "MindUpGame", "MindUpObserver", "MindUpState", "resample_in_turn"]

pyspiel.register_game(GAME_TYPE, MindUpGame)
