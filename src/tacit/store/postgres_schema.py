"""The schema in PostgreSQL, as the steps that lead to it.

Nodes of the version before go on while a step is taken, so a step only ever adds. One that the
version before could not live with raises `OLDEST`, and is released a version later than the code
that no longer needs what it takes away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
)
VERSION = len(SCRIPTS)
OLDEST = 1
"""The oldest Tacit, by the version of its schema, that may work on this one."""

_LOCK = int.from_bytes(b"TCIT", "big")


async def migrate(connection: Connection) -> None:
    """Bring a database to this version; raise StoreError, and change nothing, if that cannot be."""
    async with connection.transaction():
        # Nodes start at the same time: one does it, the others find it done.
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        version, oldest = await _version(connection)
        if oldest > VERSION:
            raise StoreError(
                f"it was written by a newer Tacit (database version {version}; "
                f"this Tacit reads up to {VERSION})"
            )
        for script in SCRIPTS[version:]:
            await connection.execute(script)
        if version < VERSION:
            await connection.execute("DELETE FROM tacit")
            await connection.execute("INSERT INTO tacit VALUES ($1, $2)", VERSION, OLDEST)


async def _version(connection: Connection) -> tuple[int, int]:
    """Return the version of the schema there is, and the oldest Tacit that may use it."""
    there = await connection.fetchval("SELECT to_regclass('tacit') IS NOT NULL")
    if not there:
        if await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL"):
            raise StoreError("it is a database of another program")
        await connection.execute(
            "CREATE TABLE tacit (version integer NOT NULL, oldest integer NOT NULL)"
        )
    row = await connection.fetchrow("SELECT version, oldest FROM tacit")
    return (0, 0) if row is None else (row["version"], row["oldest"])
