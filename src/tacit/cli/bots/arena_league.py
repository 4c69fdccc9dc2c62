"""`tacit arena` for games with a winner: tables and leagues, every deal from every seat."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from tacit.arena.runner.entrant import Entrant, entrant, maker
from tacit.arena.tournament.league import Schedule, schedule
from tacit.bots.registry import counts_playouts
from tacit.cli.bots.naming import named_bot
from tacit.cli.input import InputError
from tacit.cli.rule_settings import all_rule_settings
from tacit.core.chance import SEED_BYTES, Chance
from tacit.core.plug import rulebook

if TYPE_CHECKING:
    from tacit.arena.runner.crew import Players
    from tacit.arena.tournament.play import Terms


def play(args: argparse.Namespace, options: ModuleType) -> dict[str, Any]:
    """Play, draw and return the report; nothing is played if the command line is wrong."""
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    own = all_rule_settings(args)
    plan, deals = _plan(args, options, own, seed)
    timed = [who.label for who in plan.entrants if _timed(who, args.game)]
    options.check_plot(args.plot)
    from tacit.arena.tournament.play import Terms
    from tacit.arena.tournament.report import report
    from tacit.arena.tournament.tournament import play_tournament

    terms = Terms(
        entrants=plan.entrants,
        players=plan.players,
        own=own,
        seed=seed,
        millis=args.budget,
        game=args.game,
    )
    began = time.monotonic()
    with _quiet(args):
        players = _players(args, terms)
        try:
            with options.progress(deals * plan.players) as tell:
                tournament = play_tournament(
                    plan, players, deals, fixed=args.fixed, tell=lambda _: tell(1)
                )
        finally:
            players.close()
    found = report(terms, tournament, time.monotonic() - began) | {"timed": timed}
    if args.plot is not None:
        from tacit.arena.tournament.plot import picture

        Path(args.plot).write_text(picture(found), encoding="utf-8")
    return found


def field(args: argparse.Namespace, options: ModuleType) -> dict[str, Any]:
    """Measure one bot against a frozen field."""
    bot = options.one_bot(args)
    from tacit.arena.field import field, measure_league

    pool = field(args.game, args.field)
    with options.progress(pool.players * pool.deals * len(pool.others)) as tell, _quiet(args):
        return measure_league(args.game, args.field, bot, lambda terms: _players(args, terms), tell)


def table(found: dict[str, Any]) -> RenderableType:
    """Return the report for people."""
    from tacit.arena.tournament.report import table

    return table(found)


def _plan(
    args: argparse.Namespace, options: ModuleType, own: dict[str, Any], seed: int
) -> tuple[Schedule, int]:
    """Return who plays whom, and over how many deals."""
    players = 4 if args.players is None else args.players
    rules = rulebook(args.game)
    rules.draw(rules.Settings(players=players, **own), Chance(bytes(SEED_BYTES)))
    options.check_numbers(args)
    entrants = tuple(entrant(word) for word in args.bots)
    plan = schedule(entrants, players, seed, league=args.league)
    deals = -(-args.games // players)
    if not _all_play(plan, deals):
        raise InputError(f"not all bots would play in {args.games} games: say more with --games")
    return plan, deals


def _all_play(plan: Schedule, deals: int) -> bool:
    missing = set(range(len(plan.entrants)))
    for deal in range(deals):
        missing.difference_update(plan.lineup(deal))
        if not missing:
            return True
    return False


def _timed(who: Entrant, game: str) -> bool:
    """Tell whether a bot goes by the clock, and find out whether there is such a bot at all."""
    bot = named_bot(who.name, game)
    maker(who, game)
    return who.playouts is None and (counts_playouts(bot) or bool(getattr(bot, "timed", False)))


def _players(args: argparse.Namespace, terms: Terms) -> Players:
    if args.ray is not None:
        from tacit.arena.runner.cluster import Cluster

        return Cluster(terms, args.ray)
    from tacit.arena.runner.crew import Crew

    return Crew(terms, args.jobs or os.cpu_count() or 1)


def _quiet(args: argparse.Namespace) -> AbstractContextManager[object]:
    """Keep stdout for the result: Ray has a lot to say."""
    if args.ray is None:
        return nullcontext()
    from tacit.arena.runner.cluster import results_alone

    return results_alone()
