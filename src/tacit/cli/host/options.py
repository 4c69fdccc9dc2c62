"""The commands of whoever runs a site."""

from __future__ import annotations

from tacit.cli.parser import Commands, Parser, add
from tacit.server.settings import FILE_VARIABLE, SETTINGS, Setting


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
    _add_settings(parser)


def _add_hosts(commands: Commands) -> None:
    """What a host does now and then."""
    doctor = add(
        commands,
        "doctor",
        "look at a host's set-up and say what to do",
        "tacit doctor --db games.db",
    )
    _add_settings(doctor)
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
    upgrade = add(
        commands,
        "upgrade",
        "bring a database of an earlier Tacit up to date; the site does it too when it starts",
        "tacit upgrade --db postgresql://tacit@localhost/tacit",
    )
    _add_db(upgrade)
    prune = add(
        commands,
        "prune",
        "remove the tables that were closed long ago",
        "tacit prune --db games.db --keep 90",
    )
    _add_db(prune)
    prune.add_argument("--keep", required=True, metavar="DAYS")
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


def _add_settings(parser: Parser) -> None:
    """Add everything a host can set, and the file it may stand in."""
    for setting in SETTINGS:
        if setting.option is not None:
            _add(parser, setting)
    parser.add_argument(
        "--config", metavar="FILE", help=f"a TOML file with any of these (${FILE_VARIABLE})"
    )


def _add_db(parser: Parser) -> None:
    _add(parser, next(setting for setting in SETTINGS if setting.key == "db"))


def _add(parser: Parser, setting: Setting) -> None:
    """Add an option as text: `settle` checks it like the environment and the file."""
    assert setting.option is not None
    if setting.base is bool:
        parser.add_argument(setting.option, action="store_const", const=True, help=setting.help)
    else:
        parser.add_argument(
            setting.option,
            action="append" if setting.base is tuple else "store",
            metavar=setting.say("metavar"),
            help=setting.help,
        )
