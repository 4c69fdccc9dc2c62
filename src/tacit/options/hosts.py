"""The commands of whoever runs a site."""

from __future__ import annotations

from tacit.options.parser import Commands, Parser, add


def add_commands(commands: Commands) -> None:
    """Add them all."""
    _add_serve(commands)
    _add_hosts(commands)


def _add_serve(commands: Commands) -> None:
    parser = add(
        commands,
        "serve",
        "run the site: people and bots play in the browser",
        "tacit serve --port 8000 --db games.db",
    )
    _add_where(parser)
    parser.add_argument(
        "--origin",
        action="append",
        metavar="ORIGIN",
        help="another origin whose pages may connect, such as https://club.example",
    )
    parser.add_argument(
        "--host-name",
        action="append",
        metavar="NAME",
        help="a name the site has on the internet, such as play.example.org",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        default=None,
        help="believe X-Forwarded-For and -Proto",
    )
    parser.add_argument(
        "--base-path",
        metavar="PATH",
        help="the whole site below this path, such as /tacit, where an address holds other things",
    )
    parser.add_argument(
        "--metrics-token",
        metavar="TOKEN",
        help="read /metrics from anywhere with this bearer token; "
        "without one only this machine may",
    )
    parser.add_argument(
        "--admin-token",
        metavar="TOKEN",
        help="the host's page, /admin, for whoever brings this; better as $TACIT_ADMIN_TOKEN",
    )
    parser.add_argument(
        "--invite-only",
        action="store_true",
        default=None,
        help="only people with the site's invitation open tables; no lobby",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,…",
        help="installed bots (tacit.bots entry points) that may sit at tables, on the clock",
    )
    parser.add_argument(
        "--keep", type=float, metavar="DAYS", help="remove closed tables after so long; never"
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="nodes on this machine, with a proxy in front; needs PostgreSQL (default 1)",
    )
    parser.add_argument(
        "--log", action="store_true", default=None, help="write what happens to stderr, as JSON"
    )
    parser.add_argument(
        "--config", metavar="FILE", help="a TOML file with any of these ($TACIT_CONFIG)"
    )


def _add_hosts(commands: Commands) -> None:
    """What a host does now and then."""
    doctor = add(
        commands,
        "doctor",
        "look at a host's set-up and say what to do",
        "tacit doctor --db games.db",
    )
    _add_where(doctor)
    backup = add(
        commands,
        "backup",
        "copy everything to a new SQLite file, while the site runs",
        "tacit backup --db games.db --to backup-monday.db",
    )
    _add_db(backup)
    backup.add_argument("--to", required=True, metavar="FILE", help="must not be there yet")
    restore = add(
        commands,
        "restore",
        "bring a backup back, to where there is no database yet",
        "tacit restore backup-monday.db --db games.db",
    )
    restore.add_argument("file", metavar="FILE")
    _add_db(restore)
    prune = add(
        commands,
        "prune",
        "remove the tables that were closed long ago",
        "tacit prune --db games.db --keep 90",
    )
    _add_db(prune)
    prune.add_argument("--keep", type=float, required=True, metavar="DAYS")
    rebuild = add(
        commands,
        "rebuild",
        "make finished games, records and ratings anew from the logs",
        "tacit rebuild --db games.db",
    )
    _add_db(rebuild)
    export = add(
        commands,
        "export",
        "write the games that everybody in them gave to research, without their names",
        "tacit export --db games.db --out games.jsonl",
    )
    _add_db(export)
    export.add_argument(
        "--out", default="-", metavar="FILE", help="JSON Lines; - is standard output, the default"
    )
    export.add_argument(
        "--card", metavar="FILE", help="the data card; default: beside FILE, as .md"
    )
    export.add_argument(
        "--salt",
        metavar="TEXT",
        help="a secret that gives people and games the same ids again; drawn anew without it",
    )
    migrate = add(
        commands,
        "migrate",
        "copy a SQLite file to PostgreSQL, history included",
        "tacit migrate games.db postgresql://tacit@localhost/tacit",
    )
    migrate.add_argument("source", metavar="FILE")
    migrate.add_argument("target", metavar="URL")


def _add_where(parser: Parser) -> None:
    """What a host says of a site; also by environment: TACIT_HOST, TACIT_PORT, TACIT_DB."""
    parser.add_argument("--host", help="default: all addresses")
    parser.add_argument("--port", type=int, help="default 8000; 0 takes a free one")
    _add_db(parser)


def _add_db(parser: Parser) -> None:
    parser.add_argument(
        "--db", metavar="URL", help="a file or postgresql://…; default $TACIT_DB or tacit.db"
    )
