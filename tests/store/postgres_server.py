"""One PostgreSQL for all tests of a process, and an empty place in it for each."""

from __future__ import annotations

import asyncio
import atexit
import functools
import itertools

import asyncpg

from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres

_NAMES = itertools.count(1)


@functools.cache
def server() -> Postgres:
    """Start it, the first time; it ends with the process."""
    postgres = Postgres(free_ports(1)[0])
    postgres.start()
    atexit.register(postgres.close)
    return postgres


def new_place() -> str:
    """Return the address of an empty place in the server."""
    name = f"place_{next(_NAMES)}"
    asyncio.run(execute(server().url, f"CREATE SCHEMA {name}"))
    # Without TLS, which it does not have: a node that ends while it asks for it leaves an answer
    # that nobody reads, and that is told as an error of the test that happens to run then.
    return f"{server().url}?search_path={name}&sslmode=disable"


async def execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()
