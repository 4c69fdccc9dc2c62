"""The options of the commands for games and replays."""

from __future__ import annotations

from tacit.cli.parser import Commands, Games, add
from tacit.cli.rule_settings import add_rule_settings


def add_commands(commands: Commands) -> None:
    """Add them all."""
    _add_play(commands)
    _add_score(commands)
    _add_simulate(commands)
    _add_replay(commands)
    _add_verify(commands)
    _add_review(commands)
    _add_puzzles(commands)


def _add_play(commands: Commands) -> None:
    parser = add(
        commands,
        "play",
        "play a game against bots in the terminal",
        """tacit play mindup --bots greedy,linnet,heron
  tacit play extreme --players 3 --save evening.tacit.json""",
    )
    parser.add_argument("game", choices=Games())
    parser.add_argument(
        "--bots", metavar="A,B,…", help="a bot for each seat beside yours, or one for all"
    )
    parser.add_argument("--players", type=int, metavar="N", help="with you; default: bots + 1")
    parser.add_argument("--seed", type=int, metavar="S", help="deals the same cards again")
    parser.add_argument("--name", metavar="NAME", help="your name; default You")
    add_rule_settings(parser)
    parser.add_argument("--save", metavar="FILE", help="write the replay there at the end")


def _add_score(commands: Commands) -> None:
    parser = add(
        commands,
        "score",
        "score finished tableaux of Mind Up! or a blind pile of The Mind Extreme",
        """echo '{"order":[2,4,1,5,3],"tableaux":[[22,13,25,46,20,8,53]],"objectives":[1,13]}' \\
    | tacit score mindup -
  echo '{"colour":"white","pile":[7,14,28,20,25,23,37,48]}' | tacit score extreme -""",
    )
    parser.add_argument("game", choices=Games())
    parser.add_argument("file", metavar="FILE", help="JSON, one object a line; - is standard input")


def _add_simulate(commands: Commands) -> None:
    parser = add(
        commands,
        "simulate",
        "play whole games between bots and write their replays",
        "tacit simulate extreme --players 3 --bots metronome --games 10 --seed 1 --out games",
    )
    parser.add_argument("game", choices=Games())
    parser.add_argument("--players", type=int, default=4, metavar="N", help="default 4")
    parser.add_argument("--games", type=int, default=1, metavar="G", help="how many; default 1")
    parser.add_argument(
        "--bots",
        metavar="A,B,…",
        help="a bot for each seat, or one for all: random, greedy (Mind Up!), "
        "metronome (The Mind Extreme), search#250 (250 playouts) or path/to/file.py:Class",
    )
    parser.add_argument("--seed", type=int, metavar="S", help="repeats the same games")
    add_rule_settings(parser)
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder for the replays")


def _add_replay(commands: Commands) -> None:
    parser = add(
        commands,
        "replay",
        "show games; with --json print their scoresheets",
        "tacit replay games/*.tacit.json",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")


def _add_verify(commands: Commands) -> None:
    parser = add(
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
        help="the commitment that a player saw before the game; may be repeated",
    )


def _add_review(commands: Commands) -> None:
    parser = add(
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
        "--ray", metavar="ADDRESS", help="review games on a Ray cluster; auto finds a running one"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="write a page with charts and a picture of the result there"
    )


def _add_puzzles(commands: Commands) -> None:
    parser = add(
        commands,
        "puzzles",
        "make puzzles from games between bots: positions with one clearly best, surprising move",
        "tacit puzzles mindup --count 20 --seed 1 --out puzzles.jsonl",
    )
    parser.add_argument("game", choices=Games())
    parser.add_argument("--count", type=int, default=10, metavar="N", help="how many; default 10")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="repeats the same puzzles")
    parser.add_argument("--out", required=True, metavar="FILE", help="a puzzle in JSON a line")
