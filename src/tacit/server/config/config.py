"""What a host can set, with defaults for a club on one machine.

`Config` is the only source: `tacit.server.settings` derives command line options, environment
variables, TOML keys, `--help` and all checks from the fields that have a description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tacit.server.config.limits import Limits
from tacit.server.config.values import (
    HostName,
    Origin,
    base_path,
    contact_uri,
    listen_address,
    proxy_networks,
    store_address,
    user_header,
)


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
    push_services: Annotated[
        tuple[HostName, ...],
        option(
            "another push service that devices may be called through; those of Chrome, Firefox,"
            " Safari and Edge are known",
            "names such as push.example.org, without scheme and port",
            metavar="NAME",
        ),
    ] = msgspec.field(default=(), name="push-service")
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
            "remove closed tables after this many days",
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
    calls_to_loopback: bool = False
    """Push services and webhooks may be on this machine, without TLS: for tests."""
    bot_threads: int = 2
    """For the light bots, and as many for the heavy ones."""
    bot_pace_ms: tuple[int, int] = (600, 1600)
    """How long a bot takes over what is not a matter of timing: at least, at most."""
    limits: Limits = Limits()
