"""What a host can set, with defaults for a club on one machine.

`Config` is the one source of it: `tacit.server.settings` derives command line options, environment
variables, TOML keys, their help and their checks from the fields that have a description, and from
all fields of `Limits`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from tacit.store import file_of

Days: TypeAlias = Annotated[float, Meta(gt=0, le=36_500)]
Origin: TypeAlias = Annotated[str, Meta(pattern=r"^https?://[^/?#@,\s]+$")]
HostName: TypeAlias = Annotated[str, Meta(pattern=r"^[^/:@,\s]+$")]
_ADDRESS = re.compile(r"[^@\s:/]+@[^@\s:/]+")
_URI = re.compile(r"(?:https://|mailto:|tel:)[!-~]+")
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")


def base_path(text: str) -> str:
    """Return a base path as it is written in front of others: with no slash at its end.

    >>> base_path("/tacit/"), base_path("games/tacit"), base_path("/"), base_path("")
    ('/tacit', '/games/tacit', '', '')
    >>> base_path("a?")
    Traceback (most recent call last):
    ValueError: letters, digits, '-', '_', '.' and '/' make a path
    """
    parts = [part for part in text.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise ValueError("letters, digits, '-', '_', '.' and '/' make a path")
    return "".join(f"/{part}" for part in parts)


def contact_uri(text: str) -> str:
    """Return a contact as security.txt has to write it (RFC 9116).

    >>> contact_uri("ann@club.example"), contact_uri("https://club.example/report")
    ('mailto:ann@club.example', 'https://club.example/report')
    >>> contact_uri("the host")
    Traceback (most recent call last):
    ValueError: an e-mail address, or a URI that begins with https:, mailto: or tel:
    """
    if _ADDRESS.fullmatch(text) and text.isascii():
        return f"mailto:{text}"
    if text and not _URI.fullmatch(text):
        raise ValueError("an e-mail address, or a URI that begins with https:, mailto: or tel:")
    return text


def store_address(url: str) -> str:
    """Return the address of a store; StoreError if it names none."""
    file_of(url)
    return url


def told(
    help_text: str,
    expected: str = "",
    metavar: str | None = None,
    read: Callable[[str], str] | None = None,
    *,
    secret: bool = False,
    **bounds: float | str,
) -> Meta:
    """Describe a setting to a host.

    `expected` completes "is to be"; without it the type and its bounds say it. `read` normalises a
    text or refuses it. The value of a `secret` setting is never repeated in a message.
    """
    extra = {"expected": expected, "metavar": metavar, "read": read, "secret": secret}
    given: Any = bounds
    return Meta(description=help_text, extra=extra, **given)


class Limits(msgspec.Struct, frozen=True, rename="kebab"):
    """How much anybody may ask for.

    A host can set each of them: a new field needs nothing else. Numbers are above 0 unless a field
    says otherwise. `python -m tests.limits_table` writes them into docs/hosting.md.
    """

    tables: int = 5000
    """Tables in memory."""
    new_tables: int = 60
    """Tables one address may open in an hour."""
    lines: int = 20_000
    """WebSocket connections."""
    lines_per_address: int = 200
    """Of these, from one address."""
    connections: int = 22_000
    """TCP connections of every kind, if the system allows so many open files."""
    connections_per_address: int = 400
    """Not counted behind a proxy, whose connections they all are."""
    connections_per_second: float = 40.0
    """New TCP connections from one address, in the long run; ten seconds' worth at once."""
    loop_pace: float = 0.25
    """The part of the event loop's time that one address may use while others want none."""
    loop_pace_ms: float = 10.0
    """How much of it at once."""
    loop_share: float = 0.015
    """The part of the event loop's time that one address has to itself."""
    loop_share_ms: float = 100.0
    """How much of it at once."""
    loop_overdraft: float = 0.3
    """The part of the event loop's time that all addresses together may use beyond their own."""
    loop_overdraft_ms: float = 50.0
    """How much of it at once."""
    worker_share: float = 0.25
    """Seconds a second of the shared workers (replays, reviews, pictures) that one address gets."""
    worker_s: float = 60.0
    """How many seconds of them at once."""
    held_bytes_per_address: int = 16_777_216
    """Bytes of unread requests and unsent answers that one address may have in memory."""
    refusal_seconds: float = 1.0
    """How long a client that asks too often waits for its refusal."""
    send_seconds: float = 60.0
    """An answer over HTTP that its reader does not take for so long is given up."""
    head_seconds: float = 15.0
    """A connection that takes longer to ask for something, or for something more, is closed."""
    body_seconds: float = 15.0
    """Time for the body of a request."""
    messages: float = 20.0
    """Messages a second on one line, in the long run; twice as many seconds' worth at once."""
    hellos: float = 1.0
    """Of these, times a second that a line may ask for everything again; three times at once."""
    messages_per_address: float = 400.0
    """Messages a second on all lines from one address; three seconds' worth at once."""
    lines_per_person: int = 8
    """At one table; when there are more, the oldest is hung up."""
    talk: float = 1.0
    """Lines and gestures of one person a second, in the long run; five times as many at one table,
    ten times as many from one address."""
    pauses: float = 0.25
    """The same for pausing a game and going on; twice as many stops of play and stars proposed."""
    changes: float = 2.0
    """The same for coming, going, sitting down, renaming, settings and whatever is not playing."""
    hard_bots: Annotated[int, Meta(ge=0)] = 40
    """Bots that think hard at tables just opened or with connected players; half of them
    from one address."""
    requests: float = 20.0
    """HTTP requests a second from one address, in the long run."""
    files: float = 200.0
    """The same for the app's own files, of which a page needs dozens and a club many pages."""
    links: int = 20
    """Links to other devices that one address may make at once; one more every minute."""
    sign_ins: int = 30
    """Wrong passkeys and recovery codes that one address has at once; two more a minute."""
    replays: float = 1.0
    """Replays a second for one address, in the long run."""
    rooms: int = 1000
    """Rooms in which a replay is watched together now."""
    rooms_per_address: int = 20
    """Of these, begun from one address."""
    room_people: int = 30
    """Lines in one room."""
    my_games: float = 4.0
    """Questions a second for one's own games and records from one address, in the long run."""
    message_bytes: int = 4096
    """The longest message on a WebSocket."""
    body_bytes: int = 16_384
    """The longest body of a request."""
    unread_bytes: int = 262_144
    """A line whose reader leaves so much unread is cut off."""
    unread_altogether: int = 67_108_864
    """What all lines together may leave unread; then those are cut off that leave the most."""
    unvisited_minutes: float = 5.0
    """A table nobody has ever connected to is closed after so long."""
    lobby_seconds: float = 1.0
    """How long the lobby is shown as it was."""
    idle_minutes: float = 60.0
    """A table nobody is connected to leaves memory after so long; its log stays."""
    game_days: Days = 30.0
    """A game that nobody goes on with ends after so long."""
    lobby_days: Days = 1.0
    """A table at which no game has begun ends when nobody has been there for so long."""
    joins: int = 20
    """New people that one address may bring to one table at once; one more every half minute."""


class Config(msgspec.Struct, frozen=True, rename="kebab"):
    """How the site runs. A field without a description is for programs only."""

    host: Annotated[
        str,
        told(
            "default: all addresses; with --behind-proxy this machine only",
            "an address or a name to listen on",
            pattern=r"^[^/\s]*$",
        ),
    ] = "0.0.0.0"  # noqa: S104  # friends on the same network shall reach it
    port: Annotated[int, told("default 8000; 0 takes a free one", ge=0, le=65_535)] = 8000
    db: Annotated[
        str,
        told(
            "a file or postgresql://…; default $TACIT_DB or tacit.db",
            "a file or postgresql://user@host/name",
            metavar="URL",
            read=store_address,
            secret=True,
        ),
    ] = "tacit.db"
    origins: Annotated[
        tuple[Origin, ...],
        told(
            "another origin whose pages may connect, such as https://club.example",
            "origins such as https://club.example, without a path",
            metavar="ORIGIN",
        ),
    ] = msgspec.field(default=(), name="origin")
    host_names: Annotated[
        tuple[HostName, ...],
        told(
            "a name the site has on the internet, such as play.example.org",
            "names such as play.example.org, without scheme and port",
            metavar="NAME",
        ),
    ] = msgspec.field(default=(), name="host-name")
    behind_proxy: Annotated[bool, told("believe X-Forwarded-For and -Proto")] = False
    base_path: Annotated[
        str,
        told(
            "the whole site below this path, such as /tacit, where an address holds other things",
            "a path of letters, digits, '-', '_', '.' and '/', such as /tacit",
            metavar="PATH",
            read=base_path,
        ),
    ] = ""
    metrics_token: Annotated[
        str,
        told(
            "read /metrics from anywhere with this bearer token; without one only this machine may",
            metavar="TOKEN",
            secret=True,
        ),
    ] = ""
    local_metrics: Annotated[
        bool,
        told(
            "behind a proxy that always sets X-Forwarded-For, too, let this machine read /metrics"
            " without a token; the nodes of --workers do"
        ),
    ] = False
    admin_token: Annotated[
        str,
        told(
            "the password of the host's page, /admin; better as $TACIT_ADMIN_TOKEN",
            metavar="TOKEN",
            secret=True,
        ),
    ] = ""
    invite_only: Annotated[
        bool, told("only people with the site's invitation open tables; no lobby")
    ] = False
    invitation: Annotated[
        str,
        told("part of the invitation's link; change it to make the old link void", metavar="WORD"),
    ] = ""
    security_contact: Annotated[
        str,
        told(
            "where to report a vulnerability of this site, for security.txt",
            "an e-mail address or a URI that begins with https:, mailto: or tel:",
            metavar="CONTACT",
            read=contact_uri,
        ),
    ] = ""
    bots: Annotated[
        str,
        told(
            "installed bots (tacit.bots entry points) that may sit at tables, on the clock",
            "names with commas between",
            metavar="A,B,…",
        ),
    ] = ""
    keep_days: Annotated[
        float,
        told("remove closed tables after so long; never", metavar="DAYS", ge=0, le=36_500),
    ] = msgspec.field(default=0.0, name="keep")
    """0 keeps them for ever."""
    workers: Annotated[
        int,
        told(
            "nodes on this machine, with a proxy in front; needs PostgreSQL (default 1)",
            metavar="N",
            ge=1,
            le=256,
        ),
    ] = 1
    node: Annotated[
        str,
        told(
            "this node's name in log lines; default: the machine's",
            "a name of up to 64 letters, digits, '.', '_' and '-'",
            metavar="NAME",
            pattern=r"^[A-Za-z0-9._-]{0,64}$",
        ),
    ] = ""
    log: Annotated[
        bool, told("write all that happens to stderr, as JSON; without it warnings only")
    ] = False
    linger: float = 5.0
    """Seconds after which it is looked again whether nothing is left of somebody deleted."""
    bot_threads: int = 2
    """For the light bots, and as many for the heavy ones."""
    bot_pace: tuple[int, int] = (600, 1600)
    """Milliseconds a bot takes over what is not a matter of timing."""
    limits: Limits = Limits()
