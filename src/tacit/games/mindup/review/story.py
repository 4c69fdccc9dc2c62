"""A game of Mind Up! in tables: what lay in the row, who played what under it, what it brought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.games.mindup import (
    BONUS,
    COLOUR,
    Card,
    Colour,
    GameEnded,
    Revealed,
    RoundBegun,
    RoundEnded,
    State,
    Tableau,
)
from tacit.games.mindup.review.moments import best_find, luckiest, unluckiest, unsure
from tacit.games.mindup.review.sentences import moment, summary
from tacit.log.replay import Replay
from tacit.review.reviewing import states
from tacit.review.show import LONGEST_NAME_CHARS, legend, letter, player

STYLE = {
    Colour.ORANGE: "bold orange1",
    Colour.PINK: "bold hot_pink",
    Colour.BLUE: "bold dodger_blue1",
    Colour.GREEN: "bold green3",
    Colour.PURPLE: "bold medium_purple1",
}
SYMBOL = {
    Colour.ORANGE: "☀",
    Colour.PINK: "✿",
    Colour.BLUE: "≈",
    Colour.GREEN: "♣",
    Colour.PURPLE: "☾",
}


def face(card: Card) -> Text:
    """Return a card as it is printed here: number, symbol of its colour, bonus."""
    bonus = f"{BONUS[card]:+}".replace("-", "−") if BONUS[card] else ""
    return Text(f"{card}{SYMBOL[COLOUR[card]]}{bonus}", style=STYLE[COLOUR[card]])


def tell(replay: Replay) -> Iterator[RenderableType]:
    """Yield a game part by part."""
    objectives = replay.settings.objectives
    extra = f" · {objectives} objectives" if objectives else ""
    yield Rule(f"[bold]Mind Up![/] · {len(replay.names)} players{extra}")
    yield legend(replay.names)
    turns = Table()
    for before, event, after in states(replay):
        match event:
            case RoundBegun():
                turns = _begin(event)
            case Revealed():
                _add_turn(turns, before, event)
            case RoundEnded():
                yield turns
                yield _round_table(replay.names, after)
            case GameEnded():
                yield _result(replay.names, before, event)
            case _:
                pass


def _begin(event: RoundBegun) -> Table:
    title = f"Round {event.round} · Score values {'–'.join(map(str, event.order))}"
    if event.objectives:
        title += f" · objectives {', '.join(f'#{number}' for number in event.objectives)}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, show_header=False)
    table.add_column(justify="right", style="dim")
    for _ in event.row:
        table.add_column(no_wrap=True)
    return table


def _add_turn(table: Table, before: State, event: Revealed) -> None:
    owners = {card: seat for seat, card in enumerate(event.plays)}
    cells = []
    for above, below in zip(before.row, sorted(event.plays), strict=True):
        who = Text(f" {letter(owners[below])}", style="bold")
        cells.append(face(above) + Text("\n↑ ", style="dim") + face(below) + who)
    table.add_row(str(before.turn), *cells)


def _round_table(names: tuple[str, ...], after: State) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("")
    for value in after.order:
        table.add_column(f"×{value}")
    parts = {"columns": "cards", "bonuses": "bonus"}
    if after.objectives:
        parts["objectives"] = "goals"
    for heading in (*parts.values(), "round"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat in range(len(names)):
        score = after.scores[-1][seat]
        table.add_row(
            Text(letter(seat), style="bold"),
            *_columns(after.tableaux[seat]),
            *(str(sum(getattr(score, part))) for part in parts),
            Text(str(score.total), style="bold"),
        )
    return table


def _columns(tableau: Tableau) -> list[Text]:
    return [Text(" ").join(face(card) for card in column) for column in tableau]


def _result(names: tuple[str, ...], before: State, event: GameEnded) -> Table:
    table = Table(title="Result", title_justify="left", box=box.ROUNDED)
    for column in ("place", "player", "round 1", "round 2", "round 3", "total"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for seat in sorted(range(len(names)), key=lambda seat: event.places[seat]):
        rounds = [str(scores[seat].total) for scores in before.scores]
        first = event.places[seat] == 1
        table.add_row(
            str(event.places[seat]),
            player(seat, names[seat]),
            *rounds,
            str(event.totals[seat]),
            style="bold" if first else "",
        )
    return table


def scored(result: dict[str, Any]) -> Table:
    """Return what the score pad found, as a table."""
    table = Table()
    for name in ("player", "columns", "bonuses", "objectives", "total"):
        table.add_column(name, justify="right")
    for number, line in enumerate(result["players"], start=1):
        table.add_row(str(number), *map(str, line.values()))
    return table


def ended(result: dict[str, Any], seat: int) -> str:
    """Say how a game ended for a seat."""
    return f"Place {result['places'][seat]} with {result['totals'][seat]} points."


def reviewed(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield a review: what made each player's lead, and the moments that mattered most to them."""
    table = Table(title="Where the lead came from", title_justify="left", box=box.ROUNDED)
    table.add_column("player")
    for heading in ("deal", "guess", "lost", "lead"):
        table.add_column(heading, justify="right")
    for seat, line in enumerate(found["seats"]):
        table.add_row(
            player(seat, line["name"]),
            *(_signed(line[part]) for part in ("deal", "guess")),
            f"{_signed(-line['lost'])} ± {unsure(line):.1f}",
            _signed(line["lead"]),
        )
    yield table
    yield from _spoken(found)
    yield _moments(found)


def _spoken(found: dict[str, Any]) -> Iterator[Text]:
    """Yield for each player a sentence, and the moments that mattered most to them."""
    safe = [line | {"name": safe_text(line["name"], LONGEST_NAME_CHARS)} for line in found["seats"]]
    named = found | {"seats": safe}
    for seat, line in enumerate(safe):
        yield Text(f"{letter(seat)}  ", style="bold").append(summary(line), style="")
        for one in found["moments"]:
            if one["seat"] == seat:
                when = Text(f"   {one['round']}.{one['turn']}  ", style="dim")
                yield when.append(" ".join(moment(named, one)), style="")
        yield Text()


def _moments(found: dict[str, Any]) -> Table:
    table = Table(title="Best and worst moments", title_justify="left", box=box.SIMPLE_HEAD)
    for heading in ("", "best find", "by", "luckiest guess", "by", "unluckiest guess", "by"):
        table.add_column(heading, justify="right")
    for seat in range(len(found["seats"])):
        find = best_find(found, seat)
        finds = ["", ""] if find is None else [_turn(find.pick), _signed(find.by)]
        lucky, unlucky = luckiest(found, seat), unluckiest(found, seat)
        guesses = [
            cell
            for pick in (lucky, unlucky)
            for cell in (("", "") if pick is None else (_turn(pick), _signed(pick["luck"])))
        ]
        table.add_row(Text(letter(seat), style="bold"), *finds, *guesses)
    return table


def _turn(pick: dict[str, Any]) -> str:
    return f"{pick['round']}.{pick['turn']}"


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")
