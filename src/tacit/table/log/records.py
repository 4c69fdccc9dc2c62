"""What is written in a table's log.

A log is a list of entries. An entry is what one request caused: things that happened at the table
(who came, who sat where) and things that happened in the game. Its number is the table's version.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Generic, Literal, NewType, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from tacit.core.mark import Mark
from tacit.core.plug import rulebook
from tacit.core.rulebook import Millis, Record

PersonId = NewType("PersonId", str)
"""The secret id of a person on this site, never sent to other people."""
Guest = NewType("Guest", int)
"""A person at one table, by number: how many came before."""

GameEvent = TypeVar("GameEvent")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose.

    The log and the protocol have these fields for every game. The table itself follows those in
    `TABLE_SETTINGS`; which of the others a game follows is for its `Conduct` to say.
    """

    objectives: int = 0
    """How many objectives a round has."""
    turn_seconds: int | None = None
    """How long the table waits for a turn; None is as long as it takes."""
    public: bool = False
    """The lobby lists the table."""
    spectators: bool = True
    """Guests may watch without a seat."""
    show_known: bool = True
    """The app shows what each opponent is known to hold."""
    preview: bool = False
    """The app shows beginners where a card would probably land."""
    tempo: Literal["calm", "usual", "brisk"] = "usual"
    """What listening bots expect before they have heard any player."""
    own: dict[str, int | str | bool] | UnsetType = UNSET
    """Settings of the rules by their own names, for any game."""


TABLE_SETTINGS = frozenset({"turn_seconds", "public", "spectators"})
"""The fields of `Settings` that every table has; the host may change them at any time."""
RULE_SETTINGS = ("objectives", "own")
"""The fields of `Settings` that change the rules: a game refuses those that its rules lack."""


class WhatIf(msgspec.Struct, frozen=True, gc=False):
    """Every game of this table goes on from a turn of another one: none of them counts."""

    place: tuple[int, ...]
    """How far that game had come, such as a round and a turn."""
    settings: dict[str, Any]
    """What the rules are told: the position is among it, and nobody chooses it."""

    @property
    def players(self) -> int:
        """How many sat at that table, and have to sit at this one."""
        return int(self.settings["players"])


class Opened(Record, frozen=True):
    """The table was set up, with the secret seed of its first game."""

    game: str
    seed: str
    settings: Settings
    at: int = 0
    """Milliseconds since 1970: where the table's clock begins."""
    what_if: WhatIf | None = None
    """A what-if; other tables begin their games at the beginning."""
    label: str = ""
    """What its games belong to, such as a group or the deal of a day."""
    given: bool = False
    """The deal is given: others play the same cards, so nobody adds to the shuffle, and there is
    one game only."""
    until: int = 0
    """When the time is up, by the table's clock: bots then play the game out. 0 is never."""


class Joined(Record, frozen=True):
    """A person joined or rejoined, or a guest changed their mark."""

    person: PersonId
    name: str
    instead: Guest | None = None
    """The reused number of a guest long gone; without it the next number."""
    mark: Mark | None = None
    """Shape, colour and face; logs of earlier versions have none."""


class Contributed(Record, frozen=True):
    """A guest contributed to the next shuffle."""

    guest: Guest
    contribution: str


class Sat(Record, frozen=True):
    """A guest took a seat."""

    guest: Guest
    seat: int


class BotSat(Record, frozen=True):
    """A bot took a seat."""

    bot: str
    seat: int


class Freed(Record, frozen=True):
    """A seat was given back."""

    seat: int


class Left(Record, frozen=True):
    """A guest left; a seat in a game stays theirs."""

    guest: Guest


class Removed(Record, frozen=True):
    """A guest was removed and cannot come back to this table."""

    guest: Guest


class Muted(Record, frozen=True):
    """The host of the site muted a guest, or unmuted them."""

    guest: Guest
    on: bool


class Renamed(Record, frozen=True):
    """A guest has another name."""

    guest: Guest
    name: str


class Labelled(Record, frozen=True):
    """The table belongs to something from now on, and so do all its games."""

    label: str


class Configured(Record, frozen=True):
    """The host chose settings."""

    settings: Settings
    at: Millis = Millis(0)
    """A new limit of a turn counts from then on, by the table's clock."""


class HostChanged(Record, frozen=True):
    """Another guest is host."""

    guest: Guest


class GameBegun(Record, frozen=True):
    """Everyone who sits moves together and the game begins."""

    at: Millis = Millis(0)
    """When, by the table's clock; logs of earlier versions do not have it."""


class WantedAgain(Record, frozen=True):
    """A guest wants another game after one is over."""

    guest: Guest


class Rematched(Record, frozen=True):
    """Back to the lobby, with the secret seed of the next game."""

    seed: str


class Paused(Record, frozen=True):
    """The game was interrupted."""

    guest: Guest
    at: Millis = Millis(0)
    """By the table's clock; 0 in logs of earlier versions, where a turn began again afterwards."""


class Resumed(Record, frozen=True):
    """The game goes on."""

    guest: Guest | None = None
    """None if the table went on by itself: a turn of days was paused for as long as it may take."""
    at: Millis = Millis(0)
    """By the table's clock: a turn by correspondence goes on with the time that was left."""


class StoodIn(Record, frozen=True):
    """A bot plays for a seat, or does no longer."""

    seat: int
    on: bool


class TimeUp(Record, frozen=True):
    """The time of the whole game is up: players act no more, and bots play it out."""


class PlayedFor(Record, frozen=True):
    """A player's time was up, and a card was played for them."""

    seat: int
    round: int
    turn: int


class Reminded(Record, frozen=True):
    """A turn by correspondence ends soon, and those whom the table waits for were reminded."""

    at: Millis = Millis(0)


class Stopped(Record, frozen=True):
    """The table stopped play by itself; without it a stop is what its player pressed."""

    seat: int | None = None
    """Whose player was not connected; None if the site closed all connections."""
    left: bool = False
    """They had left the table or were removed; else their connection was lost."""


class Said(Record, frozen=True):
    """A guest said something. Only logs of earlier versions have it: chat is not kept."""

    guest: Guest
    text: str
    at: Millis


class CloseCall(Record, frozen=True):
    """An overtaken card was pressed so shortly after the one that overtook it (fair time)."""

    seat: int
    card: str
    behind: Millis
    compensated: Millis


class Ended(Record, frozen=True):
    """The table is closed, and nothing happens at it any more: nobody had been there for long."""

    at: int
    """Milliseconds since 1970."""
    games: int
    """Games that were finished here."""
    by_host: bool = False
    """Whether the site's host ended it."""
    no_result: bool = False
    """Whether it ended without a result because bots could not play the game out."""


HouseEvent: TypeAlias = (
    Opened
    | Joined
    | Contributed
    | Sat
    | BotSat
    | Freed
    | Left
    | Removed
    | Muted
    | Renamed
    | Labelled
    | Configured
    | HostChanged
    | GameBegun
    | WantedAgain
    | Rematched
    | Paused
    | Resumed
    | StoodIn
    | PlayedFor
    | Reminded
    | TimeUp
    | Stopped
    | Said
    | CloseCall
    | Ended
)


class Entry(msgspec.Struct, Generic[GameEvent], frozen=True, omit_defaults=True, gc=False):
    """One entry of a table's log: who asked with which message, and what it caused."""

    by: PersonId = PersonId("")
    id: str = ""
    house: tuple[HouseEvent, ...] = ()
    game: tuple[GameEvent, ...] = ()


_ANY_ENTRY: Any = Entry
_ENCODER = msgspec.json.Encoder()
_OPENED = msgspec.json.Decoder(Entry[Any])


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_ANY_ENTRY[rulebook(game).Event])


def encode(entry: Entry[Any]) -> bytes:
    """Return an entry as it is kept."""
    return _ENCODER.encode(entry)


def decode(data: list[bytes]) -> list[Entry[Any]]:
    """Read a whole log; its first entry says which game's events follow."""
    opened = _OPENED.decode(data[0]).house[0]
    assert isinstance(opened, Opened)
    decoder = _decoder(opened.game)
    return [decoder.decode(line) for line in data]
