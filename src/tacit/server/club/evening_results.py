"""What came of the rounds of an evening, read from the projection: the only source of results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from tacit.club.evening import Evening, Round
from tacit.club.evening_board import Row, TableResult, board
from tacit.club.evening_game import EveningGame, evening_game
from tacit.club.evening_tables import RoundOf, table_name
from tacit.core.recent import Recent
from tacit.server.history.projection import about
from tacit.store.games import Games

MOST_BOARDS = 64
"""Evenings whose boards are kept in memory."""
MOST_SCORES = 1024
"""Rounds whose scores are kept in memory."""
Scores: TypeAlias = dict[int, tuple[str, int, tuple[int, ...], tuple[int, ...]]]
"""By table its name, the number of its game, the score of each seat, and the seats whose players
did nothing."""


class Played(NamedTuple):
    """A finished game of a round."""

    table: str
    number: int
    result: TableResult
    idle: tuple[str, ...] = ()
    """People who did nothing."""


@dataclass(frozen=True, eq=False)
class Known:
    """An evening, and what came of its rounds."""

    evening: Evening
    games: tuple[dict[int, Played], ...]
    """By round, the finished games by table."""
    is_over: bool
    """Whether the last round is over, or none has begun."""
    board: tuple[Row, ...]
    """After the rounds that are over."""

    @property
    def idle(self) -> set[str]:
        """People who sat in the last round and did nothing, once it is over."""
        if not self.games or not self.is_over:
            return set()
        return {person for played in self.games[-1].values() for person in played.idle}

    @property
    def finished(self) -> int:
        """How many rounds are over."""
        return len(self.games) - (0 if self.is_over else 1)


class _Board(NamedTuple):
    """A board, and what it was made from."""

    rounds: list[list[TableResult]]
    shown: list[str]
    rows: tuple[Row, ...]


class RoundResults:
    """Reads the finished games of rounds; in a thread."""

    def __init__(self, secret: bytes, games: Games) -> None:
        self._secret = secret
        self._games = games
        self._scores: Recent[RoundOf, Scores] = Recent(MOST_SCORES)
        """Of rounds of which all games are finished."""
        self._boards: Recent[str, _Board] = Recent(MOST_BOARDS)
        """By evening, the last board."""

    def read(self, name: str, evening: Evening) -> tuple[dict[int, Played], ...]:
        """Read the finished games of all rounds; in a thread."""
        plays = evening_game(evening.game)
        assert plays is not None
        found = []
        for number, one in enumerate(evening.rounds, start=1):
            of = RoundOf(name, number)
            scores = self._scores.get(of)
            if scores is None:
                scores = self._read_scores(of, one, plays)
            if len(scores) == len(one.tables):
                self._scores[of] = scores
            found.append(
                {
                    at: Played(
                        table,
                        game,
                        TableResult(one.tables[at], points),
                        tuple(one.tables[at][seat] for seat in idle),
                    )
                    for at, (table, game, points, idle) in scores.items()
                }
            )
        return tuple(found)

    def _read_scores(self, of: RoundOf, one: Round, plays: EveningGame) -> Scores:
        """Read the finished games of a round: by table its name, game and scores."""
        where = {table_name(self._secret, of, at): at for at in range(len(one.tables))}
        found: Scores = {}
        for kept in self._games.labelled(of.label, len(one.tables)):
            told, at = about(kept), where.get(kept.table)
            if at is not None and told.result is not None:
                seats = range(len(one.tables[at]))
                scores = tuple(plays.score(told.result, seat) for seat in seats)
                idle = tuple(seat for seat in seats if told.players[seat].idle)
                found[at] = (kept.table, kept.position.number, scores, idle)
        return found

    def compared(
        self, name: str, evening: Evening, games: tuple[dict[int, Played], ...], *, is_over: bool
    ) -> Known:
        """Compare what was played in the rounds that are over; in a thread.

        Hundreds look again and again, and a board changes a few times in an evening.
        """
        rounds = [
            [played.result for _, played in sorted(one.items())]
            for one in (games if is_over else games[:-1])
        ]
        sat = {person for tables in rounds for table in tables for person in table.people}
        people = [one for one in evening.guests if one.person in sat or (one.here and one.plays)]
        shown = [one.person for one in people]
        kept = self._boards.get(name)
        if kept is None or (kept.rounds, kept.shown) != (rounds, shown):
            kept = self._boards[name] = _Board(rounds, shown, tuple(board(rounds, shown)))
        return Known(evening, games, is_over, kept.rows)
