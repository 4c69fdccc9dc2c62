"""`greedy`: looks one turn ahead in Mind Up! and weighs every card by what it should bring now.

What an opponent plays is taken as evenly spread over what he may hold: the cards he is known to
hold and, for each card nobody has seen, an equal share of all unseen ones. From that follows for
each of my cards how many will lie below it, so which row card it takes, and what that is worth.
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.games.mindup import BONUS, DECK, Card, View, place


class Greedy:
    """Plays the card with the best expectation for this turn; the lowest of equals."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = seat

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return the card that should bring the most points this turn."""
        worth = [self._worth(view, card) for card in view.row]
        unseen = _unseen(view)

        def expectation(card: Card) -> float:
            chances = _cards_below(self._chances_below(view, card, unseen))
            return sum(chance * points for chance, points in zip(chances, worth, strict=True))

        return max(view.hand, key=expectation)

    def _worth(self, view: View, card: Card) -> int:
        """Return the points a row card brings now: its column's value and its bonus."""
        after = place(view.tableaux[self._seat], card)
        column = next(number for number, cards in enumerate(after) if card in cards)
        return view.order[column] + BONUS[card]

    def _chances_below(self, view: View, card: Card, unseen: Sequence[Card]) -> list[float]:
        """Return for each opponent the probability that he plays below my card."""
        share = sum(other < card for other in unseen) / max(1, len(unseen))
        held = len(view.hand)  # everyone holds as many
        chances = []
        for seat in range(view.players):
            if seat != self._seat:
                known = view.known[seat]
                below = sum(other < card for other in known) + share * (held - len(known))
                chances.append(below / held)
        return chances


def _cards_below(chances: Sequence[float]) -> list[float]:
    """Return the probabilities that 0, 1, 2, … of the opponents play below."""
    spread = [1.0]
    for chance in chances:
        stay = [probability * (1 - chance) for probability in (*spread, 0.0)]
        step = [probability * chance for probability in (0.0, *spread)]
        spread = [a + b for a, b in zip(stay, step, strict=True)]
    return spread


def _unseen(view: View) -> list[Card]:
    """Return the cards that are neither on the table, nor mine, nor known to be someone's."""
    seen = {*view.row, *view.hand}
    seen.update(card for cards in view.known for card in cards)
    seen.update(card for tableau in view.tableaux for column in tableau for card in column)
    return [card for card in DECK if card not in seen]
