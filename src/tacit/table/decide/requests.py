"""What people ask of a table."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from tacit.core.mark import Mark
from tacit.core.rulebook import dashed
from tacit.table.log.records import Guest, Settings

Emote: TypeAlias = Literal["wave", "clap", "laugh", "think", "heart", "oops"]


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=dashed):
    """Something a person asks the table to do."""


def kind_of(request: Request) -> str:
    """Return how a request is called in JSON."""
    return _name(type(request))


@cache
def _name(request: type[Request]) -> str:
    return str(request.__struct_config__.tag)


class Join(Request, frozen=True):
    """Come to the table; to a free seat if there is one and no game is going on."""

    name: str
    contribution: str = ""
    watch: bool = False
    mark: Mark | None = None
    """Shape, colour and face; a guest who sends none keeps theirs."""


class Contribute(Request, frozen=True):
    """Add to the next shuffle: up to 64 bytes in hexadecimal."""

    contribution: str


class Sit(Request, frozen=True):
    """Take a free seat."""

    seat: int


class Stand(Request, frozen=True):
    """Give the seat back and watch."""


class Leave(Request, frozen=True):
    """Go away."""


class Rename(Request, frozen=True):
    """Be called something else."""

    name: str


class ChooseMark(Request, frozen=True):
    """Have another mark, before a game or after it."""

    mark: Mark


class Configure(Request, frozen=True):
    """Host: choose the settings."""

    settings: Settings


class AddBot(Request, frozen=True):
    """Host: seat a bot."""

    seat: int
    bot: str


class Free(Request, frozen=True):
    """Host: send a bot away."""

    seat: int


class Remove(Request, frozen=True):
    """Host: remove a guest, before the start."""

    guest: Guest


class PassHost(Request, frozen=True):
    """Host: make another guest host."""

    guest: Guest


class ClaimHost(Request, frozen=True):
    """Become host while the host is away."""


class Start(Request, frozen=True):
    """Host: begin the game with everyone who sits."""


class Rematch(Request, frozen=True):
    """After a game: ask for another. Once all players want one, everyone is back in the lobby."""

    go: bool = False
    """Host: do not wait for those who have not answered; they lose their seats."""


class Pause(Request, frozen=True):
    """Interrupt the game."""


class Resume(Request, frozen=True):
    """Go on."""


class StandIn(Request, frozen=True):
    """Host: let a bot play for a player who is away, until they return."""

    seat: int


class Say(Request, frozen=True):
    """Talk; it is not kept."""

    text: str


class Show(Request, frozen=True):
    """Make a quick gesture; it is not kept."""

    emote: Emote


class History(Request, frozen=True):
    """Be told all turns that are over."""


class Odds(Request, frozen=True):
    """Be told your odds now."""


class Act(Request, frozen=True):
    """Do something in the game: a pick, a play, a hand on the table."""

    action: dict[str, Any]


AnyRequest: TypeAlias = (
    Join
    | Contribute
    | Sit
    | Stand
    | Leave
    | Rename
    | ChooseMark
    | Configure
    | AddBot
    | Free
    | Remove
    | PassHost
    | ClaimHost
    | Start
    | Rematch
    | Pause
    | Resume
    | StandIn
    | Say
    | Show
    | History
    | Odds
    | Act
)
