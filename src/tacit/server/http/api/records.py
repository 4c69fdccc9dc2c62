"""The bodies of requests, and the answers."""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.core.mark import Mark
from tacit.table.log.records import Settings
from tacit.table.log.state import Stage


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class GoOnFrom(Body, frozen=True):
    """A moment of a finished game from which a new table goes on, and the seat to take."""

    table: str
    number: int
    place: tuple[int, ...]
    """A round and a turn, as in the progress of a table."""
    seat: int = 0


class NewTable(Body, frozen=True):
    """A table to open; with bots and `start` the game begins at once."""

    game: str
    name: str
    settings: Settings = Settings()
    contribution: str = ""
    bots: tuple[str, ...] = ()
    start: bool = False
    what_if: GoOnFrom | None = None
    mark: Mark | None = None
    """Shape, colour and face of the guest who opens it."""
    watch: bool = False
    """True for a host who does not play: then bots sit from seat 0 on. Not at a what-if."""


class JoinTable(Body, frozen=True):
    """A guest joins a table."""

    name: str
    contribution: str = ""
    watch: bool = False
    mark: Mark | None = None


class UseLink(Body, frozen=True):
    """The token of a link that moves a guest to this device."""

    token: str


class EndDevices(Body, frozen=True):
    """A device to sign out; without one, all but this."""

    device: str | None = None


class KeepName(Body, frozen=True):
    """Your name, to be kept with your passkeys and your recovery code."""

    name: str = ""


class Credential(Body, frozen=True):
    """The browser's answer to a challenge, in WebAuthn's JSON."""

    credential: dict[str, Any]


class AddPasskey(Credential, frozen=True):
    """A new passkey, and your name."""

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
    """The ticket to have your data erased."""

    ticket: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    key: str
    text: str
    details: dict[str, Any] | None = None


class RoomAnswer(msgspec.Struct, frozen=True):
    """A room in which a replay is watched together."""

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
    """The names of the other players."""
    bots: tuple[str, ...]
    """The names of the bots."""
    progress: tuple[int, ...]
    """How far the game is, such as a round and a turn, or a level; empty before a game."""
    active: int
    """When something last happened there, in milliseconds since 1970."""


class AnnouncementAnswer(msgspec.Struct, frozen=True):
    """The current announcement, and how long it is still shown."""

    text: str
    seconds: int


class MeAnswer(msgspec.Struct, frozen=True):
    """Who you are: a guest, and the tables you are at."""

    tables: tuple[MyTable, ...]
    announcement: AnnouncementAnswer
    """The announcement of the site's host."""
    signed_in: str = ""
    """The name to propose to a person whom the host's proxy has signed in; else nothing."""


class MovedAnswer(msgspec.Struct, frozen=True):
    """Who you are on a device that you have moved to."""

    tables: tuple[MyTable, ...]
    name: str
    """Your name, if it is kept."""


class LinkAnswer(msgspec.Struct, frozen=True):
    """A link that moves you to another device, once, within ten minutes."""

    url: str


class LinkLook(msgspec.Struct, frozen=True):
    """What using a link would do."""

    same: bool
    """The link is your own."""
    mine: int
    """Tables you are at, which you would give up."""
    theirs: int
    """Tables that would be yours."""
    name: str = ""
    """The name you would have, if it is kept."""


class DeviceAnswer(msgspec.Struct, frozen=True):
    """One of your devices."""

    id: str
    label: str
    seen: int
    this: bool


class Ended(msgspec.Struct, frozen=True):
    """How many devices were signed out."""

    ended: int


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """One of your passkeys."""

    id: str
    label: str
    """The kind of device on which it was made."""
    host: str
    """The host name for which it was made; it works there only."""
    added: int
    used: int
    """Milliseconds since 1970, like `added`."""


class KeptAnswer(msgspec.Struct, frozen=True):
    """How you can sign in on another device."""

    name: str
    passkeys: tuple[PasskeyAnswer, ...]
    code: int | None
    """When your recovery code was made, in milliseconds since 1970; null if you have none."""


class CodeAnswer(msgspec.Struct, frozen=True):
    """Your new recovery code. It is sent only once: the site keeps its hash."""

    code: str


class ResearchAnswer(msgspec.Struct, frozen=True):
    """Whether researchers may use your games, without your name."""

    agreed: bool | None
    """Null if you have not answered yet: then they may not."""


class ForgetLook(msgspec.Struct, frozen=True):
    """What erasing your data would do, and the ticket for it, good for five minutes."""

    ticket: str
    games: int
    """Games you played here, which you could not find any more."""
    tables: int
    """Tables you would leave."""


class ForgetAnswer(msgspec.Struct, frozen=True):
    """Your data is erased."""

    done: bool
    """Nothing is left; if false, old games are still being rewritten in the background."""
