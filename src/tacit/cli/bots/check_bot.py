"""`tacit check-bot`: checks a bot before it plays with others."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import msgspec

from tacit.bots.bot import BotError
from tacit.cli.bots.naming import named_bot
from tacit.cli.input import InputError
from tacit.core.plug import every_game

if TYPE_CHECKING:
    from tacit.arena.examination.conformance import Finding


def run(args: argparse.Namespace) -> int:
    """Check a bot for one game, or for every game it has the methods for; 1 if a check fails."""
    from tacit.arena.examination.checkup import checkup

    if not 0 < args.budget < float("inf"):
        raise InputError(f"--budget is a number of milliseconds above 0, not {args.budget:g}")
    games = [args.game] if args.game else _games(args.bot)
    for game in games:
        named_bot(args.bot, game)
    good = True
    for game in games:
        if not args.json:
            print(f"{args.bot} plays {game}:")
        findings = []
        for finding in checkup(args.bot, game, args.budget / 1000):
            findings.append(finding)
            good = good and finding.problem is None
            if not args.json:
                print(_line(finding), flush=True)
        if args.json:
            ok = all(finding.problem is None for finding in findings)
            found = {"bot": args.bot, "game": game, "ok": ok, "checks": findings}
            print(msgspec.json.encode(found).decode())
    return 0 if good else 1


def _games(name: str) -> list[str]:
    """Return the games a bot has the methods for."""
    problems = []
    games = []
    for game in every_game():
        try:
            named_bot(name, game)
            games.append(game)
        except BotError as error:
            problems.append(error)
    if not games:
        raise problems[0]
    return games


def _line(finding: Finding) -> str:
    if finding.problem is not None:
        return f"  ✗ {finding.question}: {finding.problem}"
    if finding.skipped is not None:
        return f"  – {finding.question}: not asked, {finding.skipped}"
    return f"  ✓ {finding.question}"
