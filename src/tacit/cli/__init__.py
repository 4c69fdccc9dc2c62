"""The `tacit` command. Each subcommand is a file of its own, imported when it is used.

Hosts, players and bot authors have a folder each; its `options` declares all their options.

Exit codes: 0; 1 if the answer is no (a replay that does not verify); 2 for bad input, with one line
on stderr.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from tacit import SettingsError, __version__
from tacit.arena import ArenaError
from tacit.bots.bot import BotError
from tacit.cli.input import InputError
from tacit.cli.parser import Parser
from tacit.core.extras import MissingExtra, missing_extra
from tacit.core.safe_text import safe_text
from tacit.log.replay import ReplayError
from tacit.server.settings import FILE_VARIABLE, ConfigError, settle
from tacit.store.store import StoreError

ERRORS = (
    ArenaError,
    BotError,
    ConfigError,
    InputError,
    MissingExtra,
    OSError,
    ReplayError,
    SettingsError,
    StoreError,
)
"""Errors of the input, not of this program."""
EXTRAS = {
    "export": "server",
    "join": "client",
    "mcp": "mcp",
    "play": "terminal",
    "rebuild": "server",
    "serve": "server",
}
"""The extra that a command needs."""
MAX_ERROR_CHARS = 1000
"""The longest error line on stderr."""
ROOMS = ("tacit.cli.host", "tacit.cli.games", "tacit.cli.bots")
"""The folders of commands, in the order in which `--help` lists them."""
HOSTED = ("serve", "doctor", "backup", "restore", "upgrade", "prune", "rebuild", "export")
"""Commands that read a host's configuration. All of it is checked, even what they do not need."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        if args.command in HOSTED:
            args = _settled(args)
        file = args.command.replace("-", "_")
        command = importlib.import_module(f"{args.room}.{file}")
        code: int = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has stopped reading
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
    """Add the checked configuration, from all its sources."""
    file = getattr(args, "config", None) or os.environ.get(FILE_VARIABLE)
    return argparse.Namespace(**vars(args) | {"site": settle(vars(args), os.environ, file)})


def _refuse(error: Exception) -> int:
    print(f"tacit: {safe_text(_one_line(error), MAX_ERROR_CHARS)}", file=sys.stderr)
    return 2


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="tacit",
        description="Mind Up! and The Mind Extreme: play, check and study them.",
        epilog="example: tacit simulate mindup --players 4 --bots greedy --seed 7 --out games",
    )
    parser.add_argument("--version", action="version", version=f"tacit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for room in ROOMS:
        options = importlib.import_module(f"{room}.options")
        before = set(commands.choices)
        options.add_commands(commands)
        for name in set(commands.choices) - before:
            commands.choices[name].set_defaults(room=room)
    return parser
