"""What goes over HTTP: the bodies of requests, and the answers."""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.table.log.records import Settings
from tacit.table.log.state import Stage


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes in."""


class GoOnFrom(Body, frozen=True):
    """A place in a finished game that a new table goes on from, and one's seat there."""

    table: str
    number: int
    place: tuple[int, ...]
    """As a table tells how far a game has come: a round and a turn."""
    seat: int = 0


class NewTable(Body, frozen=True):
    """A table to open; with bots and `start` it is a game at once."""

    game: str
    name: str
    settings: Settings = Settings()
    contribution: str = ""
    bots: tuple[str, ...] = ()
    start: bool = False
    what_if: GoOnFrom | None = None


class JoinTable(Body, frozen=True):
    """Somebody comes to a table."""

    name: str
    contribution: str = ""
    watch: bool = False


class UseLink(Body, frozen=True):
    """This device becomes the one a link was made on."""

    token: str


class EndDevices(Body, frozen=True):
    """Devices to end: one, or all others than this."""

    device: str | None = None


class KeepName(Body, frozen=True):
    """What you are called, to be kept with your passkeys and your recovery code."""

    name: str = ""


class Credential(Body, frozen=True):
    """What a browser made of a challenge, as WebAuthn has it in JSON."""

    credential: dict[str, Any]


class AddPasskey(Credential, frozen=True):
    """A new passkey, and what you are called."""

    name: str = ""


class RemovePasskey(Body, frozen=True):
    """One of your passkeys."""

    passkey: str


class UseCode(Body, frozen=True):
    """A recovery code, however it was typed."""

    code: str


class Answer(Body, frozen=True):
    """May researchers use your games, without your name?"""

    agreed: bool


class Forget(Body, frozen=True):
    """You want to be deleted, and were asked whether you do."""

    ticket: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    key: str
    text: str
    details: dict[str, Any] | None = None


class RoomAnswer(msgspec.Struct, frozen=True):
    """A room where a replay is watched together."""

    room: str


class TableAnswer(msgspec.Struct, frozen=True):
    """A table you are at."""

    table: str
    url: str


class DoorAnswer(msgspec.Struct, frozen=True):
    """A table from outside."""

    table: str
    game: str
    stage: Stage
    free: int
    spectators: bool
    inside: bool
    """You are at this table already."""


class MyTable(DoorAnswer, frozen=True):
    """A table you are at, or left in the middle of a game that keeps your seat."""

    others: tuple[str, ...]
    """With whom."""
    bots: tuple[str, ...]
    """And with which bots."""
    progress: tuple[int, ...]
    """How far the game has come, such as a round and a turn, or a level; empty before a game."""
    active: int
    """When something last happened there, in milliseconds since 1970."""


class AnnouncementAnswer(msgspec.Struct, frozen=True):
    """The announcement of this moment, and for how long it is still shown."""

    text: str
    seconds: int


class MeAnswer(msgspec.Struct, frozen=True):
    """Who you are: a guest, and the tables you are at."""

    tables: tuple[MyTable, ...]
    announcement: AnnouncementAnswer
    """What the host of the site says to everybody."""


class MovedAnswer(msgspec.Struct, frozen=True):
    """Who you are on a device that has become yours."""

    tables: tuple[MyTable, ...]
    name: str
    """What you are called, if that is kept."""


class LinkAnswer(msgspec.Struct, frozen=True):
    """A link that moves you to another device, once, within ten minutes."""

    url: str


class LinkLook(msgspec.Struct, frozen=True):
    """What using a link would do."""

    same: bool
    """It is your own."""
    mine: int
    """Tables you are at, which you would give up."""
    theirs: int
    """Tables that would be yours."""
    name: str = ""
    """What you would be called, if that name is kept."""


class DeviceAnswer(msgspec.Struct, frozen=True):
    """One of your devices."""

    id: str
    label: str
    seen: int
    this: bool


class Ended(msgspec.Struct, frozen=True):
    """How many devices were ended."""

    ended: int


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """One of your passkeys."""

    id: str
    label: str
    """On what kind of device it was made."""
    host: str
    """The site's name that it was made under; it works there only."""
    added: int
    used: int
    """Milliseconds since 1970, like `added`."""


class KeptAnswer(msgspec.Struct, frozen=True):
    """How you are known again on another device."""

    name: str
    passkeys: tuple[PasskeyAnswer, ...]
    code: int | None
    """When your recovery code was made, in milliseconds since 1970; null if you have none."""


class CodeAnswer(msgspec.Struct, frozen=True):
    """Your new recovery code. It is told this once: only its hash is kept."""

    code: str


class ResearchAnswer(msgspec.Struct, frozen=True):
    """Whether researchers may use your games, without your name."""

    agreed: bool | None
    """Null if you were not asked yet, or did not answer: then they may not."""


class ForgetLook(msgspec.Struct, frozen=True):
    """What having yourself deleted would do, and the ticket to do it with within five minutes."""

    ticket: str
    games: int
    """Games you played here, which you would find no more."""
    tables: int
    """Tables you would leave."""


class ForgetAnswer(msgspec.Struct, frozen=True):
    """You are nobody here any more."""

    done: bool
    """Nothing is left; if false, it is still being taken out of old games, by itself."""
