"""A table of Mind Up! whose luck is drawn piece by piece, when the table sees it drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias

from tacit.core.rulebook import seats
from tacit.games import mindup
from tacit.games.mindup import DECK, OBJECTIVES, Card, Event, Pick, Revealed, RoundBegun, Setup
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.start import FIRST_HAND
from tacit.games.mindup.rules.tableau import SCORE_VALUES

ORDER, OBJECTIVE, CARD = range(3)
ORDERS = tuple(permutations(SCORE_VALUES))
Step: TypeAlias = int | tuple[int, ...]
"""Of a game retold: a chance outcome, or the cards of a turn."""


class Draw(NamedTuple):
    """Something that luck decides next: for a seat's hand, or for the row if the seat is None."""

    kind: int
    seat: int | None = None


class SpielTable:
    """One game for OpenSpiel. It is copied often, so its parts are replaced and never changed."""

    def __init__(self, players: int, objectives: int, rounds: int) -> None:
        self.players = players
        self.out = objectives
        self.rounds = rounds
        nothing = Setup(players=players, deck=(), orders=(), objectives=())
        self.state = mindup.initial(nothing)
        self.log: tuple[Event, ...] = ()
        self.told: tuple[Step, ...] = ()
        """All chance outcomes and turns, in order."""
        self.drawn: tuple[tuple[Draw, int], ...] = ()
        """What luck has decided of the round that is being dealt."""
        self._gone: frozenset[int] = frozenset()
        """Objectives that were drawn or put under the pile."""
        self._dealt: frozenset[int] = frozenset()
        self.draws: tuple[Draw, ...] = self._plan()

    def __deepcopy__(self, _memo: dict[int, Any]) -> SpielTable:
        other = object.__new__(SpielTable)
        other.__dict__.update(self.__dict__)
        return other

    @property
    def over(self) -> bool:
        """Whether the last round has been scored."""
        return len(self.state.scores) == self.rounds

    @property
    def turns(self) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """By turn, what each seat played and took."""
        return [(event.plays, event.taken) for event in self.log if isinstance(event, Revealed)]

    def _plan(self) -> tuple[Draw, ...]:
        """Return what luck decides before the next round: order, objectives, cards."""
        first = self.state.round == 0
        renewed = self.out if first or self.out < KEPT_FROM else 0
        each = FIRST_HAND if first else 1
        hands = (Draw(CARD, seat) for seat in range(self.players) for _ in range(each))
        row = (Draw(CARD),) * self.players if first else ()
        return (Draw(ORDER), *(Draw(OBJECTIVE),) * renewed, *hands, *row)

    def outcomes(self) -> list[int]:
        """Return what can be drawn now, as numbers from 0."""
        kind = self.draws[0].kind
        if kind == ORDER:
            return list(range(len(ORDERS)))
        if kind == OBJECTIVE:
            return [number - 1 for number in OBJECTIVES if number not in self._gone]
        return [card - 1 for card in DECK if card not in self._dealt]

    def draw(self, outcome: int) -> None:
        """Let luck decide one thing; an objective whose letter is out goes under the pile."""
        now, *rest = self.draws
        self.told = (*self.told, outcome)
        self.draws = tuple(rest)
        if now.kind == OBJECTIVE:
            number = outcome + 1
            self._gone |= {number}
            out = [found for draw, found in self.drawn if draw.kind == OBJECTIVE]
            if OBJECTIVES[number].letter in {OBJECTIVES[one + 1].letter for one in out}:
                self.draws = (now, *self.draws)  # MU-35: another instead
                return
        if now.kind == CARD:
            self._dealt |= {outcome + 1}
        self.drawn = (*self.drawn, (now, outcome))
        if not self.draws:
            self._begin_round()

    def _begin_round(self) -> None:
        by_seat = [
            tuple(Card(found + 1) for draw, found in self.drawn if draw == Draw(CARD, seat))
            for seat in range(self.players)
        ]
        row = sorted(Card(found + 1) for draw, found in self.drawn if draw == Draw(CARD))
        out = tuple(found + 1 for draw, found in self.drawn if draw.kind == OBJECTIVE)
        kept = self.out >= KEPT_FROM and self.state.round > 0
        (order,) = (ORDERS[found] for draw, found in self.drawn if draw.kind == ORDER)
        self._happens(
            RoundBegun(
                round=self.state.round + 1,
                order=order,
                objectives=self.state.objectives if kept else out,
                row=tuple(row) or self.state.row,
                drawn=tuple(by_seat),
            )
        )
        self.drawn = ()

    def turn(self, cards: Sequence[int]) -> None:
        """Play a turn, and go on to the next decision of a player or of chance."""
        self.told = (*self.told, tuple(cards))
        for seat, card in zip(seats(self.players), cards, strict=True):
            self._happens(Pick(seat=seat, card=Card(card)))
        while len(self.state.scores) < self.state.round:
            event = mindup.follows(self.state)
            if event is None:
                return
            self._happens(event)
        if len(self.state.scores) == ROUNDS:
            event = mindup.follows(self.state)
            assert event is not None
            self._happens(event)
        if not self.over:
            self.draws = self._plan()

    def _happens(self, event: Event) -> None:
        self.state = mindup.evolve(self.state, event)
        self.log = (*self.log, event)

    def scoresheet(self) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        empty = Setup(players=self.players, deck=(), orders=(), objectives=((0,) * self.out,))
        names = tuple(f"p{seat}" for seat in range(self.players))
        return mindup.scoresheet(empty, names, self.log)

    def retold(self, seat: int, sampler: Callable[[], float]) -> Iterator[Step]:
        """Yield the steps of another game that a seat could not tell from this one.

        In another's hand what the seat has seen since comes first and in order, so that nothing
        tells where in it a card was; what it has not seen is dealt anew.
        """
        hidden = [card for card in DECK if card not in self._seen_by(seat)]
        for last in range(len(hidden) - 1, 0, -1):
            other = int(sampler() * (last + 1))
            hidden[last], hidden[other] = hidden[other], hidden[last]
        seen = self._seen_by(seat)
        deals = iter([event for event in self.log if isinstance(event, RoundBegun)])
        cards: list[int] = []
        for step, kind in zip(self.told, self._kinds(), strict=True):
            if kind is not CARD:
                yield step
                continue
            if not cards:
                deal = next(deals, None)
                cards = _canonical(deal, seat, seen, hidden) if deal else [hidden.pop()]
            yield cards.pop(0) - 1

    def _kinds(self) -> Iterator[int | None]:
        """Yield of each step told what it decided; None for a turn."""
        table = SpielTable(self.players, self.out, self.rounds)
        for step in self.told:
            if isinstance(step, int):
                yield table.draws[0].kind
                table.draw(step)
            else:
                yield None
                table.turn(step)

    def _seen_by(self, seat: int) -> set[Card]:
        """Return every card that lay open before a seat."""
        seen: set[Card] = set()
        for event in self.log:
            match event:
                case RoundBegun():
                    seen.update(event.row, event.drawn[seat])
                case Revealed():
                    seen.update(event.plays, event.taken)
                case mindup.RoundEnded():
                    seen.update(event.last)
                case _:
                    pass
        return seen


def _canonical(deal: RoundBegun, seat: int, seen: set[Card], hidden: list[Card]) -> list[int]:
    """Return the cards of a deal in the order they are dealt, those not seen dealt anew."""
    cards: list[int] = []
    for other, hand in enumerate(deal.drawn):
        known = [card for card in hand if card in seen]
        if other != seat:
            known.sort()
        cards += known
        cards += [hidden.pop() for _ in range(len(hand) - len(known))]
    if deal.round == 1:
        cards += deal.row
    return cards
