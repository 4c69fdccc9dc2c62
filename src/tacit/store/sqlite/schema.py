"""The database's schema, as the steps that lead to it: a file of any earlier version opens."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from tacit.store.store import StoreError

APPLICATION = int.from_bytes(b"TCIT", "big")
"""SQLite's mark for whose file this is, so that no other program's tables are written into."""

# Released scripts are never edited, only followed by another.
SCRIPTS = (
    """
    CREATE TABLE tables (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        closed INTEGER NOT NULL,
        -- Microseconds since 1970, later for each append: the order in which tables were written.
        written INTEGER NOT NULL
    );
    CREATE INDEX open_tables ON tables (written) WHERE NOT closed;

    -- Entries lie in the order they came and live tables' keys are neighbours, so a batch that
    -- writes to many tables still touches few pages.
    CREATE TABLE entries (
        table_key INTEGER NOT NULL REFERENCES tables (key),
        number INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (table_key, number)
    );

    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        secret BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE people (
        person TEXT NOT NULL,
        table_key INTEGER NOT NULL REFERENCES tables (key),
        PRIMARY KEY (person, table_key)
    ) WITHOUT ROWID;

    -- Whoever came to the tables there are; those who left are found out when the table is read.
    INSERT OR IGNORE INTO people
    SELECT json_extract(event.value, '$.person'), table_key
    FROM entries, json_each(
        CASE
            WHEN instr(entry, CAST('"joined"' AS BLOB)) AND json_valid(CAST(entry AS TEXT))
            THEN CAST(entry AS TEXT) ELSE '{}'
        END, '$.house'
    ) AS event
    WHERE CASE
        WHEN event.type = 'object'
        THEN json_extract(event.value, '$.kind') = 'joined'
            AND json_type(event.value, '$.person') = 'text'
    END;

    CREATE TABLE devices (
        person TEXT NOT NULL,
        id TEXT NOT NULL,
        label TEXT NOT NULL,
        -- Milliseconds since 1970.
        seen INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        PRIMARY KEY (person, id)
    ) WITHOUT ROWID;
    CREATE INDEX ended_devices ON devices (person, id) WHERE ended;
    """,
    """
    -- How people are known again. All moments are milliseconds since 1970.
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        key BLOB NOT NULL,
        counter INTEGER NOT NULL,
        host TEXT NOT NULL,
        label TEXT NOT NULL,
        added INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkeys_of ON passkeys (person);

    -- Challenges that were answered, until they would be too old anyway.
    CREATE TABLE spent (challenge BLOB PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;

    -- A recovery code is a key, so only its hash is kept.
    CREATE TABLE kept (
        person TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        code BLOB UNIQUE,
        made INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- May researchers use their games?
    CREATE TABLE consents (
        person TEXT PRIMARY KEY,
        agreed INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    -- Up to which moment a log was read for what follows: finished games, and ratings after them.
    -- All of it is made from the logs, and can be dropped and made again.
    ALTER TABLE tables ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX unread_tables ON tables (written) WHERE closed AND looked < written;

    CREATE TABLE games (
        table_key INTEGER NOT NULL REFERENCES tables (key),
        number INTEGER NOT NULL,
        -- Milliseconds since 1970.
        ended INTEGER NOT NULL,
        about BLOB NOT NULL,
        -- By seat, as a JSON array.
        people TEXT NOT NULL,
        heard BLOB,
        PRIMARY KEY (table_key, number)
    ) WITHOUT ROWID;
    CREATE INDEX games_in_order ON games (ended, table_key, number);
    CREATE INDEX unheard_games ON games (table_key, number) WHERE heard IS NULL;

    CREATE TABLE played (
        person TEXT NOT NULL,
        ended INTEGER NOT NULL,
        table_key INTEGER NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (person, ended, table_key, number)
    ) WITHOUT ROWID;
    CREATE INDEX played_at ON played (table_key, number);

    CREATE TABLE rated (
        who TEXT NOT NULL,
        ended INTEGER NOT NULL,
        table_key INTEGER NOT NULL,
        number INTEGER NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        PRIMARY KEY (who, ended, table_key, number)
    ) WITHOUT ROWID;
    CREATE INDEX rated_in_order ON rated (ended, table_key, number);
    CREATE INDEX rated_at ON rated (table_key);

    -- One row: the last game that is in the ratings.
    CREATE TABLE rated_up_to (
        ended INTEGER NOT NULL,
        table_key INTEGER NOT NULL,
        number INTEGER NOT NULL
    );
    INSERT INTO rated_up_to VALUES (-1, 0, 0);

    -- People who had themselves deleted, as marks that nobody can be found by: a cookie of theirs
    -- that is still somewhere is refused.
    CREATE TABLE forgotten (mark BLOB PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    -- Who is to be forgotten, until they are.
    CREATE TABLE forgetting (
        person TEXT PRIMARY KEY,
        alias TEXT NOT NULL,
        -- Milliseconds since 1970.
        at INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    -- What the host of the site has set while it runs, such as closed doors, as JSON.
    CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
    """
    -- When a table was last closed, in microseconds since 1970, even if the next game has begun
    -- there: its finished games are found whether or not anybody told of them.
    ALTER TABLE tables ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET finished = written WHERE NOT closed AND looked < written;
    CREATE INDEX gone_on_tables ON tables (written) WHERE NOT closed AND looked < finished;

    -- The tables that are removed first.
    CREATE INDEX closed_tables ON tables (written) WHERE closed;
    """,
    """
    -- What a game belongs to besides its table, such as a group or the deal of a day.
    ALTER TABLE games ADD COLUMN label TEXT NOT NULL DEFAULT '';
    CREATE INDEX labelled_games ON games (label, ended, table_key, number) WHERE label <> '';

    -- Small things that are kept for a person, by name.
    CREATE TABLE belongings (
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (person, name)
    ) WITHOUT ROWID;
    """,
    """
    -- By correspondence: when a table has to be awake, in milliseconds since 1970, and who is to
    -- act. It follows from the logs.
    ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX due_tables ON tables (due) WHERE due > 0;
    ALTER TABLE people ADD COLUMN awaited INTEGER NOT NULL DEFAULT 0;
    """,
)
VERSION = len(SCRIPTS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to this version; raise StoreError, and change nothing, if that cannot be.

    Also proves that the file can be written: even with nothing to do it writes the version.
    """
    while _step(connection):
        pass


def _step(connection: sqlite3.Connection) -> bool:
    """Take one step in one transaction; return whether there may be more."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        version = version_of(connection)
        if version < VERSION:
            version += 1
            for statement in _statements(SCRIPTS[version - 1]):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {version}")
    return version < VERSION


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database, 0 if it is empty; StoreError if it is another's or newer."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application, version, things) != (0, 0, 0):
        raise StoreError("it is a database of another program")
    if version > VERSION:
        raise StoreError(
            f"it was written by a newer Tacit (database version {version}; "
            f"this Tacit reads up to {VERSION})"
        )
    return int(version)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit before each script instead."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
