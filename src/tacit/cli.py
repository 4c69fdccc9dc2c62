"""The `tacit` command. Each subcommand lives in `tacit.commands` and is imported when it is used.

Exit codes: 0, 1 if the answer is no (a replay that does not verify), 2 for bad input, which is told
in one line.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from tacit import SettingsError, __version__
from tacit.arena import ArenaError
from tacit.bots.bot import BotError
from tacit.commands.input import InputError
from tacit.games import GAMES, every_game
from tacit.log.replay import ReplayError
from tacit.package import MissingExtra, missing_extra
from tacit.store.store import StoreError

ERRORS = (
    ArenaError,
    BotError,
    InputError,
    MissingExtra,
    OSError,
    ReplayError,
    SettingsError,
    StoreError,
)
"""What is wrong with the input, and no fault of this program."""
EXTRAS = {
    "export": "server",
    "join": "client",
    "mcp": "mcp",
    "rebuild": "server",
    "serve": "server",
}
"""The extra that brings all a command needs."""


HOSTED = ("serve", "doctor", "backup", "restore", "prune", "rebuild", "export")
"""Commands whose options may also stand in the environment."""


class _Games:
    """The games there are: those that are installed besides are looked for when one is named."""

    def __contains__(self, name: object) -> bool:
        return name in GAMES or name in every_game()

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong with the command line."""
        self.exit(2, f"tacit: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        if args.command in HOSTED:
            args = _settled(args)
        command = importlib.import_module(f"tacit.commands.{args.command.replace('-', '_')}")
        code: int = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except ERRORS as error:
        return _refuse(error)
    except ModuleNotFoundError as missing:
        told = missing_extra(f"tacit {args.command}", missing, EXTRAS.get(args.command))
        if told is None:
            raise
        return _refuse(told)
    return code


def _settled(args: argparse.Namespace) -> argparse.Namespace:
    from tacit.commands.settings import read_file, settled

    file = read_file(getattr(args, "config", None) or os.environ.get("TACIT_CONFIG"))
    return settled(args, os.environ, file)


def _refuse(error: Exception) -> int:
    print(f"tacit: {_one_line(error)}", file=sys.stderr)
    return 2


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tacit",
        description="Mind Up! and The Mind Extreme: play, check and study them.",
        epilog="example: tacit simulate mindup --players 4 --bots greedy --seed 7 --out games",
    )
    parser.add_argument("--version", action="version", version=f"tacit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_hosts(commands)
    _add_score(commands)
    _add_simulate(commands)
    _add_replay(commands)
    _add_verify(commands)
    _add_review(commands)
    _add_arena(commands)
    _add_check_bot(commands)
    _add_join(commands)
    _add_mcp(commands)
    _add_bench(commands)
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, summary: str, example: str
) -> _Parser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=formatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    return parser


def _add_serve(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
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


def _add_where(parser: _Parser) -> None:
    """What a host says of a site; also by environment: TACIT_HOST, TACIT_PORT, TACIT_DB."""
    parser.add_argument("--host", help="default: all addresses")
    parser.add_argument("--port", type=int, help="default 8000; 0 takes a free one")
    _add_db(parser)


def _add_db(parser: _Parser) -> None:
    parser.add_argument(
        "--db", metavar="URL", help="a file or postgresql://…; default $TACIT_DB or tacit.db"
    )


def _add_hosts(commands: argparse._SubParsersAction[_Parser]) -> None:
    """What a host does now and then."""
    doctor = _command(
        commands,
        "doctor",
        "look at a host's set-up and say what to do",
        "tacit doctor --db games.db",
    )
    _add_where(doctor)
    backup = _command(
        commands,
        "backup",
        "copy everything to a new SQLite file, while the site runs",
        "tacit backup --db games.db --to backup-monday.db",
    )
    _add_db(backup)
    backup.add_argument("--to", required=True, metavar="FILE", help="must not be there yet")
    restore = _command(
        commands,
        "restore",
        "bring a backup back, to where there is no database yet",
        "tacit restore backup-monday.db --db games.db",
    )
    restore.add_argument("file", metavar="FILE")
    _add_db(restore)
    prune = _command(
        commands,
        "prune",
        "remove the tables that were closed long ago",
        "tacit prune --db games.db --keep 90",
    )
    _add_db(prune)
    prune.add_argument("--keep", type=float, required=True, metavar="DAYS")
    rebuild = _command(
        commands,
        "rebuild",
        "make finished games, records and ratings anew from the logs",
        "tacit rebuild --db games.db",
    )
    _add_db(rebuild)
    export = _command(
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
    migrate = _command(
        commands,
        "migrate",
        "copy a SQLite file to PostgreSQL, history included",
        "tacit migrate games.db postgresql://tacit@localhost/tacit",
    )
    migrate.add_argument("source", metavar="FILE")
    migrate.add_argument("target", metavar="URL")


def _add_score(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "score",
        "score finished tableaux of Mind Up! or a blind pile of The Mind Extreme",
        """echo '{"order":[2,4,1,5,3],"tableaux":[[22,13,25,46,20,8,53]],"objectives":[1,13]}' \\
    | tacit score mindup -
  echo '{"colour":"white","pile":[7,14,28,20,25,23,37,48]}' | tacit score extreme -""",
    )
    parser.add_argument("game", choices=_Games())
    parser.add_argument("file", metavar="FILE", help="JSON, one object a line; - is standard input")


def _add_simulate(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "simulate",
        "play whole games between bots and write their replays",
        "tacit simulate extreme --players 3 --bots metronome --games 10 --seed 1 --out games",
    )
    parser.add_argument("game", choices=_Games())
    parser.add_argument("--players", type=int, default=4, metavar="N", help="default 4")
    parser.add_argument("--games", type=int, default=1, metavar="G", help="how many; default 1")
    parser.add_argument(
        "--bots",
        metavar="A,B,…",
        help="a bot for each seat, or one for all: random, greedy (Mind Up!), "
        "metronome (The Mind Extreme) or path/to/file.py:Class",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="a number that gives the same games again"
    )
    parser.add_argument(
        "--objectives", type=int, metavar="K", help="Bonus Objectives of Mind Up!, 0 to 5"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="where the replays go")


def _add_replay(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "replay",
        "show games; with --json print each one's scoresheet",
        "tacit replay games/*.tacit.json",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")


def _add_verify(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "verify",
        "check a replay's shuffle, every move and the result",
        "tacit verify games/*.tacit.json",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    parser.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="HEX",
        help="what a player was shown before the game; the seed has to fit it; may be repeated",
    )


def _add_review(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "review",
        "say what every pick or play of a game was worth",
        """tacit review games/*.tacit.json
  tacit review game.tacit.json --json --seed 1 --deals 400
  tacit review game.tacit.json --out pages""",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the imagined deals; default 1"
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=400,
        metavar="N",
        help="imagined for each pick of Mind Up!; default 400",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="cores; default 1")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="review games on a Ray cluster; auto finds the one at hand"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="write a page with charts and a picture of the result there"
    )


def _add_arena(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "arena",
        "play a tournament between bots of Mind Up!, or with teams of The Mind Extreme",
        """tacit arena mindup greedy random --games 2000 --seed 1        one against three
  tacit arena mindup search@5 search@50 greedy random --plot league.svg
  tacit arena mindup search#200 flat#200 greedy random mine.py:Mine --games 4000
  tacit arena extreme adaptive human-14 --games 2000 --seed 1     one team
  tacit arena extreme adaptive,human-30 human-30,human-30         several
  tacit arena extreme adaptive metronome human-7 --league --plot map.svg
  tacit arena mindup mine.py:Mine --field 1                       a figure to quote""",
    )
    parser.add_argument("game", choices=_Games())
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="name, name@MILLIS (thinking time a card), name#PLAYOUTS (the same in every run) or "
        "path/to/file.py:Class; two are one against copies of the other, one for each seat is a "
        "table, any other number a league; in The Mind Extreme two to four are a team, and so are "
        "names with commas between",
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help="default 4; in The Mind Extreme as many as named"
    )
    parser.add_argument("--objectives", type=int, default=0, metavar="K", help="0 to 5; default 0")
    parser.add_argument(
        "--games", type=int, default=400, metavar="G", help="at most, in whole deals; default 400"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="a number that gives the same deals again"
    )
    parser.add_argument(
        "--budget", type=float, default=50, metavar="MILLIS", help="a card; default 50"
    )
    parser.add_argument("--league", action="store_true", help="every line-up of these bots")
    parser.add_argument(
        "--fixed", action="store_true", help="play all games, even when the answer is clear"
    )
    parser.add_argument("--jobs", type=int, metavar="J", help="processes; default one a core")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; auto finds the one at hand"
    )
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the result")
    parser.add_argument(
        "--field",
        type=int,
        metavar="N",
        help="measure one bot against a frozen field of reference bots: a line to quote; the "
        "newest is 1",
    )
    parser.add_argument(
        "--drill",
        action="store_true",
        help="The Mind Extreme: lives never run out, so that every level is played",
    )
    parser.add_argument(
        "--readable",
        action="store_true",
        help="The Mind Extreme: play by the readable rules only, never by their compiled twin",
    )


def _add_check_bot(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "check-bot",
        "check that a bot does all that a bot has to",
        "tacit check-bot mine.py:Mine",
    )
    parser.add_argument("bot", metavar="BOT", help="a name or path/to/file.py:Class")
    parser.add_argument(
        "--game", choices=_Games(), help="default: every game it has the methods for"
    )
    parser.add_argument(
        "--budget", type=float, default=50, metavar="MILLIS", help="a card; default 50"
    )


def _add_join(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "join",
        "let a bot take a seat at a live table of any site",
        """tacit join https://club.example/t/calm-otter-12 --bot search
  tacit join http://localhost:8000/t/calm-otter-12 --bot mine.py:Mine --name Mine
  tacit join http://localhost:8000/t/calm-otter-12 --bot "node examples/agent.mjs\"""",
    )
    parser.add_argument("url", metavar="URL", help="the link of the table")
    parser.add_argument(
        "--bot",
        required=True,
        metavar="BOT",
        help="a name, name@MILLIS, name#PLAYOUTS, path/to/file.py:Class, or a command that answers "
        "lines of JSON (docs/client.md)",
    )
    parser.add_argument("--name", help="what others see; default: the bot's name")
    parser.add_argument(
        "--budget", type=float, default=250, metavar="MILLIS", help="a card; default 250"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="the bot's own luck; default: nobody can know it"
    )


def _add_mcp(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "mcp",
        "give an assistant a seat, by the Model Context Protocol on standard streams",
        """tacit mcp --game mindup --bots greedy,linnet,heron      a fresh table with bots
  tacit mcp --url https://club.example/t/calm-otter-12    a live table""",
    )
    parser.add_argument("--url", metavar="URL", help="the link of a live table")
    parser.add_argument("--name", default="Assistant", help="what others see; default Assistant")
    parser.add_argument("--game", choices=_Games(), default="mindup", help="of a fresh table")
    parser.add_argument("--bots", metavar="A,B,…", help="who sits at a fresh table besides")
    parser.add_argument("--seed", type=int, metavar="S", help="of a fresh table")


def _add_bench(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "bench",
        "run a benchmark of a source checkout",
        "tacit bench engine\n  tacit bench partners --part 0.1",
    )
    parser.add_argument(
        "name", metavar="NAME", help="one of the programs in bench/: engine, kernel…"
    )
    parser.add_argument(
        "options",
        nargs=argparse.REMAINDER,
        metavar="…",
        help="whatever that program understands; --help tells",
    )
