"""A table of The Mind Extreme as every player sees it, in text and as a picture."""

from __future__ import annotations

from tacit.envs.picture import CARD_HEIGHT, CARD_WIDTH, GAP, INK, SOFT, WHITE, Canvas, Ink, Picture
from tacit.games.extreme import Card, Colour, View

RED: Ink = (178, 58, 53)
BACK: Ink = (99, 110, 140)
MOST_IN_A_ROW = 12


def text(view: View, names: tuple[str, ...]) -> str:
    """Return the table in words."""
    about = f"Level {view.level} of {view.last_level}, {view.phase}, "
    lines = [about + f"{view.lives} lives, {view.stars} stars"]
    for colour in Colour:
        cards = " ".join(laid.card or "?" for laid in view.events if laid.colour is colour)
        blind = " (face down)" if colour in view.blind else ""
        lines.append(f"{colour}{blind}: {cards or '-'}")
    if view.aside:
        lines.append("aside: " + " ".join(card for _, card in view.aside))
    lines += [f"{name}: {left} cards" for name, left in zip(names, view.cards_left, strict=True)]
    if view.outcome:
        lines.append(f"The team has {view.outcome}.")
    return "\n".join(lines)


def picture(view: View) -> Picture:
    """Return lives and stars, both piles, what lies aside, and how many cards each seat holds."""
    step_x, step_y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
    rows = 5  # for each pile and for what lies aside: four players hold up to 32 cards
    canvas = Canvas(MOST_IN_A_ROW * step_x + GAP, (3 * rows + 2) * step_y)
    for place, number in enumerate((view.level, view.lives, view.stars)):
        canvas.card(GAP + place * step_x, GAP, str(number), SOFT, INK)
    for pile, colour in enumerate(Colour):
        cards = [laid.card for laid in view.events if laid.colour is colour]
        _cards(canvas, step_y * (1 + pile * rows), cards)
    _cards(canvas, step_y * (1 + 2 * rows), [card for _, card in view.aside])
    for seat, left in enumerate(view.cards_left):
        canvas.card(GAP + seat * step_x, step_y * (1 + 3 * rows), str(left), BACK)
    return canvas.picture


def _cards(canvas: Canvas, top: int, cards: list[Card | None]) -> None:
    for place, card in enumerate(cards):
        down, across = divmod(place, MOST_IN_A_ROW)
        x, y = GAP + across * (CARD_WIDTH + GAP), top + down * (CARD_HEIGHT + GAP)
        if card is None:
            canvas.card(x, y, "?", BACK)
        elif card[0] == "W":
            canvas.card(x, y, card[1:], WHITE, INK)
        else:
            canvas.card(x, y, card[1:], RED)
