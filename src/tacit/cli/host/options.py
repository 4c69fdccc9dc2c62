"""The options of the commands for hosts. Those of `serve` come from `Config`."""

from __future__ import annotations

from tacit.cli.parser import Commands, add
from tacit.server.settings import add_option, add_options


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
    add_options(parser)


def _add_hosts(commands: Commands) -> None:
    """Add the commands besides `serve`."""
    doctor = add(
        commands,
        "doctor",
        "check a host's set-up and say what to do",
        "tacit doctor --db games.db",
    )
    add_options(doctor)
    backup = add(
        commands,
        "backup",
        "copy everything to a new SQLite file, while the site runs",
        "tacit backup --db games.db --to backup-monday.db",
    )
    add_option(backup, "db")
    backup.add_argument("--to", required=True, metavar="FILE", help="a new file")
    restore = add(
        commands,
        "restore",
        "restore a backup to a new database",
        "tacit restore backup-monday.db --db games.db",
    )
    restore.add_argument("file", metavar="FILE")
    add_option(restore, "db")
    upgrade = add(
        commands,
        "upgrade",
        "upgrade the database of an earlier Tacit; the site also does it when it starts",
        "tacit upgrade --db postgresql://tacit@localhost/tacit",
    )
    add_option(upgrade, "db")
    prune = add(
        commands,
        "prune",
        "remove the tables that were closed long ago",
        "tacit prune --db games.db --keep 90",
    )
    add_option(prune, "db")
    add_option(prune, "keep", required=True)
    rebuild = add(
        commands,
        "rebuild",
        "rebuild finished games, records and ratings from the logs",
        "tacit rebuild --db games.db",
    )
    add_option(rebuild, "db")
    export = add(
        commands,
        "export",
        "write the games that all their players gave to research, without names",
        "tacit export --db games.db --out games.jsonl",
    )
    add_option(export, "db")
    export.add_argument(
        "--out", default="-", metavar="FILE", help="JSON Lines; - is standard output, the default"
    )
    export.add_argument(
        "--card", metavar="FILE", help="the data card; default: beside FILE, as .md"
    )
    export.add_argument(
        "--salt",
        metavar="TEXT",
        help="a secret that gives players and games the same ids again (default: a new one)",
    )
    migrate = add(
        commands,
        "migrate",
        "copy a SQLite file to PostgreSQL, history included",
        "tacit migrate games.db postgresql://tacit@localhost/tacit",
    )
    migrate.add_argument("source", metavar="FILE")
    migrate.add_argument("target", metavar="URL")
