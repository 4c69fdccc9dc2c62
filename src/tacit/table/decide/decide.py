"""Who may ask what of a table, and what it causes."""

from __future__ import annotations

from collections.abc import Callable

from tacit.core.rulebook import Refused
from tacit.table.decide import game, guests, marks
from tacit.table.decide import host as hosting
from tacit.table.decide.context import (
    ENDED,
    HOST_ONLY,
    MUTED,
    NO_GAME,
    NOT_HERE,
    SILENCE,
    Context,
    Decision,
    done,
)
from tacit.table.decide.names import clean_text
from tacit.table.decide.requests import (
    AddBot,
    ChooseMark,
    ClaimHost,
    Configure,
    Contribute,
    Free,
    History,
    Join,
    Leave,
    Odds,
    PassHost,
    Pause,
    Rematch,
    Remove,
    Rename,
    Resume,
    Say,
    Show,
    Sit,
    Stand,
    StandIn,
    Start,
)
from tacit.table.log.records import Guest, Said
from tacit.table.log.state import TableState, may_talk


def decide(state: TableState, asked: Context) -> Decision:
    """Return what a request causes at the table; `game.act` decides actions of the game."""
    request = asked.request
    guest = state.guest_of(asked.person)
    if state.ended:
        return ENDED
    if isinstance(request, Join):
        return guests.join(state, asked, request)
    if guest is None or not state.people[guest].here:
        return NOT_HERE
    if isinstance(request, _HOST_ONLY) and state.host != guest:
        return HOST_ONLY
    if isinstance(request, _EXPRESSIONS) and state.people[guest].muted:
        return MUTED
    return _DECIDERS[type(request)](state, guest, asked)


_HOST_ONLY = (Configure, AddBot, Free, Remove, PassHost, Start, StandIn)
_EXPRESSIONS = (Say, Show, Rename)
"""What others read or see of a guest: a name can say something, too."""


def _say(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Chat is not logged; the entry only carries the text to the audience."""
    assert isinstance(asked.request, Say)
    if not may_talk(state):
        return SILENCE
    text = clean_text(asked.request.text)
    if not text:
        return Refused("nothing-said", "The message is empty.")
    return done(Said(guest=guest, text=text, at=asked.now))


def _show(state: TableState, _guest: Guest, _asked: Context) -> Decision:
    """A gesture changes nothing; the empty entry says that it may be shown."""
    if not may_talk(state):
        return SILENCE
    return done()


def _look(state: TableState, _guest: Guest, _asked: Context) -> Decision:
    """Looking changes nothing; the empty entry says that there is something to look at."""
    return NO_GAME if state.play is None else done()


_DECIDERS: dict[type, Callable[[TableState, Guest, Context], Decision]] = {
    Contribute: guests.contribute,
    Sit: guests.sit,
    Stand: guests.stand,
    Leave: guests.leave,
    Rename: guests.rename,
    ChooseMark: marks.choose_mark,
    Configure: hosting.configure,
    AddBot: hosting.add_bot,
    Free: hosting.free,
    Remove: hosting.remove,
    PassHost: hosting.pass_host,
    ClaimHost: hosting.claim_host,
    Start: game.start,
    Rematch: game.rematch,
    Pause: game.pause,
    Resume: game.resume,
    StandIn: game.stand_in,
    Say: _say,
    Show: _show,
    History: _look,
    Odds: _look,
}
