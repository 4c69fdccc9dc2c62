"""The options of the commands for bot authors and developers."""

from __future__ import annotations

import argparse

from tacit.cli.parser import Commands, Games, add
from tacit.cli.rule_settings import add_rule_settings
from tacit.core.plug import part


def add_commands(commands: Commands) -> None:
    """Add them all."""
    _add_arena(commands)
    _add_check_bot(commands)
    _add_join(commands)
    _add_mcp(commands)
    _add_bench(commands)


def _add_arena(commands: Commands) -> None:
    parser = add(
        commands,
        "arena",
        "play a tournament between bots, each for itself or in teams",
        """tacit arena mindup greedy random --games 2000 --seed 1        one against three
  tacit arena mindup search@5 search@50 greedy random --plot league.svg
  tacit arena mindup search#200 flat#200 greedy random mine.py:Mine --games 4000
  tacit arena mindup mine.py:Mine --field 1                       a figure to quote""",
    )
    parser.add_argument("game", choices=Games())
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="name, name@MILLIS (thinking time per card), name#PLAYOUTS (the same in every run) or "
        "path/to/file.py:Class; two are one against copies of the other, one for each seat is a "
        "table, any other number a league",
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help="default 4; in teams as many as named"
    )
    parser.add_for_games(add_rule_settings)
    parser.add_argument(
        "--games", type=int, default=400, metavar="G", help="at most, in whole deals; default 400"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="repeats the same deals")
    parser.add_argument(
        "--budget", type=float, default=50, metavar="MILLIS", help="a card; default 50"
    )
    parser.add_argument("--league", action="store_true", help="play every line-up of these bots")
    parser.add_argument(
        "--fixed", action="store_true", help="play all games, even when the result is clear"
    )
    parser.add_argument("--jobs", type=int, metavar="J", help="processes; default one a core")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; auto finds a running one"
    )
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the result")
    parser.add_argument(
        "--field",
        type=int,
        metavar="N",
        help="measure one bot against a frozen field of reference bots: a line to quote; the "
        "newest is 1",
    )
    parser.add_for_games(_add_arena_options)


def _add_arena_options(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options that only the arena of this game has."""
    add_options = getattr(part(game, "arena"), "add_options", None)
    if add_options is not None:
        add_options(parser)


def _add_check_bot(commands: Commands) -> None:
    parser = add(
        commands,
        "check-bot",
        "check that a bot follows the rules for bots",
        "tacit check-bot mine.py:Mine",
    )
    parser.add_argument("bot", metavar="BOT", help="a name or path/to/file.py:Class")
    parser.add_argument(
        "--game", choices=Games(), help="default: every game it has the methods for"
    )
    parser.add_argument(
        "--budget", type=float, default=50, metavar="MILLIS", help="a card; default 50"
    )


def _add_join(commands: Commands) -> None:
    parser = add(
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
        "--seed", type=int, metavar="S", help="of the bot's random numbers (default: secret)"
    )


def _add_mcp(commands: Commands) -> None:
    parser = add(
        commands,
        "mcp",
        "give an assistant a seat, by the Model Context Protocol on standard streams",
        """tacit mcp --game mindup --bots greedy,linnet,heron      a fresh table with bots
  tacit mcp --url https://club.example/t/calm-otter-12    a live table""",
    )
    parser.add_argument("--url", metavar="URL", help="the link of a live table")
    parser.add_argument("--name", default="Assistant", help="what others see; default Assistant")
    parser.add_argument("--game", choices=Games(), help="of a fresh table; default the first")
    parser.add_argument("--bots", metavar="A,B,…", help="the other seats of a fresh table")
    parser.add_argument("--seed", type=int, metavar="S", help="of a fresh table")


def _add_bench(commands: Commands) -> None:
    parser = add(
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
        help="options of that program; see its --help",
    )
