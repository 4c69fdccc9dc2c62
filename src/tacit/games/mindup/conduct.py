"""Mind Up! at a live table: everybody picks in their own time, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tacit.core.rulebook import Rulebook, Seat
from tacit.games.mindup import Settings as Rules
from tacit.games.mindup import TakeBack, choices, start_at
from tacit.table.actions import kind_of
from tacit.table.conduct import Conduct
from tacit.table.log.records import Settings


class MindUpConduct(Conduct):
    """The table's clock runs for a turn, and a player who takes a pick back is asked again."""

    by_correspondence = True
    asked_again = frozenset({TakeBack})
    rule_settings = frozenset({"objectives"})
    display_settings = frozenset({"show_known", "preview"})

    def turn(self, play: Any) -> tuple[int, int]:
        """Return the round and the turn."""
        return (play.round, play.turn)

    def options(self, rules: Rulebook, play: Any, seat: Seat) -> dict[str, list[Any]]:  # noqa: ARG002
        """Return the cards, without a record for each: all hands are told after every turn."""
        return {kind_of(action).name: cards for action, cards in choices(play, seat).items()}

    def prepare(self, play: Any, settings: Settings) -> Any:
        """Let beginners see where a card would probably land."""
        return replace(play, preview=settings.preview)

    def rules_settings(self, settings: Settings, players: int) -> dict[str, Any]:
        """Return the players and the objectives."""
        return {"players": players, "objectives": settings.objectives}

    def table_settings(self, rules_settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the number of objectives."""
        return {"objectives": rules_settings.get("objectives", 0)}

    def what_if(self, over: Any, place: tuple[int, ...], of: str) -> dict[str, Any] | None:
        """Go on from the beginning of a turn: a place is a round and a turn."""
        if len(place) != 2:
            return None
        start = start_at(over, *place, of=of)
        if start is None:
            return None
        objectives = len(start.objectives[0])
        rules = Rules(players=over.players, objectives=objectives, start=start)
        settings: dict[str, Any] = msgspec.to_builtins(rules)
        return settings

    def wrong_settings(self, game: str, settings: Settings) -> str | None:  # noqa: ARG002
        """Objectives are a setting of this game."""
        if not 0 <= settings.objectives <= 5 or settings.own is not UNSET:
            return "Mind Up! has 0 to 5 objectives, and no other settings of its own."
        return None


CONDUCT = MindUpConduct()
