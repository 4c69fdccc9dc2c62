"""How a game is conducted at a live table: all that a table has to know about it but its rules.

The defaults suit a game without a clock: nothing is a race, a pause stops only the table, and
people may always talk. A game that differs overrides them in its own `conduct.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tacit.core.chance import SEED_BYTES, Chance
from tacit.core.plug import part, rulebook
from tacit.core.rulebook import Millis, Rulebook, Seat, SettingsError
from tacit.table.actions import by_kind
from tacit.table.log.records import RULE_SETTINGS, CloseCall, Entry, Settings


class Outcome(NamedTuple):
    """What a finished game was for one seat."""

    won: bool
    place: int | None = None
    """None where all win or lose together."""
    points: int | None = None
    """The score, higher is better: a total or a level."""


class Conduct:
    """What a game may override. `play` is the state of the game, never None."""

    timed: bool = False
    """Whether the time of a press matters: then connections are pinged more often."""
    races: frozenset[type[Any]] = frozenset()
    """Actions with which it always matters which player was first."""
    interruptions: frozenset[type[Any]] = frozenset()
    """Actions that stop play without progress: a site rate-limits them."""
    by_correspondence: bool = False
    """Whether a turn may take days; else the game needs all players at once."""
    asked_again: frozenset[type[Any]] = frozenset()
    """Events after which the bot of that seat is asked again although it is the same turn."""

    def turn(self, play: Any) -> tuple[int, int] | None:
        """Return the round and the turn the table's clock runs for; None without such turns.

        A bot is asked once a turn; without turns, whenever anything has happened. A view may be
        given as well as a state.
        """
        return None

    def options(self, rules: Rulebook, play: Any, seat: Seat) -> dict[str, list[Any]]:
        """Return what a seat may do now: by kind of action, with which cards or answers.

        The default lists `rules.legal`; override it where that is slow.
        """
        return by_kind(rules.legal(play, seat))

    def progress(self, play: Any) -> tuple[int, ...]:
        """Return how far a game has come, as everybody sees it."""
        return self.turn(play) or ()

    def is_race(self, play: Any, action: Any) -> bool:
        """Tell whether it matters who was first with this."""
        return type(action) in self.races

    def race_is_on(self, play: Any) -> bool:
        """Tell whether a race is going on that a pause or an absence would interrupt."""
        return False

    def stop(self, play: Any, seat: Seat, at: Millis) -> Any | None:
        """Return the action that stops play for a pause or an absence; None if none has to."""
        return None

    def dated(self, action: Any, at: Millis, compensated: Millis) -> Any:
        """Return what was pressed in a race with the time it counts from."""
        return replace(action, at=at)

    def close_call(
        self,
        play: Any,
        action: Any,
        pressed: Millis,
        compensated: Millis,
    ) -> CloseCall | None:
        """Tell how close it was, if a press came just too late to matter."""
        return None

    def ends_close_call(self, event: Any) -> bool:
        """Tell whether play has gone on since a close call, so that it is shown no more."""
        return True

    def ends_stop(self, event: Any) -> bool:
        """Tell whether play has gone on since a stop, so that its reason is told no more."""
        return True

    def may_talk(self, play: Any) -> bool:
        """Tell whether people may talk or gesture now."""
        return True

    def prepare(self, play: Any, settings: Settings) -> Any:
        """Apply the host's display settings to a game that is about to begin."""
        return play

    rule_settings: frozenset[str] = frozenset({"own"})
    """Which of `RULE_SETTINGS` the rules take."""
    display_settings: frozenset[str] = frozenset()
    """The fields of `Settings` that say how the app shows the game: they may change during one."""

    def rules_settings(self, settings: Settings, players: int) -> dict[str, Any]:
        """Convert the table's settings into settings of the rules."""
        own = {} if settings.own is msgspec.UNSET else settings.own
        return {"players": players, **own}

    def table_settings(self, rules_settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of `Settings` for a game that was played with these rules' settings."""
        return {}

    def is_practice(self, settings: Settings) -> bool:
        """Tell whether games with these settings count for no rating, record or tally."""
        return False

    def wrong_settings(self, game: str, settings: Settings) -> str | None:
        """Say what is wrong with what the host chose, as far as it is about the game itself."""
        rules = rulebook(game)
        for name in RULE_SETTINGS:
            if name not in self.rule_settings and getattr(settings, name) != getattr(
                _DEFAULTS, name
            ):
                return f"{rules.TITLE} has no {name}."
        if settings.own is msgspec.UNSET:
            return None
        wanted = self.rules_settings(settings, rules.PLAYERS[0])
        if "players" in settings.own:
            return f"Everyone who sits plays {rules.TITLE}: the players are no setting."
        if not wanted.keys() <= set(rules.Settings.__struct_fields__):
            return f"{rules.TITLE} has no such settings."
        try:
            rules.draw(msgspec.convert(wanted, rules.Settings), Chance(bytes(SEED_BYTES)))
        except (SettingsError, msgspec.ValidationError) as error:
            return str(error)
        return None

    def what_if(self, over: Any, place: tuple[int, ...], of: str) -> dict[str, Any] | None:
        """Return the rules' settings of a game that goes on from a place in one that is over.

        `of` is the digest of that game's replay. None if the game was never there, or if games of
        this kind cannot be gone on with.
        """
        return None

    def bot_parameters(self, settings: Settings, alike: tuple[int, ...]) -> dict[str, Any]:
        """Return what a bot of this game is told as it sits down: arguments of its `settle_in`.

        `alike` are the seats of all bots of its kind, as everybody sees them.
        """
        return {}

    def chapter(self, play: Any) -> Any:
        """Return a value that changes whenever `tempi` may tell more; None if it tells nothing."""
        return None

    tempi_type: Any = None
    """The type of what `tempi` returns, if it returns anything."""

    def tempi(self, log: Sequence[Entry[Any]]) -> Any:
        """Return what may be told of the players' tempo in the latest game of a log."""
        return None

    def mark(self, result: Any, seat: int) -> Outcome:
        """Return what a result is for one seat."""
        place = result["places"][seat] if "places" in result else None
        points = result["totals"][seat] if "totals" in result else None
        return Outcome(place == 1, place, points)

    def most_points(self, players: int) -> int | None:
        """Return the points of a team of that size that has reached all there is; None without end.

        Where all win together, teams of different sizes are compared by the share of it.
        """
        return None


PLAIN = Conduct()
_DEFAULTS = Settings()


def is_race(game: str, said: dict[str, Any]) -> bool:
    """Tell whether the action of a message is always a race."""
    races = conduct_of(game).races
    return said.get("kind") in {one.__struct_config__.tag for one in races}


def conduct_of(game: str) -> Conduct:
    """Return how a game is conducted."""
    found: Conduct = part(game, "table")
    return found
