"""The sheets of Mind Up! in the terminal: what a round was worth, and who won."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.games.mindup import View
from tacit.games.mindup.terminal.words import objective, signed

NAME_CHARS = 16


def clipped(name: str, chars: int) -> str:
    """Return a name without control characters, in this many characters.

    >>> clipped("Maximiliane", 6)
    'Maxim…'
    """
    shown = safe_text(name)
    return shown if len(shown) <= chars else f"{shown[: chars - 1]}…"


def round_sheet(view: View, names: tuple[str, ...]) -> Text:
    """Return what the last round brought, line by line."""
    scores, past = view.scores[-1], view.past[-1]
    lines = [Text(f"Round {len(view.scores)} of 3", style="bold"), Text()]
    head = ["", *(f"×{value}" for value in past.order), "bonus", "goals", "round", "game"]
    lines.append(_line(head, "bold"))
    for seat, score in enumerate(scores):
        goals, bonus = sum(score.objectives), sum(score.bonuses)
        cells = [*map(str, score.columns), signed(bonus), signed(goals), str(score.total)]
        cells.append(str(past.points[seat].so_far))
        lines.append(_line([names[seat], *cells], "bold" if seat == view.seat else ""))
    lines += [Text(), *_objectives(view, names)]
    return Text("\n").join(lines)


def _objectives(view: View, names: tuple[str, ...]) -> Iterable[Text]:
    for at, number in enumerate(view.past[-1].objectives):
        who = [
            clipped(name, NAME_CHARS)
            for name, score in zip(names, view.scores[-1], strict=True)
            if score.objectives[at]
        ]
        yield Text(f"{objective(number)} ({', '.join(who) or 'no player'})")


def result_sheet(view: View, names: tuple[str, ...]) -> Text:
    """Return the places, with every round."""
    assert view.totals is not None
    assert view.places is not None
    lines = [Text("The end", style="bold"), Text()]
    lines.append(_line(["", "place", "round 1", "round 2", "round 3", "total"], "bold", 9))
    for seat in sorted(range(len(names)), key=view.places.__getitem__):
        rounds = [str(scores[seat].total) for scores in view.scores]
        cells = [names[seat], f"{view.places[seat]}.", *rounds, str(view.totals[seat])]
        lines.append(_line(cells, "bold" if view.places[seat] == 1 else "", 9))
    won = [clipped(names[seat], NAME_CHARS) for seat, one in enumerate(view.places) if one == 1]
    lines += [Text(), Text(f"{' and '.join(won)} won.", style="bold")]
    return Text("\n").join(lines)


def _line(cells: list[str], style: str = "", width: int = 6) -> Text:
    name, *rest = cells
    text = clipped(name, NAME_CHARS - 1).ljust(NAME_CHARS)
    return Text(text + "".join(cell.rjust(width) for cell in rest), style=style)
