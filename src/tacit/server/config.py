"""What a host can set, with defaults for a club on one machine.

`Config` is the only source: `tacit.server.settings` derives command line options, environment
variables, TOML keys, `--help` and all checks from the fields that have a description.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from tacit.store import file_of

Origin: TypeAlias = Annotated[str, Meta(pattern=r"^https?://[^/?#@,\s]+$")]
_LABELS = r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?"
HostName: TypeAlias = Annotated[str, Meta(pattern=rf"^{_LABELS}$", max_length=253)]
_ADDRESS = re.compile(r"[^@\s:/]+@[^@\s:/]+")
_URI = re.compile(r"(?:https://|mailto:|tel:)[!-~]+")
MOST = 10_000_000_000
"""No limit is larger."""
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")


def base_path(text: str) -> str:
    """Return a base path with a slash in front and none at its end.

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
    """Return a contact as a URI, as security.txt requires (RFC 9116).

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


def listen_address(text: str) -> str:
    """Return an address, or a name, that a site can try to listen on.

    >>> listen_address("::"), listen_address("club.lan"), listen_address("")
    ('::', 'club.lan', '')
    >>> listen_address("..")
    Traceback (most recent call last):
    ValueError: '..' does not appear to be an IPv4 or IPv6 address
    """
    if text and not re.fullmatch(_LABELS, text):
        ip_address(text.partition("%")[0])
    return text


_SENT_BY_BROWSERS = {"host", "cookie", "authorization", "origin", "referer", "user-agent", "accept"}
_SENT_BY_BROWSERS |= {"connection", "upgrade", "forwarded", "via", "date", "from", "te", "dnt"}


def user_header(name: str) -> str:
    """Return the name of a header that only a proxy sets.

    >>> user_header("X-Remote-User"), user_header("")
    ('X-Remote-User', '')
    >>> user_header("User-Agent")
    Traceback (most recent call last):
    ValueError: visitors send 'User-Agent' themselves
    """
    lower = name.lower()
    theirs = ("accept-", "content-", "sec-", "if-", "x-forwarded-")
    if lower in _SENT_BY_BROWSERS or lower.startswith(theirs):
        raise ValueError(f"visitors send {name!r} themselves")
    return name


def proxy_networks(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return addresses and networks of proxies, each as a network.

    >>> proxy_networks(("10.0.0.5", "fd00::/8"))
    ('10.0.0.5/32', 'fd00::/8')
    """
    return tuple(str(ip_network(text)) for text in texts)


def store_address(url: str) -> str:
    """Return the address of a store; StoreError if it is none."""
    file_of(url)
    return url


def option(  # noqa: PLR0913
    help_text: str,
    expected: str = "",
    metavar: str | None = None,
    read: Callable[[Any], Any] | None = None,
    *,
    default: str | None = None,
    secret: bool = False,
    **bounds: float | str,
) -> Meta:
    """Describe a setting to a host.

    `expected` completes "must be"; without it the type and its bounds say it. `read` normalises a
    text or refuses it. `default` is what --help says of the default instead of the value itself.
    The value of a `secret` setting is never repeated in a message.
    """
    extra = {"expected": expected, "metavar": metavar, "read": read, "secret": secret}
    given: Any = bounds
    return Meta(description=help_text, extra=extra | {"default": default}, **given)


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
    lines: Annotated[int, limit("WebSocket connections.")] = 20_000
    lines_per_address: Annotated[int, limit("WebSocket connections from one address.")] = 200
    connections: Annotated[
        int, limit("TCP connections of every kind, if the system allows so many open files.")
    ] = 22_000
    connections_per_address: Annotated[
        int, limit("TCP connections from one address. Behind a proxy they are not counted.")
    ] = 400
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
        float, limit("Requests from one address for a guest's games and records.", "per s")
    ] = 4.0
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


class Config(msgspec.Struct, frozen=True, rename="kebab"):
    """How the site runs. Fields without a description are for programs only."""

    host: Annotated[
        str,
        option(
            "the address to listen on",
            "an address or a name to listen on",
            read=listen_address,
            default="all addresses; with --behind-proxy this machine only",
            max_length=253,
        ),
    ] = "0.0.0.0"  # noqa: S104  # friends on the same network can reach it
    port: Annotated[int, option("the port; 0 takes a free one", ge=0, le=65_535)] = 8000
    db: Annotated[
        str,
        option(
            "where games are kept: a file or postgresql://…",
            "a file or postgresql://user@host/name",
            metavar="URL",
            read=store_address,
            secret=True,
        ),
    ] = "tacit.db"
    origins: Annotated[
        tuple[Origin, ...],
        option(
            "another origin whose pages may connect, such as https://club.example",
            "origins such as https://club.example, without a path",
            metavar="ORIGIN",
        ),
    ] = msgspec.field(default=(), name="origin")
    host_names: Annotated[
        tuple[HostName, ...],
        option(
            "a name of the site on the internet, such as play.example.org",
            "names such as play.example.org, without scheme and port",
            metavar="NAME",
        ),
    ] = msgspec.field(default=(), name="host-name")
    behind_proxy: Annotated[
        bool, option("trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front")
    ] = False
    proxies: Annotated[
        tuple[str, ...],
        option(
            "the address or network of the proxy, such as 10.0.0.5: no other client's headers are"
            " trusted",
            "addresses or networks such as 10.0.0.5 or 10.1.0.0/16",
            metavar="ADDRESS",
            read=proxy_networks,
            default="every client's; of --user-header this machine's",
        ),
    ] = msgspec.field(default=(), name="proxy")
    user_header: Annotated[
        str,
        option(
            "the header in which a proxy that signs people in names each one, such as Remote-User",
            "the name of a header that only the proxy sets, such as Remote-User",
            metavar="NAME",
            read=user_header,
            pattern=r"^[A-Za-z0-9-]{0,64}$",
        ),
    ] = ""
    embed: Annotated[
        str,
        option(
            "the origin of your own page that may show the site in a frame, such as"
            " https://club.example",
            "an origin such as https://club.example, without a path",
            metavar="ORIGIN",
            pattern=r"^(https?://[A-Za-z0-9.:\[\]-]{1,253})?$",
        ),
    ] = ""
    base_path: Annotated[
        str,
        option(
            "serve the whole site below this path, such as /tacit",
            "a path of letters, digits, '-', '_', '.' and '/', such as /tacit",
            metavar="PATH",
            read=base_path,
        ),
    ] = ""
    metrics_token: Annotated[
        str,
        option(
            "bearer token that may read /metrics from anywhere; without one only this machine may",
            metavar="TOKEN",
            secret=True,
        ),
    ] = ""
    local_metrics: Annotated[
        bool,
        option(
            "let this machine read /metrics without a token, behind a proxy that always sets"
            " X-Forwarded-For; the nodes of --workers do"
        ),
    ] = False
    admin_token: Annotated[
        str,
        option(
            "the password of the host's page, /admin; safer as a variable",
            metavar="TOKEN",
            secret=True,
        ),
    ] = ""
    invite_only: Annotated[
        bool, option("only guests with the site's invitation open tables; no lobby")
    ] = False
    invitation: Annotated[
        str,
        option("part of the invitation's link; change it to void the old link", metavar="WORD"),
    ] = ""
    security_contact: Annotated[
        str,
        option(
            "where to report a vulnerability of this site, for security.txt",
            "an e-mail address or a URI that begins with https:, mailto: or tel:",
            metavar="CONTACT",
            read=contact_uri,
        ),
    ] = ""
    bots: Annotated[
        str,
        option(
            "installed bots (tacit.bots entry points) that may sit at tables, with a time limit",
            "names with commas between",
            metavar="A,B,…",
        ),
    ] = ""
    keep_days: Annotated[
        float,
        option(
            "remove closed tables after so many days",
            metavar="DAYS",
            default="never",
            ge=0,
            le=36_500,
        ),
    ] = msgspec.field(default=0.0, name="keep")
    workers: Annotated[
        int,
        option(
            "nodes on this machine, with a proxy in front; more than one need PostgreSQL",
            metavar="N",
            ge=1,
            le=256,
        ),
    ] = 1
    node: Annotated[
        str,
        option(
            "this node's name in log lines",
            "a name of up to 64 letters, digits, '.', '_' and '-'",
            metavar="NAME",
            default="the machine's name",
            pattern=r"^[A-Za-z0-9._-]{0,64}$",
        ),
    ] = ""
    log: Annotated[bool, option("log every event to stderr as JSON; without it only warnings")] = (
        False
    )
    erasure_recheck_s: float = 5.0
    """When an erasure looks at all logs again: by then, writes that were under way have come."""
    bot_threads: int = 2
    """For the light bots, and as many for the heavy ones."""
    bot_pace_ms: tuple[int, int] = (600, 1600)
    """How long a bot takes over what is not a matter of timing: at least, at most."""
    limits: Limits = Limits()
