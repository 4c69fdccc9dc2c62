"""The games in a table's log: who played, when, and how they ended. Fast, for thousands of logs.

Most entries are picks and plays, which need not be decoded to know how a game ended: a game's plug
names the event that says so (`Plug.ended`). Logs of games whose plug names none are folded.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.core.plug import part, rulebook
from tacit.core.rulebook import dashed
from tacit.table.log.fold import evolve, move_together, opened
from tacit.table.log.reader import walk
from tacit.table.log.records import Ended, Entry, GameBegun, Opened, PersonId, decode
from tacit.table.log.state import Stage, TableState

_AT = re.compile(rb'"at":(\d{1,15})')
_ENTRY = msgspec.json.Decoder(Entry[msgspec.Raw])


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Who played, as they were called when the game began."""

    name: str
    bot: bool = False
    idle: bool = False
    """A player who did nothing in a whole game of an evening: bots and the clock did it all."""


class Finished(msgspec.Struct, frozen=True, gc=False):
    """A game that is over, or that was given up."""

    number: int
    """Which of the table's games."""
    game: str
    begun: int
    """Milliseconds since 1970."""
    ended: int
    players: tuple[Player, ...]
    """The players, by seat."""
    people: tuple[PersonId, ...]
    """The person in each seat; empty for a bot."""
    result: Any
    """As the rules give it; None if the table ended before the game did."""
    label: str = ""
    """What it belongs to, such as a group or the deal of a day."""
    given: bool = False
    """Others played the same cards."""
    practice: bool = False
    """It counts nowhere."""


def finished_games(log: Sequence[bytes]) -> list[Finished]:
    """Return the games of a log that are over, in their order; what-ifs do not count as games."""
    if not log:
        return []
    first = _ENTRY.decode(log[0])
    setup = first.house[0]
    assert isinstance(setup, Opened)
    if setup.what_if is not None:
        return []
    text = _Text(log)
    ending: type[Any] | None = part(setup.game, "ended")
    results = _played_through(log) if ending is None else _said(text, setup.game, ending)
    state = opened(first)
    found: list[Finished] = []
    begun = 0
    for number in sorted({*text.lines_with(b'"house":'), *results}):
        gave_up = False
        for event in _ENTRY.decode(log[number]).house:
            if isinstance(event, GameBegun):
                state, begun = move_together(state), number
            else:
                gave_up = isinstance(event, Ended) and state.stage is Stage.PLAYING
                state = evolve(state, event)
        if number in results or gave_up:
            times = text.times(begun, number - gave_up)
            one = _finished(state, setup.at, times, results.get(number))
            found.append(_with_idle(one, text, begun, number) if state.until else one)
            state = replace(state, stage=Stage.OVER)
    return [replace(one, label=state.label) for one in found]


def _with_idle(game: Finished, text: _Text, first: int, last: int) -> Finished:
    players = tuple(
        replace(one, idle=bool(person) and not text.has_act_of(person, first + 1, last))
        for one, person in zip(game.players, game.people, strict=True)
    )
    return replace(game, players=players)


class _Text:
    """A log as one text, which is searched much faster than line by line."""

    def __init__(self, log: Sequence[bytes]) -> None:
        self.log = log
        self._all = b"".join(log)
        self._starts = list(accumulate(map(len, log), initial=0))

    def lines_with(self, mark: bytes) -> Iterator[int]:
        """Yield the numbers of the lines that have a mark."""
        at = self._all.find(mark)
        while at >= 0:
            number = bisect(self._starts, at) - 1
            yield number
            at = self._all.find(mark, self._starts[number + 1])

    def has_act_of(self, person: PersonId, first: int, last: int) -> bool:
        """Tell whether a person did anything from one line to another."""
        mark = b'"by":' + msgspec.json.encode(person)
        begin, end = self._starts[first], self._starts[last + 1]
        return self._all.find(mark, begin, end) >= 0

    def times(self, first: int, last: int) -> tuple[int, int]:
        """Return the first and the last time from one line to another, on the table's clock."""
        begun = _AT.search(self._all, self._starts[first], self._starts[last + 1])
        if begun is None:
            return 0, 0
        for line in reversed(self.log[first : last + 1]):
            if times := _AT.findall(line):
                return int(begun[1]), max(map(int, times))
        return 0, 0


def _said(text: _Text, game: str, ending: type[Any]) -> dict[int, Any]:
    """Return the results by the line that says them."""
    mark = _mark(ending.__name__)
    rules, decoder = rulebook(game), _decoder(game)
    found = {}
    for number in text.lines_with(mark):
        events = [decoder.decode(raw) for raw in _ENTRY.decode(text.log[number]).game]
        ends = [event for event in events if isinstance(event, ending)]
        if ends:  # not a guest who is named like the event
            found[number] = {name: getattr(ends[-1], name) for name in rules.RESULT}
    return found


@cache
def _mark(record: str) -> bytes:
    return f'"{dashed(record)}"'.encode()


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(rulebook(game).Event)


def _played_through(log: Sequence[bytes]) -> dict[int, Any]:
    """Return the results by the line with which a game was over."""
    found = {}
    was = Stage.LOBBY
    for number, (_, state) in enumerate(walk(decode(list(log)))):
        if state.stage is Stage.OVER and was is not Stage.OVER:
            found[number] = state.rules.result(state.play)
        was = state.stage
    return found


def _finished(state: TableState, at: int, times: tuple[int, int], result: Any) -> Finished:
    sitters = [one for one in state.seats if one is not None]
    return Finished(
        number=state.games,
        game=state.game,
        begun=at + times[0],
        ended=at + times[1],
        players=tuple(
            Player(name, bot=one.bot is not None)
            for name, one in zip(state.names, sitters, strict=True)
        ),
        people=tuple(
            PersonId("") if one.guest is None else state.people[one.guest].id for one in sitters
        ),
        result=result,
        given=state.given,
        practice=state.conduct.is_practice(state.settings),
    )
