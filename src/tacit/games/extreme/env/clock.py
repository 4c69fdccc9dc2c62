"""The Mind Extreme in virtual time: only what a seat says, and after how long, counts.

Every seat that may act says what to do next and when. The clock jumps to the earliest; what is due
then is done, and all are asked again. A plan that was not yet due is void, as a finger that
was not yet pressed. What several do at the same moment is done one after the other, beginning with
another seat every time; what is no longer allowed then is not done (ME-34).

Hands are laid on the table and lifted without asking, in a fixed time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from tacit.core.rulebook import Decided, Millis, Seat, decide, seats, settle
from tacit.games import extreme
from tacit.games.extreme import (
    Action,
    Colour,
    Discard,
    LayHand,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Setup,
    State,
    Stop,
    View,
    Vote,
    first_of,
)
from tacit.games.extreme.bots.between_plays import LAY_AFTER_MS, LIFT_AFTER_MS, READY_AFTER_MS

WAIT, WHITE, RED, STOP, STAR = range(5)
"""What an agent can do. In a vote STAR agrees and WAIT does not; WHITE and RED are also what is
given to a star."""
WHATS = 5
_COLOURS = {WHITE: Colour.WHITE, RED: Colour.RED}
ASKED = (Phase.PLAYING, Phase.VOTING, Phase.CHOOSING)


class Intent(NamedTuple):
    """What a player wants to do, and when; to wait is to be asked again then.

    A bot names the action itself.
    """

    at: int
    what: int | Action


class VirtualTable:
    """One game, with a clock that nobody has to wait for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.events: list[Any] = []
        self.state: State = settle(
            extreme.initial(self.setup), self.events, extreme.follows, extreme.evolve
        )
        self.now = 0
        self.refused: set[int] = set()
        """The seats whose last wish came too late."""
        self._gather()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return extreme.over(self.state)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know."""
        return extreme.view(self.state, None if seat is None else Seat(seat))

    def scoresheet(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        return extreme.scoresheet(self.setup, names, self.events)

    def allowed(self, seat: int) -> tuple[int, ...]:
        """Return what a seat may want now; one that has nothing to say waits."""
        state = self.state
        if state.phase is Phase.VOTING:
            return (WAIT, STAR) if state.votes[seat] is None else (WAIT,)
        cards = tuple(
            what for what, colour in _COLOURS.items() if first_of(colour, state.hands[seat])
        )
        if state.phase is Phase.CHOOSING:
            return cards if cards and state.chosen[seat] is None else (WAIT,)
        return (WAIT, *cards, STOP, *((STAR,) if state.stars else ()))

    def go_on(self, intents: Mapping[int, Intent]) -> None:
        """Let the earliest happen of what was wanted."""
        self.refused = set()
        earliest = max(self.now, min(intent.at for intent in intents.values()))
        self.now = earliest
        asked = self.state.phase
        order = sorted(intents, key=lambda seat: (seat - earliest) % self.state.players)
        for seat in order:
            if intents[seat].at <= earliest:
                self._try(seat, intents[seat].what, asked)
        self._gather()

    def _try(self, seat: int, what: int | Action, asked: Phase) -> None:
        """Do what a player wants, and note if it came too late: even its card may be gone."""
        action = self._action(seat, what, asked)
        if action is not None:
            if not self._act(action):
                self.refused.add(seat)
        elif what != WAIT and asked is not Phase.VOTING:
            self.refused.add(seat)

    def _action(self, seat: int, what: int | Action, asked: Phase) -> Action | None:
        """Return the action a player meant when the table was in that phase."""
        own, now = Seat(seat), Millis(self.now)
        if not isinstance(what, int):
            return replace(what, seat=own, at=now)
        if asked is Phase.VOTING:
            if self.state.phase is asked and self.state.votes[seat] is not None:
                return None  # has said so already, or asked for it
            return Vote(seat=own, agree=what == STAR, at=now)
        if what == STOP:
            return Stop(seat=own, at=now)
        if what == STAR:
            return ProposeStar(seat=own, at=now)
        card = first_of(_COLOURS[what], self.state.hands[seat]) if what in _COLOURS else None
        if card is None:
            return None
        if asked is Phase.CHOOSING:
            return Discard(seat=own, card=card, at=now)
        return Play(seat=own, card=card, at=now)

    def _act(self, action: Action) -> bool:
        outcome = decide(extreme, self.state, action)
        if not isinstance(outcome, Decided):
            return False
        self.state = outcome.state
        self.events += outcome.events
        return True

    def _gather(self) -> None:
        """Do what needs no decision, until a player has to decide or the game is over."""
        automatic: dict[Phase, tuple[int, Callable[[Seat], Action]]] = {
            Phase.GATHERING: (LAY_AFTER_MS, lambda seat: LayHand(seat=seat, at=Millis(self.now))),
            Phase.LIFTING: (LIFT_AFTER_MS, lambda seat: LiftHand(seat=seat, at=Millis(self.now))),
            Phase.PASSED: (READY_AFTER_MS, lambda seat: Ready(seat=seat, at=Millis(self.now))),
        }
        while self.state.phase in automatic:
            after, make = automatic[self.state.phase]
            self.now += after
            for seat in seats(self.state.players):
                self._act(make(seat))
