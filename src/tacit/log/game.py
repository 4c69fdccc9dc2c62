"""A game in progress: settings, a secret seed, and the list of events (event sourcing)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from tacit.core.chance import SEED_BYTES, Chance, commitment, mix
from tacit.core.plug import rulebook
from tacit.core.rulebook import Refused, Rulebook, Seat, SettingsError, decide, seats, settle
from tacit.log.replay import Replay, write


class ActionRefused(ValueError):
    """The rules do not allow this action now. Nothing has changed; `refused` says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


class Game:
    """One game, from the first deal to the replay.

    >>> game = Game("mindup", {"players": 3}, seed=seed_from("an example"))
    >>> while not game.over:
    ...     seat = game.waiting[0]
    ...     events = game.play(seat, game.legal(seat)[0])
    >>> sorted(game.result["places"])
    [1, 2, 3]
    """

    def __init__(
        self,
        name: str,
        settings: dict[str, Any],
        *,
        seed: bytes | None = None,
        contributions: Sequence[bytes] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.rules: Rulebook = rulebook(name)
        try:
            self.settings = msgspec.convert(settings, type=self.rules.Settings)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{self.rules.TITLE} cannot be set up so: {error}.") from None
        players = self.settings.players
        self._seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        if len(self._seed) != SEED_BYTES:
            raise SettingsError(f"A seed has {SEED_BYTES} bytes, not {len(self._seed)}.")
        self._contributions = tuple(contributions or ())
        if len(self._contributions) > self.rules.PLAYERS[-1]:
            raise SettingsError(
                f"{len(self._contributions)} contributions to the shuffle are more than "
                f"{self.rules.TITLE} has players."
            )
        key = mix(self._seed, self._contributions)
        self._setup = self.rules.draw(self.settings, Chance(key))
        default = [f"Player {number}" for number in range(1, players + 1)]
        self.names = tuple(default if names is None else names)
        if len(self.names) != players:
            raise SettingsError(f"{players} players need {players} names, not {len(self.names)}.")
        _check_names(self.names)
        self.events: list[Any] = []
        self.state = settle(
            self.rules.initial(self._setup), self.events, self.rules.follows, self.rules.evolve
        )

    @property
    def commitment(self) -> str:
        """What may be shown before the game: the SHA-256 of its seed."""
        return commitment(self._seed)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats the game cannot go on without."""
        return self.rules.waiting(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.over(self.state)

    @property
    def result(self) -> Any:
        """How the game ended: totals and places, or outcome and level."""
        return self.rules.result(self.state)

    def legal(self, seat: int) -> tuple[Any, ...]:
        """Return every action this seat may take now."""
        return self.rules.legal(self.state, self._seat(seat))

    def view(self, seat: int | None) -> Any:
        """Return what this seat may know; None is a spectator."""
        return self.rules.view(self.state, None if seat is None else self._seat(seat))

    def play(self, seat: int, action: Any) -> tuple[Any, ...]:
        """Act for a seat and return what happened; ActionRefused if the rules do not allow it."""
        if not _is_action(action, self.rules):
            raise TypeError(f"{action!r} is not an action: take one of game.legal({seat}).")
        if action.seat != seat:
            raise ValueError(f"Seat {seat} cannot act for seat {action.seat}.")
        decided = decide(self.rules, self.state, action)
        if isinstance(decided, Refused):
            raise ActionRefused(decided)
        self.state = decided.state
        self.events += decided.events
        return decided.events

    def scoresheet(self) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        sheet: dict[str, Any] = self.rules.scoresheet(self._setup, self.names, tuple(self.events))
        return sheet

    def replay(self) -> Replay:
        """Return the finished game with its seed."""
        if not self.over:
            raise ValueError("The game is not over: its seed is secret until then.")
        return Replay(
            rules=self.rules,
            settings=self.settings,
            names=self.names,
            contributions=self._contributions,
            seed=self._seed,
            events=tuple(self.events),
            result=self.result,
        )

    def save(self, path: str | Path) -> None:
        """Write the finished game to a `.tacit.json` file."""
        write(self.replay(), Path(path))

    def copy(self) -> Game:
        """Return a game that goes on from here by itself.

        States and events never change, so they are shared: a copy costs a list.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, events=[*self.events])
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"rules": self.rules.NAME}  # a module cannot be pickled

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, rules=rulebook(kept["rules"]))

    def _seat(self, seat: int) -> Seat:
        if seat not in seats(self.players):
            raise ValueError(f"There is no seat {seat}: they are 0 to {self.players - 1}.")
        return Seat(seat)


def _check_names(names: tuple[str, ...]) -> None:
    """A replay has to be able to hold the names."""
    for name in names:
        if not isinstance(name, str) or not name.isprintable():
            raise SettingsError(f"{name!r} cannot be a name: it has to be text that can be shown.")


def _is_action(action: Any, rules: Rulebook) -> bool:
    """Tell whether something is an action that would come back the same from a replay."""
    if not isinstance(action, rules.Action):
        return False
    try:
        return bool(_decoder(rules.NAME).decode(msgspec.json.encode(action)) == action)
    except msgspec.DecodeError:
        return False


@lru_cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(rulebook(name).Action)


def seed_from(text: str) -> bytes:
    """Make a seed from a text, for games that shall come out the same again.

    Not for games among players: the text gives the cards away.
    """
    return hashlib.sha256(b"tacit seed " + text.encode()).digest()


def new(
    game: str,
    players: int,
    seed: int | bytes | None = None,
    *,
    names: Sequence[str] | None = None,
    **settings: Any,
) -> Game:
    """Begin a game, such as "mindup", and deal the first cards.

    A number as seed gives the same game every time; bytes are taken as they are; without a seed the
    game is secret until it is over. Other keywords are settings of the game.

    >>> game = new("mindup", players=4, seed=7)
    >>> len(game.view(0).hand)
    7
    """
    key = seed_from(str(seed)) if isinstance(seed, int) else seed
    return Game(game, {"players": players, **settings}, seed=key, names=names)
