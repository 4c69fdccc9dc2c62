"""The schema in PostgreSQL, as the steps that lead to it.

Nodes of the version before go on while a step is taken, so a step only ever adds. One that the
version before could not live with raises `OLDEST`, and is released a version later than the code
that no longer needs what it takes away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacit.store.store import StoreError

if TYPE_CHECKING:
    from asyncpg import Connection

# Released scripts are never edited, only followed by another.
SCRIPTS = (
    """
    CREATE TABLE tables (
        key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        -- The number of its entries: whoever appends has to know it.
        length integer NOT NULL,
        closed boolean NOT NULL,
        -- Microseconds since 1970, later for each append: the order in which tables were written.
        written bigint NOT NULL,
        -- The node that plays it; nobody else's appends are taken.
        holder text
    );
    CREATE INDEX open_tables ON tables (written) WHERE NOT closed;

    CREATE TABLE entries (
        table_key bigint NOT NULL,
        number integer NOT NULL,
        entry bytea NOT NULL,
        PRIMARY KEY (table_key, number)
    );

    CREATE TABLE secrets (name text PRIMARY KEY, secret bytea NOT NULL);

    CREATE TABLE people (
        person text COLLATE "C" NOT NULL,
        table_key bigint NOT NULL,
        PRIMARY KEY (person, table_key)
    );
    CREATE INDEX people_of ON people (table_key);

    CREATE TABLE devices (
        person text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        label text NOT NULL,
        -- Milliseconds since 1970.
        seen bigint NOT NULL,
        ended boolean NOT NULL,
        changed timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (person, id)
    );
    CREATE INDEX ended_devices ON devices (changed) WHERE ended;

    -- What runs now, and what it has to tell the others.
    CREATE TABLE nodes (
        id text PRIMARY KEY,
        seen timestamptz NOT NULL,
        note bytea NOT NULL
    );

    -- Links that work once. A token is a key, so only its hash is kept.
    CREATE TABLE links (
        token bytea PRIMARY KEY,
        person text COLLATE "C" NOT NULL UNIQUE,
        until timestamptz NOT NULL
    );
    """,
    """
    -- How people are known again. All moments are milliseconds since 1970.
    CREATE TABLE passkeys (
        id bytea PRIMARY KEY,
        person text COLLATE "C" NOT NULL,
        key bytea NOT NULL,
        counter bigint NOT NULL,
        host text NOT NULL,
        label text NOT NULL,
        added bigint NOT NULL,
        used bigint NOT NULL
    );
    CREATE INDEX passkeys_of ON passkeys (person);

    -- Challenges that were answered, until they would be too old anyway.
    CREATE TABLE spent (challenge bytea PRIMARY KEY, until bigint NOT NULL);

    -- A recovery code is a key, so only its hash is kept.
    CREATE TABLE kept (
        person text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        code bytea UNIQUE,
        made bigint NOT NULL
    );

    -- May researchers use their games?
    CREATE TABLE consents (
        person text COLLATE "C" PRIMARY KEY,
        agreed boolean NOT NULL,
        at bigint NOT NULL
    );
    """,
    """
    -- Up to which moment a log was read for what follows: finished games, and ratings after them.
    -- All of it is made from the logs, and can be dropped and made again.
    ALTER TABLE tables ADD COLUMN looked bigint NOT NULL DEFAULT 0;
    CREATE INDEX unread_tables ON tables (written) WHERE closed AND looked < written;

    CREATE TABLE games (
        table_key bigint NOT NULL,
        number integer NOT NULL,
        -- Milliseconds since 1970.
        ended bigint NOT NULL,
        about bytea NOT NULL,
        -- By seat.
        people text[] NOT NULL,
        heard bytea,
        PRIMARY KEY (table_key, number)
    );
    CREATE INDEX games_in_order ON games (ended, table_key, number);
    CREATE INDEX unheard_games ON games (table_key, number) WHERE heard IS NULL;

    CREATE TABLE played (
        person text COLLATE "C" NOT NULL,
        ended bigint NOT NULL,
        table_key bigint NOT NULL,
        number integer NOT NULL,
        PRIMARY KEY (person, ended, table_key, number)
    );
    CREATE INDEX played_at ON played (table_key, number);

    CREATE TABLE rated (
        who text COLLATE "C" NOT NULL,
        ended bigint NOT NULL,
        table_key bigint NOT NULL,
        number integer NOT NULL,
        mu double precision NOT NULL,
        sigma double precision NOT NULL,
        PRIMARY KEY (who, ended, table_key, number)
    );
    CREATE INDEX rated_in_order ON rated (ended, table_key, number);
    CREATE INDEX rated_at ON rated (table_key);

    -- One row: the last game that is in the ratings.
    CREATE TABLE rated_up_to (
        ended bigint NOT NULL,
        table_key bigint NOT NULL,
        number integer NOT NULL
    );
    INSERT INTO rated_up_to VALUES (-1, 0, 0);

    -- People who had themselves deleted, as marks that nobody can be found by: a cookie of theirs
    -- that is still somewhere is refused.
    CREATE TABLE forgotten (mark bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
    """,
    """
    -- Who is to be forgotten, until they are. Moments are milliseconds since 1970.
    CREATE TABLE forgetting (
        person text COLLATE "C" PRIMARY KEY,
        alias text NOT NULL,
        at bigint NOT NULL
    );
    """,
    """
    -- What the host of the site has set while it runs, such as closed doors, as JSON.
    CREATE TABLE settings (name text PRIMARY KEY, value bytea NOT NULL);

    -- What one node asks another to do, and its answer; kept for a minute.
    CREATE TABLE orders (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        node text NOT NULL,
        made timestamptz NOT NULL DEFAULT now(),
        wanted bytea NOT NULL,
        taken boolean NOT NULL DEFAULT false,
        answer bytea
    );
    CREATE INDEX orders_to_take ON orders (node) WHERE NOT taken;
    """,
    """
    -- When a table was last closed, in microseconds since 1970, even if the next game has begun
    -- there: its finished games are found whether or not anybody told of them.
    ALTER TABLE tables ADD COLUMN IF NOT EXISTS finished bigint NOT NULL DEFAULT 0;
    """,
    """
    -- What a game belongs to besides its table, such as a group or the deal of a day.
    ALTER TABLE games ADD COLUMN IF NOT EXISTS label text COLLATE "C" NOT NULL DEFAULT '';

    -- Small things that are kept for a person, by name.
    CREATE TABLE IF NOT EXISTS belongings (
        person text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        value bytea NOT NULL,
        PRIMARY KEY (person, name)
    );
    """,
    """
    -- By correspondence: when a table has to be awake, in milliseconds since 1970, and who is to
    -- act. It follows from the logs.
    ALTER TABLE tables ADD COLUMN IF NOT EXISTS due bigint NOT NULL DEFAULT 0;
    ALTER TABLE people ADD COLUMN IF NOT EXISTS awaited boolean NOT NULL DEFAULT false;
    """,
)


class Index(NamedTuple):
    """An index on a table that may be large."""

    name: str
    on: str


class Slow(NamedTuple):
    """What belongs to a step and takes long on a large database, so it is done beside the games.

    Each piece may be done again after a kill: what is there stays, and the rest follows.
    """

    indexes: tuple[Index, ...] = ()
    batches: tuple[str, ...] = ()
    """Statements that change some rows, until they change none."""


SLOW = {
    6: Slow(
        indexes=(
            Index("gone_on_tables", "tables (written) WHERE NOT closed AND looked < finished"),
            Index("closed_tables", "tables (written) WHERE closed"),
        ),
        batches=(
            """
            UPDATE tables SET finished = written WHERE key IN (SELECT key FROM tables
            WHERE NOT closed AND looked < written AND finished = 0 LIMIT 5000)
            """,
        ),
    ),
    7: Slow(
        indexes=(
            Index("labelled_games", "games (label, ended, table_key, number) WHERE label <> ''"),
        ),
    ),
    8: Slow(indexes=(Index("due_tables", "tables (due) WHERE due > 0"),)),
}
"""What follows the script of each version."""
VERSION = len(SCRIPTS)
OLDEST = 1
"""The oldest Tacit, by the version of its schema, that may work on this one."""


class Schema(NamedTuple):
    """The version of the schema in a database; 0 if there is none."""

    version: int
    oldest: int
    """The oldest Tacit that may use it."""


async def schema_of(connection: Connection) -> Schema:
    """Return the version of a database; StoreError if it is another's or newer."""
    if not await connection.fetchval("SELECT to_regclass('tacit') IS NOT NULL"):
        if await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL"):
            raise StoreError("it is a database of another program")
        return Schema(0, 0)
    row = await connection.fetchrow("SELECT version, oldest FROM tacit")
    found = Schema(0, 0) if row is None else Schema(row["version"], row["oldest"])
    if found.oldest > VERSION:
        raise StoreError(
            f"it was written by a newer Tacit (database version {found.version}; "
            f"this Tacit reads up to {VERSION})"
        )
    return found
