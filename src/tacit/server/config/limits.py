"""How much clients may ask of a site, together and each of them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

MOST = 10_000_000_000
"""No limit is larger."""


def limit(meaning: str, unit: str = "", *, ge: float | None = None, le: float = MOST) -> Meta:
    """Describe a limit: a number above 0, unless `ge` says otherwise."""
    least: Any = {"gt": 0} if ge is None else {"ge": ge}
    return Meta(description=meaning, extra={"unit": unit}, le=le, **least)


class Limits(msgspec.Struct, frozen=True, rename="kebab"):
    """How much a client may ask for.

    A host can set each of them: a new field needs nothing else. `python -m tests.limits_table`
    writes them into docs/hosting.md.
    """

    tables: Annotated[int, limit("Tables in memory.")] = 5000
    new_tables: Annotated[int, limit("Tables that one address may open.", "per hour")] = 60
    daily_per_address: Annotated[
        int,
        limit(
            "Games of one deal of the day that count, of one address; a person whom a proxy signs"
            " in uses up none."
        ),
    ] = 20
    evening_tables: Annotated[
        int, limit("Tables of evenings whose rounds begin from one address.", "per hour")
    ] = 600
    evening_requests: Annotated[
        float, limit("Requests from one address for evenings and their tables.", "per s")
    ] = 100.0
    lines: Annotated[int, limit("WebSocket connections.")] = 20_000
    lines_per_address: Annotated[int, limit("WebSocket connections from one address.")] = 300
    connections: Annotated[
        int, limit("TCP connections of every kind, if the system allows as many open files.")
    ] = 22_000
    connections_per_address: Annotated[
        int, limit("TCP connections from one address. Behind a proxy they are not counted.")
    ] = 800
    connections_per_second: Annotated[
        float, limit("New TCP connections from one address; ten seconds' worth at once.", "per s")
    ] = 40.0
    loop_pace: Annotated[
        float, limit("Event loop time that one address may use while the loop is idle.", "s per s")
    ] = 0.25
    loop_pace_ms: Annotated[float, limit("How much of it at once.", "ms")] = 10.0
    loop_share: Annotated[
        float, limit("Event loop time that is reserved for one address.", "s per s")
    ] = 0.015
    loop_share_ms: Annotated[float, limit("How much of it at once.", "ms")] = 100.0
    loop_overdraft: Annotated[
        float,
        limit("Event loop time that all addresses together may use beyond their own.", "s per s"),
    ] = 0.3
    loop_overdraft_ms: Annotated[float, limit("How much of it at once.", "ms")] = 50.0
    worker_share: Annotated[
        float,
        limit(
            "Time of the shared workers (replays, reviews, pictures) for one address.", "s per s"
        ),
    ] = 0.25
    worker_s: Annotated[float, limit("How much of it at once.", "s")] = 60.0
    held_bytes_per_address: Annotated[
        int,
        limit("Requests not read and answers not sent yet, of one address, in memory.", "bytes"),
    ] = 16_777_216
    refusal_seconds: Annotated[
        float, limit("How long a client over its rate limit waits for the refusal.", "s")
    ] = 1.0
    send_seconds: Annotated[
        float, limit("An HTTP answer that its client does not read for so long is dropped.", "s")
    ] = 60.0
    head_seconds: Annotated[
        float, limit("A connection that sends no request for so long is closed.", "s")
    ] = 15.0
    body_seconds: Annotated[float, limit("Time for the body of a request.", "s")] = 15.0
    messages: Annotated[
        float, limit("Messages on one connection; two seconds' worth at once.", "per s")
    ] = 20.0
    hellos: Annotated[
        float, limit("Fresh views that one connection may ask for; three at once.", "per s")
    ] = 1.0
    messages_per_address: Annotated[
        float, limit("Messages from one address; three seconds' worth at once.", "per s")
    ] = 400.0
    lines_per_person: Annotated[
        int, limit("Connections of one guest at one table; one more closes the oldest.")
    ] = 8
    talk: Annotated[
        float,
        limit(
            "Chat messages and emotes of one guest; five times as many at one table, ten times as"
            " many from one address.",
            "per s",
        ),
    ] = 1.0
    pauses: Annotated[
        float,
        limit("Pauses of one guest; twice as many stops of play and proposed stars.", "per s"),
    ] = 0.25
    changes: Annotated[
        float,
        limit("Joining, leaving, sitting down, renaming, settings: all that is no play.", "per s"),
    ] = 2.0
    hard_bots: Annotated[
        int,
        limit(
            "Bots that think hard, at tables just opened or with connected players; half of them"
            " from one address.",
            ge=0,
        ),
    ] = 40
    requests: Annotated[float, limit("HTTP requests from one address.", "per s")] = 20.0
    files: Annotated[
        float, limit("Requests from one address for the app's own files.", "per s")
    ] = 200.0
    links: Annotated[
        int, limit("Links to other devices from one address at once; one more every minute.")
    ] = 20
    sign_ins: Annotated[
        int, limit("Wrong passkeys and recovery codes from one address at once; two more a minute.")
    ] = 30
    replays: Annotated[float, limit("Replays for one address.", "per s")] = 1.0
    rooms: Annotated[int, limit("Rooms in which a replay is watched together.")] = 1000
    rooms_per_address: Annotated[int, limit("Such rooms opened from one address.")] = 20
    room_people: Annotated[int, limit("Connections in one room.")] = 30
    my_games: Annotated[
        float, limit("Requests from one address for a guest's games, groups and turns.", "per s")
    ] = 12.0
    message_bytes: Annotated[int, limit("The longest message on a WebSocket.", "bytes")] = 4096
    body_bytes: Annotated[int, limit("The longest body of a request.", "bytes")] = 16_384
    unread_bytes: Annotated[
        int, limit("A connection with a larger send backlog is closed.", "bytes")
    ] = 262_144
    unread_altogether: Annotated[
        int,
        limit("Send backlog of all connections; beyond it the largest ones are closed.", "bytes"),
    ] = 67_108_864
    unvisited_minutes: Annotated[
        float, limit("A table to which no player ever connected is closed after so long.", "min")
    ] = 5.0
    lobby_seconds: Annotated[float, limit("How long the lobby is cached.", "s")] = 1.0
    idle_minutes: Annotated[
        float, limit("A table without connections is evicted after so long; its log stays.", "min")
    ] = 60.0
    game_days: Annotated[
        float, limit("A game that no player continues expires after so long.", "days", le=36_500)
    ] = 30.0
    lobby_days: Annotated[
        float,
        limit("A table without a game expires when it was empty for so long.", "days", le=36_500),
    ] = 1.0
    joins: Annotated[
        int,
        limit("New guests from one address at one table at once; one more every half minute."),
    ] = 20
