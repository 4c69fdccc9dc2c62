"""The statements about finished games and ratings that SQLite and PostgreSQL share."""

from __future__ import annotations

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
