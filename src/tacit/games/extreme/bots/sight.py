"""A view of The Mind Extreme as the record of numbers that the built-in bots decide by.

A `Sight` has the fields of the kernel's `TABLE` that these decisions need. Of what is kept by seat
it fills in the row of its own seat only.
"""

from __future__ import annotations

from tacit.games.extreme import COLOUR, POSITION, Card, Colour, Phase, View, first_of
from tacit.games.extreme.bots.numbers import COLOURS, PHASES
from tacit.games.extreme.bots.playtime import counted_from, played, resumed

_PHASE = {phase: number for number, phase in enumerate(PHASES)}


class Sight:
    """What one seat, or a spectator, sees of a table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.level = self.last_level = self.lives = self.stars = self.phase = 0
        self.now = self.clock = self.resumed = 0
        self.blind = [0, 0]
        self.left: tuple[int, ...] = (0,) * players
        self.hands = [[[0], [0]] for _ in range(players)]
        self.held = [[0, 0]] * players
        self.laid = self.aside = 0
        self.laid_seat: list[int] = []
        self.laid_colour: list[int] = []
        self.laid_card: list[int] = []
        self.laid_at: list[int] = []
        self.laid_played: list[int] = []
        self.aside_seat: list[int] = []
        self.aside_colour: list[int] = []
        self.aside_card: list[int] = []
        self.counted = [[0, 0] for _ in range(players)]
        self.counted_card = [[0, 0] for _ in range(players)]
        self.counted_at = [[0, 0] for _ in range(players)]
        self.mine = [0] * players
        self.proposed_level = [0] * players
        self.proposed_stars = [0] * players

    def look(self, view: View, now_ms: int) -> None:
        """See what there is to decide by at a moment: the state of the table, and the hand."""
        self.level, self.last_level = view.level, view.last_level
        self.lives, self.stars = view.lives, view.stars
        self.phase, self.left = _PHASE[view.phase], view.cards_left
        self.now, self.clock = now_ms, played(view.pauses, now_ms)
        self.resumed = resumed(view.pauses)
        if view.seat is not None:
            white, red = self.hands[view.seat]
            white[0], red[0] = _first(Colour.WHITE, view), _first(Colour.RED, view)

    def count(self, view: View) -> None:
        """See where the seat counts on from on each pile, and when it last laid a card itself."""
        assert view.seat is not None
        seat = view.seat
        for number, colour in enumerate(COLOURS):
            cards, position, since = counted_from(view, colour)
            self.counted[seat][number], self.counted_card[seat][number] = cards, position
            self.counted_at[seat][number] = since
        self.laid_at = [laid.at for laid in view.events]
        self.laid = len(self.laid_at)
        self.mine[seat] = max([laid.at for laid in view.events if laid.seat == seat], default=0)

    def follow(self, view: View) -> None:
        """See the cards that were laid and set aside since the last view."""
        if view.level != self.level:
            self._begin(view)
        self.phase, self.clock = _PHASE[view.phase], played(view.pauses, view.now)
        self.left = view.cards_left
        for laid in view.events[self.laid :]:
            self.laid_seat.append(laid.seat)
            self.laid_colour.append(COLOURS.index(laid.colour))
            self.laid_card.append(_position(laid.card))
            self.laid_at.append(laid.at)
            self.laid_played.append(played(view.pauses, laid.at))
        self.laid = len(view.events)
        if view.phase in (Phase.PASSED, Phase.OVER):  # blind piles are turned over
            self.laid_card = [_position(laid.card) for laid in view.events]
        for seat, card in view.aside[self.aside :]:
            self.aside_seat.append(seat)
            self.aside_colour.append(COLOURS.index(COLOUR[card]))
            self.aside_card.append(POSITION[card])
        self.aside = len(view.aside)

    def _begin(self, view: View) -> None:
        self.level = view.level
        self.laid = self.aside = 0
        self.blind = [int(colour in view.blind) for colour in COLOURS]
        for column in (
            self.laid_seat, self.laid_colour, self.laid_card, self.laid_at, self.laid_played,
            self.aside_seat, self.aside_colour, self.aside_card,
        ):  # fmt: skip
            column.clear()


def _position(card: Card | None) -> int:
    return 0 if card is None else POSITION[card]


def _first(colour: Colour, view: View) -> int:
    return _position(first_of(colour, view.hand))
