"""A table of Mind Up! as a spectator sees it, in text and as a picture."""

from __future__ import annotations

from tacit.envs.picture import CARD_HEIGHT, CARD_WIDTH, GAP, INK, SOFT, Canvas, Ink, Picture
from tacit.games.mindup import COLOUR, Card, Colour, View

INKS: dict[Colour, Ink] = {
    Colour.ORANGE: (214, 112, 38),
    Colour.PINK: (199, 84, 136),
    Colour.BLUE: (52, 102, 173),
    Colour.GREEN: (58, 128, 82),
    Colour.PURPLE: (117, 83, 158),
}
LONGEST_COLUMN = 9


def text(view: View, names: tuple[str, ...]) -> str:
    """Return the table in words."""
    over = view.totals is not None
    lines = ["The game is over." if over else f"Round {view.round}, turn {view.turn}"]
    lines.append("row " + " ".join(f"{card:>2}" for card in view.row))
    if view.objectives:
        lines.append("objectives " + " ".join(f"#{number}" for number in view.objectives))
    for seat, name in enumerate(names):
        points = " ".join(str(scores[seat].total) for scores in view.scores)
        known = " ".join(str(card) for card in view.known[seat])
        columns = " | ".join(
            f"×{value} " + " ".join(f"{card}{COLOUR[card][0]}" for card in column)
            for value, column in zip(view.order, view.tableaux[seat], strict=True)
        )
        lines.append(f"{name}: {columns}" + (f"  known {known}" if known else ""))
        if points:
            lines[-1] += f"  points {points}"
    return "\n".join(lines)


def picture(view: View) -> Picture:
    """Return the row above, and below it every tableau with its Score values and points."""
    step_x, step_y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
    tall = step_y * (LONGEST_COLUMN + 2)
    canvas = Canvas(6 * step_x * 3 + GAP, 2 * step_y + 2 * tall)
    for place, card in enumerate(view.row):
        _card(canvas, GAP + place * step_x, GAP, card)
    for seat, tableau in enumerate(view.tableaux):
        left = GAP + (seat % 3) * 6 * step_x
        top = 2 * step_y + (seat // 3) * tall
        for column, (value, cards) in enumerate(zip(view.order, tableau, strict=True)):
            x = left + column * step_x
            canvas.card(x, top, str(value), SOFT, INK)
            for place, card in enumerate(cards, start=1):
                _card(canvas, x, top + place * step_y, card)
        points = sum(scores[seat].total for scores in view.scores)
        canvas.text(left, top + tall - step_y, str(points), INK)
    return canvas.picture


def _card(canvas: Canvas, x: int, y: int, card: Card) -> None:
    canvas.card(x, y, str(card), INKS[COLOUR[card]])
