"""What a host can set, with defaults for a club on one machine."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """How much anybody may ask for."""

    tables: int = 5000
    """Tables in memory."""
    new_tables: int = 60
    """Tables one address may open in an hour."""
    lines: int = 20_000
    """WebSocket connections."""
    lines_per_address: int = 200
    connections: int = 22_000
    """TCP connections of every kind, if the system allows so many open files."""
    connections_per_address: int = 400
    """Not counted behind a proxy, whose connections they all are."""
    head_seconds: float = 15.0
    """A connection that takes longer to ask for something, or for something more, is closed."""
    body_seconds: float = 15.0
    messages: float = 20.0
    """Messages a second on one line, in the long run; twice as many seconds' worth at once."""
    hellos: float = 1.0
    """Of these, times a second that a line may ask for everything again; twenty times at once."""
    messages_per_address: float = 400.0
    """Messages a second on all lines from one address; three seconds' worth at once."""
    lines_per_person: int = 8
    """At one table; when there are more, the oldest is hung up."""
    talk: float = 1.0
    """Lines and gestures of one person a second, in the long run; five times as many at one table,
    ten times as many from one address."""
    pauses: float = 0.25
    """The same for pausing a game and going on."""
    changes: float = 2.0
    """The same for coming, going, sitting down, renaming, settings and whatever is not playing."""
    hard_bots: int = 40
    """Bots that think hard at tables just opened or that somebody is connected to; half of them
    from one address."""
    requests: float = 20.0
    """HTTP requests a second from one address, in the long run."""
    files: float = 200.0
    """The same for the app's own files, of which a page needs dozens and a club many pages."""
    links: int = 20
    """Links to other devices that one address may make at once; one more every minute."""
    sign_ins: int = 30
    """Tries with a passkey or a recovery code that one address has at once; two more a minute."""
    replays: float = 1.0
    """Replays a second for one address, in the long run."""
    rooms: int = 1000
    """Rooms in which a replay is watched together by somebody now."""
    rooms_per_address: int = 20
    """Of these, begun from one address."""
    room_people: int = 30
    """Lines in one room."""
    my_games: float = 4.0
    """Questions a second for one's own games and records from one address, in the long run."""
    message_bytes: int = 4096
    body_bytes: int = 16_384
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
    game_days: float = 30.0
    """A game that nobody goes on with ends after so long."""
    lobby_days: float = 1.0
    """A table at which no game has begun ends when nobody has been there for so long."""
    joins: int = 20
    """New people that one address may bring to one table at once; one more every half minute."""


class Config(msgspec.Struct, frozen=True):
    """How the site runs."""

    host: str = "0.0.0.0"  # noqa: S104  # friends on the same network shall reach it
    port: int = 8000
    db: str = "tacit.db"
    origins: tuple[str, ...] = ()
    """Origins besides the site's own whose pages may connect."""
    host_names: tuple[str, ...] = ()
    """Names the site has on the internet; names of a home network need not be said."""
    behind_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them."""
    base_path: str = ""
    """The path below which the whole site is, such as "/tacit"; empty for all of the address."""
    metrics_token: str = ""
    """Whoever brings it may read /metrics from anywhere; without it, only this machine may."""
    admin_token: str = ""
    """Whoever brings it sees the host's page, /admin; without it there is none."""
    invite_only: bool = False
    """Only people who have the site's invitation, or are at a table, open tables; no lobby."""
    keep_days: float = 0.0
    """Closed tables are removed after so long; 0 keeps them for ever."""
    linger: float = 5.0
    """Seconds after which it is looked again whether nothing is left of somebody deleted."""
    bot_threads: int = 2
    """For the light bots, and as many for the heavy ones."""
    bot_pace: tuple[int, int] = (600, 1600)
    """Milliseconds a bot takes over what is not a matter of timing."""
    limits: Limits = Limits()
