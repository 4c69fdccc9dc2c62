"""What a tournament found: a record for programs, and a table to read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacit.arena.labels import full_paths, short_labels
from tacit.arena.rating import Rating, after_game, beginner
from tacit.arena.tournament.play import Played, Terms
from tacit.arena.tournament.stats import Estimate, bootstrap
from tacit.arena.tournament.stopping import FEW_DEALS, Answer
from tacit.arena.tournament.tournament import Tournament
from tacit.core.plug import rulebook


def report(terms: Terms, tournament: Tournament, seconds: float) -> dict[str, Any]:
    """Return the whole report; all but `wall` is the same for the same seed and untimed bots."""
    labels = [entrant.label for entrant in terms.entrants]
    return {
        "game": terms.game,
        "games": len(tournament.games),
        "seed": terms.seed,
        "players": terms.players,
        **terms.own,
        "deals": tournament.counts.deals,
        "budget_ms": terms.millis,
        "league": tournament.schedule.league,
        "lineup": [labels[bot] for bot in tournament.schedule.lineups[0]]
        if not tournament.schedule.league
        else None,
        "stopped": "clear" if tournament.early else "games",
        "fair": 1 / terms.players,
        "bots": _bots(terms, tournament),
        "answers": [_answer(labels, answer) for answer in tournament.answers],
        "wall": _wall(labels, tournament, seconds),
    }


def ratings(games: Iterable[Played], bots: int) -> tuple[Rating, ...]:
    """Rate bots by the places they made, game by game in the order given."""
    rated = dict.fromkeys(range(bots), beginner())
    for game in games:
        rated |= after_game(rated, game.lineup, game.places)
    return tuple(rated.values())


def _bots(terms: Terms, tournament: Tournament) -> list[dict[str, Any]]:
    shares, scores, places = bootstrap(tournament.counts, terms.seed % 2**64)
    seats = tournament.counts.seats.sum(axis=0)
    forfeits = _forfeits(tournament)
    rated = ratings(tournament.games, len(terms.entrants)) if tournament.schedule.league else None
    bots = []
    for bot, entrant in enumerate(terms.entrants):
        bots.append(
            {
                "name": entrant.label,
                "seat_games": int(seats[bot]),
                **_figure("win_rate", "ci95", shares, bot),
                **_figure("mean_score", "score_ci95", scores, bot),
                **_figure("mean_place", "place_ci95", places, bot),
                "rating": None if rated is None else rated[bot]._asdict(),
                "forfeits": len(forfeits[bot]),
                "first_forfeit": next(iter(forfeits[bot]), None),
            }
        )
    return bots


def _figure(name: str, interval: str, found: Estimate, bot: int) -> dict[str, Any]:
    return {
        name: round(float(found.value[bot]), 6),
        interval: [round(float(found.low[bot]), 6), round(float(found.high[bot]), 6)],
    }


def _forfeits(tournament: Tournament) -> list[list[str]]:
    """Return by bot why it forfeited, game by game."""
    reasons: list[list[str]] = [[] for _ in tournament.schedule.entrants]
    for game in tournament.games:
        for slot, reason in sorted(game.forfeits.items()):
            reasons[game.lineup[slot]].append(reason)
    return reasons


def _answer(labels: list[str], answer: Answer) -> dict[str, Any]:
    of, over = answer.question
    return {
        "of": labels[of],
        "over": None if over is None else labels[over],
        "difference": round(answer.difference, 6),
        "interval": [round(answer.low, 6), round(answer.high, 6)],
        "clear": answer.clear,
    }


def _wall(labels: list[str], tournament: Tournament, seconds: float) -> dict[str, Any]:
    """Return what depends on the machine: how long it took, and the milliseconds a card."""
    thought = [0.0] * len(labels)
    cards = [0] * len(labels)
    for game in tournament.games:
        for slot, bot in enumerate(game.lineup):
            thought[bot] += game.seconds[slot]
            cards[bot] += game.cards[slot]
    each = {
        label: round(1000 * spent / number, 3) if number else None
        for label, spent, number in zip(labels, thought, cards, strict=True)
    }
    return {"seconds": round(seconds, 2), "ms_a_card": each}


NAME = 20
"""Letters of a name: the figures of a million games still fit into 80 columns."""


def table(found: dict[str, Any]) -> RenderableType:
    """Return the league table, best first, and what to know when reading it."""
    lines = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    lines.add_column("", justify="right")
    lines.add_column("bot", no_wrap=True)
    shown = short_labels((bot["name"] for bot in found["bots"]), NAME)
    rating = ("rating",) if found["league"] else ()
    for title in ("wins", "95 %", "points", "place", *rating, "ms", "seats"):
        lines.add_column(title, justify="right", no_wrap=True)
    ranked = sorted(found["bots"], key=lambda bot: -bot["win_rate"])
    for number, bot in enumerate(ranked, start=1):
        rating = bot["rating"]
        millis = found["wall"]["ms_a_card"][bot["name"]]
        lines.add_row(
            str(number),
            Text(shown[bot["name"]], style="bold"),
            f"{100 * bot['win_rate']:.1f} %",
            f"{100 * bot['ci95'][0]:.1f}–{100 * bot['ci95'][1]:.1f}",
            f"{bot['mean_score']:.1f}",
            f"{bot['mean_place']:.2f}",
            *([f"{rating['mu']:.1f} ±{2 * rating['sigma']:.1f}"] if rating else []),
            "–" if millis is None else f"{millis:.2f}" if millis < 10 else f"{millis:.0f}",
            str(bot["seat_games"]),
        )
    names = [Text(line, style="dim") for line in full_paths(shown)]
    told = _remarks(found, [bot["name"] for bot in ranked], shown)
    return Group(Text(_headline(found, shown)), "", lines, "", *told, *names)


def _headline(found: dict[str, Any], shown: dict[str, str]) -> str:
    who = "a league" if found["league"] else "/".join(shown[name] for name in found["lineup"])
    return (
        f"{conditions(found)}: {who}. {found['games']} games, "
        f"{found['deals']} deals from every seat, seed {found['seed']}. "
        f"Fair share {100 * found['fair']:.1f} %."
    )


def conditions(found: dict[str, Any]) -> str:
    """Return the game, the number of players and the settings that are not zero, in words."""
    rules = rulebook(found["game"])
    own = [name for name in rules.Settings.__struct_fields__ if name != "players"]
    more = [f"{found[name]} {name}" for name in own if found.get(name)]
    return ", ".join([rules.TITLE, f"{found['players']} players", *more])


def _remarks(found: dict[str, Any], ranked: list[str], shown: dict[str, str]) -> list[Text]:
    told = found["answers"] if found["deals"] >= FEW_DEALS else []
    if found["league"]:  # of all the pairs, those next to each other in the table
        by_pair = {frozenset((answer["of"], answer["over"])): answer for answer in told}
        told = [by_pair[pair] for pair in map(frozenset, pairwise(ranked)) if pair in by_pair]
    remarks = [Text(_sentence(answer, shown)) for answer in told]
    if found["stopped"] == "clear":
        note = "Stopped when that was clear; the differences above hold at whatever point it stops."
        remarks.append(Text(note, style="dim"))
    if found["deals"] < FEW_DEALS:
        few = f"With fewer than {FEW_DEALS} deals nothing is clear, and intervals are too narrow."
        remarks.append(Text(few, style="dim"))
    if found["timed"]:
        who = ", ".join(shown[name] for name in found["timed"])
        timed = f"Timed ({who}): results vary from run to run."
        remarks.append(Text(timed, style="dim"))
    for bot in found["bots"]:
        if bot["forfeits"]:
            games = "1 game" if bot["forfeits"] == 1 else f"{bot['forfeits']} games"
            text = f"{shown[bot['name']]} forfeited {games}. The first: {bot['first_forfeit']}."
            remarks.append(Text(text, style="red"))
    return remarks


def _sentence(answer: dict[str, Any], shown: dict[str, str]) -> str:
    of, difference = shown[answer["of"]], answer["difference"]
    over = None if answer["over"] is None else shown[answer["over"]]
    low, high = answer["interval"]
    if over is None:
        over = "the fair share"
    elif difference < 0:  # the better one first
        of, over, difference, low, high = over, of, -difference, -high, -low
    points = f"{100 * difference:+.1f} points of win share ({100 * low:+.1f} to {100 * high:+.1f})"
    if not answer["clear"]:
        return f"{of} differs from {over} by {points}: not clear."
    return f"{of} is {'above' if difference > 0 else 'below'} {over} by {points}."
