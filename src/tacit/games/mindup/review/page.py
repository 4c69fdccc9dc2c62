"""The review of Mind Up! as charts, and its result as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from tacit.bots.names import shown
from tacit.core.chance import Chance, mix
from tacit.games.mindup.review.moments import best_find, luckiest, unluckiest, unsure
from tacit.games.mindup.review.scene import CAFE, card_face
from tacit.games.mindup.review.sentences import moment, summary
from tacit.log.replay import Replay
from tacit.review.page import Columns, Poster, Row, Section
from tacit.review.show import letter
from tacit.review.svg import Chart, Span, table


def sections(_replay: Replay, found: dict[str, Any]) -> Iterator[Section]:
    """Yield a sentence for each player, the moments that mattered, and the charts behind them."""
    yield Section("In a sentence", "\n".join(map(summary, found["seats"])))
    picks = {(pick["seat"], pick["round"], pick["turn"]): pick for pick in found["picks"]}
    for one in found["moments"]:
        yield _moment(found, one, picks[one["seat"], one["round"], one["turn"]])
    yield _course(found)
    yield _made_of(found)
    yield _luck(found)


def _made_of(found: dict[str, Any]) -> Section:
    lines = found["seats"]
    parts = [[line["deal"], line["guess"], -line["lost"]] for line in lines]
    ends = [0.0, *(one for line in parts for one in line), *(line["lead"] for line in lines)]
    chart = Chart(Span(-0.5, len(lines) - 0.5), Span(min(ends) - 2, max(ends) + 2))
    chart.grid()
    chart.add(f'<path class="zero" d="M56 {chart.y(0):.1f}H704"/>')
    width = 24
    for seat, (line, values) in enumerate(zip(lines, parts, strict=True)):
        for place, (kind, value) in enumerate(zip(("deal", "guess", "lost"), values, strict=True)):
            at = chart.across.low + 0.5 + seat + (place - 1) * 0.2
            chart.bar(at, 0, value, kind, min(width, 400 / len(lines) / 4))
        chart.dot(seat + 0.32, line["lead"], "lead", 5)
        chart.below(seat, f"{letter(seat)} {line['name']}"[:18])
    rows = [
        (
            line["name"],
            line["deal"],
            line["guess"],
            f"{-line['lost']} ± {unsure(line):.1f}",
            line["lead"],
        )
        for line in lines
    ]
    text = (
        "Each player from left to right: the luck of the deal, the luck of the guess, what picks "
        "lost. The dot is the final lead over the best of the others: the sum of the three."
    )
    headings = ("player", "deal", "guess", "picks", "lead")
    title = "Where the lead came from"
    return Section(title, text, chart.drawn(title), table(headings, rows))


def _course(found: dict[str, Any]) -> Section:
    told = found["chances"]
    chart = Chart(Span(0, len(told) - 1), Span(0, 100))
    chart.grid(" %")
    for seat in range(len(found["seats"])):
        points = [(float(at), float(one["win"][seat])) for at, one in enumerate(told)]
        chart.line(points, f"s{seat}")
        x, y = chart.x(points[-1][0]), chart.y(points[-1][1])
        chart.text(x + 3, y + 4, letter(seat), kind=f"f{seat}")
    for at, one in enumerate(told):
        if one["turn"] == 1:
            chart.below(at + 1.2, f"round {one['round']}")
            chart.add(f'<path class="grid" d="M{chart.x(at):.1f} 16V{chart.height - 36}"/>')
    rows = [
        (
            "result" if one["turn"] is None else f"{one['round']}.{one['turn']}",
            *(f"{percent} %" for percent in one["win"]),
        )
        for one in told
    ]
    names = [f"{letter(seat)} {line['name']}" for seat, line in enumerate(found["seats"])]
    text = (
        "The chance to win before each turn, for one who sees every hand but nothing that is still "
        f"to come; together always 100 %. {', '.join(names)}."
    )
    title = "How the game went"
    return Section(title, text, chart.drawn(title), table(("turn", *names), rows))


def _luck(found: dict[str, Any]) -> Section:
    lines = found["seats"]
    turns = sorted({(pick["round"], pick["turn"]) for pick in found["picks"]})
    by_turn = {(pick["seat"], pick["round"], pick["turn"]): pick["luck"] for pick in found["picks"]}
    paths = [
        [0.0, *accumulate(by_turn[seat, *turn] for turn in turns)] for seat in range(len(lines))
    ]
    ends = [value for path in paths for value in path]
    chart = Chart(Span(0, len(turns)), Span(min(ends) - 1, max(ends) + 1))
    chart.grid()
    for seat, path in enumerate(paths):
        chart.line(enumerate(path), f"s{seat}")
        chart.text(chart.x(len(turns)) + 3, chart.y(path[-1]) + 4, letter(seat), kind=f"f{seat}")
    rows = [row for seat in range(len(lines)) for row in _moments(found, seat)]
    text = (
        "What the turning over of the cards brought and took, added up turn by turn; the table has "
        "each player's best and worst moments."
    )
    title = "The luck of the guess, and the moments"
    headings = ("player", "turn", "moment", "points")
    return Section(title, text, chart.drawn(title), table(headings, rows))


def _moments(found: dict[str, Any], seat: int) -> Iterator[tuple[str, str, str, float]]:
    name = found["seats"][seat]["name"]
    find = best_find(found, seat)
    if find is not None:
        said = f"best find: the {find.pick['card']} was the one right card"
        yield name, _turn(find.pick), said, find.by
    for said, pick in (
        ("luckiest guess", luckiest(found, seat)),
        ("unluckiest guess", unluckiest(found, seat)),
    ):
        if pick is not None:
            yield name, _turn(pick), said, pick["luck"]


def _turn(pick: dict[str, Any]) -> str:
    return f"{pick['round']}.{pick['turn']}"


def _moment(found: dict[str, Any], one: dict[str, Any], pick: dict[str, Any]) -> Section:
    values = pick["values"]
    low = min(value["lead"] - 2 * value["se"] for value in values.values())
    high = max(value["lead"] + 2 * value["se"] for value in values.values())
    chart = Chart(Span(-0.5, len(values) - 0.5), Span(low, high), 200)
    chart.grid()
    for at, (card, value) in enumerate(values.items()):
        x, lead, error = chart.x(at), value["lead"], value["se"]
        chart.add(
            f'<path class="whisker" d="M{x:.1f} {chart.y(lead - error):.1f}'
            f'V{chart.y(lead + error):.1f}"/>'
        )
        chart.dot(at, lead, "equal" if int(card) in pick["equal"] else "card", 6)
        if int(card) == pick["card"]:
            chart.dot(at, lead, "picked", 11)
        chart.below(at, card)
    rows = [
        (card, value["lead"], f"± {value['se']:.1f}", f"{value['win']:.0%}", _said(pick, int(card)))
        for card, value in values.items()
    ]
    text = " ".join(moment(found, one))
    name = found["seats"][one["seat"]]["name"]
    title = f"{name}, round {pick['round']}, turn {pick['turn']}: −{pick['lost']:.1f}"
    headings = ("card", "expected lead", "", "chance to win", "")
    return Section(title, text, chart.drawn(title), table(headings, rows))


def _said(pick: dict[str, Any], card: int) -> str:
    said = ["played"] if card == pick["card"] else []
    return ", ".join([*said, *(["as good as the best"] if card in pick["equal"] else [])])


def poster(replay: Replay) -> Poster:
    """Return who won, and all points."""
    totals, places = replay.result["totals"], replay.result["places"]
    order = sorted(range(len(totals)), key=lambda seat: (places[seat], seat))
    most = max(*totals, 1)
    names = shown(replay.names, replay.rules.NAME)
    rows = [
        Row(
            names[seat],
            letter(seat),
            str(totals[seat]),
            max(totals[seat], 0) / most,
            first=places[seat] == 1,
        )
        for seat in order
    ]
    return Poster(
        title=replay.rules.TITLE,
        night=False,
        rows=tuple(rows),
        columns=tuple(_columns(replay, order, rows)),
        scene=CAFE,
    )


def _columns(replay: Replay, order: list[int], rows: list[Row]) -> Iterator[Columns]:
    """Yield everybody's columns as they lay at the end, in the order of the places."""
    rules = replay.rules
    state = rules.initial(
        rules.draw(replay.settings, Chance(mix(replay.seed, replay.contributions)))
    )
    for event in replay.events:
        state = rules.evolve(state, event)
    last = rules.view(state, None).past[-1]
    worth = tuple(f"×{value}" for value in last.order)
    for seat, row in zip(order, rows, strict=True):
        cards = (tuple(map(card_face, column)) for column in last.tableaux[seat])
        yield Columns(row, worth, tuple(cards))
