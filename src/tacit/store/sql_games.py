"""What SQLite and PostgreSQL keep of finished games and ratings with the same statements."""

from __future__ import annotations

from typing import Any

from tacit.store.games import END, KeptGame, Position, Rated
from tacit.store.sql import Statements

GAME = "id, ended, table_key, number, about, people, heard, label"
GAMES = f"SELECT {GAME} FROM games JOIN tables ON key = table_key"  # noqa: S608
GAMES_OF = (
    "SELECT id, g.ended, table_key, number, about, people, heard, label FROM played p"
    " JOIN games g USING (table_key, number) JOIN tables ON key = table_key"
    " WHERE person = $1 ORDER BY p.ended DESC, table_key DESC, number DESC LIMIT $2"
)
BETWEEN = (
    "WHERE (ended, table_key, number) > ($1, $2, $3) AND (ended, table_key, number) <= ($4, $5, $6)"
)
HISTORY = (
    "SELECT ended, table_key, number, mu, sigma FROM rated"
    " WHERE who = $1 AND (ended, table_key, number) <= ($2, $3, $4)"
    " ORDER BY ended DESC, table_key DESC, number DESC LIMIT $5"
)
UNRATE = "DELETE FROM rated WHERE ended = $1 AND table_key = $2 AND number = $3"
RATED_UP_TO = "SELECT ended, table_key, number FROM rated_up_to"
PUT_UP_TO = "UPDATE rated_up_to SET ended = $1, table_key = $2, number = $3"
RENAME_GAME = "UPDATE games SET about = $1, people = $2 WHERE table_key = $3 AND number = $4"
RATED_IN_GAME = "SELECT who FROM rated WHERE table_key = $1 AND number = $2"
RENAME_RATED = (
    "UPDATE rated SET who = $1 WHERE who = $2 AND ended = $3 AND table_key = $4 AND number = $5"
)


class SqlGames(Statements):
    """The parts of `Games` that need nothing but a statement."""

    def _people(self, raw: Any) -> tuple[str, ...]:
        """Return the people of a game from their column."""
        return tuple(raw)

    def game(self, row: Any) -> KeptGame:
        """Return a game from a row of `GAME`."""
        table, ended, key, number, about, people, heard, label = row
        place = Position(ended, key, number)
        return KeptGame(table, place, about, self._people(people), heard, label)

    def _games(self, query: str, *values: object) -> list[KeptGame]:
        return [self.game(row) for row in self._read(query, *values)]

    def of(self, person: str, limit: int) -> list[KeptGame]:
        """Games of a person, newest first."""
        return self._games(GAMES_OF, person, max(limit, 0))

    def labelled(self, label: str, limit: int) -> list[KeptGame]:
        """Games with a label, newest first."""
        which = (
            f"{GAMES} WHERE label = $1 AND label <> ''"
            " ORDER BY ended DESC, table_key DESC, number DESC LIMIT $2"
        )
        return self._games(which, label, max(limit, 0))

    def unheard(self, limit: int) -> list[KeptGame]:
        """Games of which something is still to be found out."""
        which = f"{GAMES} WHERE heard IS NULL ORDER BY table_key, number LIMIT $1"
        return self._games(which, max(limit, 0))

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what was found out, if the game is still there and the same."""
        self._change(
            "UPDATE games SET heard = $1 WHERE table_key = $2 AND number = $3 AND about = $4",
            *(heard, game.position.key, game.position.number, game.about),
        )

    def after(self, position: Position, limit: int) -> list[KeptGame]:
        """The games behind a place, in their order."""
        return self._games(
            f"{GAMES} WHERE (ended, table_key, number) > ($1, $2, $3)"
            " ORDER BY ended, table_key, number LIMIT $4",
            *position,
            max(limit, 0),
        )

    def rated_up_to(self) -> Position:
        """The place of the last game that is in the ratings."""
        return Position(*self._read(RATED_UP_TO)[0])

    def history(self, who: str, limit: int) -> list[Rated]:
        """The ratings of a player, newest first."""
        return [rated(who, row) for row in self._read(HISTORY, who, *END, max(limit, 0))]


def rated(who: str, row: Any) -> Rated:
    """Return a rating from a row of `HISTORY`."""
    ended, key, number, mu, sigma = row
    return Rated(who, Position(ended, key, number), mu, sigma)
