"""The Mind Extreme at a live table: cards are a race, and during a level nobody talks (ME-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import (
    COLOUR,
    POSITION,
    LayHand,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Stop,
    tempi,
)
from tacit.games.extreme.rules.levels import TEAMS
from tacit.table.conduct import Conduct, Outcome
from tacit.table.log.records import CloseCall, Entry, Settings

CLOSE_CALL_MS = 1000
"""A press so shortly after a mistake is told as a close call."""
_PRACTICE = ("practice", "piles")
"""Settings of the rules that only practice has."""


class ExtremeConduct(Conduct):
    """A level is stopped for a pause and for an absent player, and goes on with hands."""

    timed = True
    races = frozenset({Play})
    tempi_type = tempi.Tempi
    interruptions = frozenset({Stop, ProposeStar})

    def progress(self, play: Any) -> tuple[int, ...]:
        """Return the level."""
        return (play.level,)

    def is_race(self, play: Any, action: Any) -> bool:
        """A card is one always, the rest while cards are laid."""
        return super().is_race(play, action) or (
            isinstance(action, Stop | ProposeStar) and play.phase is Phase.PLAYING
        )

    def race_is_on(self, play: Any) -> bool:
        """While cards are laid it matters who was first."""
        return bool(play.phase is Phase.PLAYING)

    def stop(self, play: Any, seat: Seat, at: Millis) -> Stop | None:
        """Stop a level in play."""
        return Stop(seat=seat, at=at) if play.phase is Phase.PLAYING else None

    def dated(self, action: Any, at: Millis, compensated: Millis) -> Any:
        """A card tells by how much it was dated back."""
        if isinstance(action, Play):
            return replace(action, at=at, compensated=compensated)
        return replace(action, at=at)

    def close_call(
        self, play: Any, action: Any, pressed: Millis, compensated: Millis
    ) -> CloseCall | None:
        """Tell how close it was when an overtaken card was pressed just after the mistake."""
        if not isinstance(action, Play) or play.phase is Phase.PLAYING or not play.laid:
            return None
        if (action.seat, action.card) not in play.aside:
            return None
        top = play.laid[-1]
        if top.colour in play.blind:  # whether its card was overtaken nobody may know yet (ME-21)
            return None
        # What a star took lies above the pile's top; only an overtaken card belongs under it.
        if COLOUR[action.card] is not top.colour or POSITION[action.card] > POSITION[top.card]:
            return None
        behind = max(0, pressed - top.at)
        if behind > CLOSE_CALL_MS:
            return None
        return CloseCall(
            seat=action.seat, card=action.card, behind=Millis(behind), compensated=compensated
        )

    def ends_close_call(self, event: Any) -> bool:
        """Show the close call until the next card is laid."""
        return isinstance(event, Play)

    def ends_stop(self, event: Any) -> bool:
        """Its reason is told while hands are laid and lifted."""
        return not isinstance(event, Stop | LayHand | LiftHand)

    def may_talk(self, play: Any) -> bool:
        """Let people talk only between levels."""
        return bool(play.phase is Phase.PASSED)

    def bot_parameters(self, settings: Settings, alike: tuple[int, ...]) -> dict[str, Any]:
        """Bots expect the table's tempo, and hardly listen to their own kind."""
        return {"tempo": settings.tempo, "alike": alike}

    def chapter(self, play: Any) -> Any:
        """Nothing of a level is told before it has ended."""
        return (play.level, play.phase in (Phase.PASSED, Phase.OVER))

    def tempi(self, log: Sequence[Entry[Any]]) -> tempi.Tempi | None:
        """Return what a listener has made of every player's tempo."""
        return tempi.tempi(log)

    def table_settings(self, rules_settings: Mapping[str, Any]) -> dict[str, Any]:
        """What was practised stands among the settings of the rules."""
        own = {name: rules_settings[name] for name in _PRACTICE if name in rules_settings}
        return {"own": own} if own else {}

    def is_practice(self, settings: Settings) -> bool:
        """One level alone, without lives."""
        return settings.own is not UNSET and bool(settings.own.get("practice"))

    def mark(self, result: Any, seat: int) -> Outcome:  # noqa: ARG002
        """All reach the same level."""
        return Outcome(result["outcome"] == "won", points=result["level"])

    def most_points(self, players: int) -> int:
        """A larger team has fewer levels."""
        return TEAMS[players].last_level


CONDUCT = ExtremeConduct()
