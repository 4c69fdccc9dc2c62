"""Other games of The Mind Extreme that one seat could not tell from the game it is in.

What a seat may conclude from what it saw is worked out here from the log:

- a card it saw is nowhere else;
- a card laid face down has the colour of its pile;
- no error was found, so what is still held comes after every card on an open pile;
- everyone lays, or gives to a star, the first card of its colour in their hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tacit.core.rulebook import Seat
from tacit.games.extreme import (
    COLOUR,
    DECK,
    LEVELS,
    POSITION,
    Action,
    Card,
    Discard,
    Event,
    LevelBegun,
    Mistake,
    Play,
    Setup,
    StarUsed,
    Turned,
    in_order,
)

Change: TypeAlias = dict[Card, Card]
"""What each hidden card of this level becomes."""
TRIES = 60

TRIED: tuple[dict[str, int], ...] = ({},)
"""Settings a bot is examined with."""
TRIED_WORDS = ""


def comes_before(card: Card, other: Card) -> bool:
    """Tell whether a card belongs under another of its colour."""
    return COLOUR[card] is COLOUR[other] and POSITION[card] < POSITION[other]


class Memory:
    """The level so far, as a seat remembers it."""

    def __init__(self, seat: Seat | None, log: Sequence[Event]) -> None:
        begun = [n for n, event in enumerate(log) if isinstance(event, LevelBegun)][-1]
        deal = log[begun]
        assert isinstance(deal, LevelBegun)
        self.level = deal.level
        self.hands = deal.hands
        self.seen: set[Card] = set() if seat is None else set(self.hands[seat])
        self.on_open_piles: list[Card] = []
        self.left: list[list[tuple[Card, bool]]] = [[] for _ in self.hands]
        """By seat, the cards that left their hand, and whether they chose so."""
        for event in log[begun + 1 :]:
            self._remember(event)
        self.gone = {card for cards in self.left for card, _ in cards}
        self.hidden = [card for hand in self.hands for card in hand if card not in self.seen]

    def _remember(self, event: Event) -> None:
        match event:
            case Play(seat=owner, card=card):
                self.left[owner].append((card, True))
                if COLOUR[card] not in LEVELS[self.level].blind:
                    self.on_open_piles.append(card)
                    self.seen.add(card)
            case StarUsed(discards=discards):
                for giver, given in enumerate(discards):
                    if given is not None:
                        self.left[giver].append((given, True))
                        self.seen.add(given)
            case Mistake(aside=aside):
                for loser, lost in aside:
                    self.left[loser].append((lost, False))
                    self.seen.add(lost)
            case Turned(card=card):
                self.seen.add(card)

    def allows(self, become: Change) -> bool:
        """Tell whether the hidden cards could be these others, for all the seat knows."""
        new = list(become.values())
        if len(set(new)) < len(new) or not self.seen.isdisjoint(new):
            return False
        for card, other in become.items():
            if card in self.gone:
                if COLOUR[card] is not COLOUR[other]:
                    return False
            elif any(comes_before(other, laid) for laid in self.on_open_piles):
                return False
        return all(
            _first_ones_left(hand, left, become)
            for hand, left in zip(self.hands, self.left, strict=True)
        )


def _first_ones_left(hand: tuple[Card, ...], left: list[tuple[Card, bool]], become: Change) -> bool:
    held = [become.get(card, card) for card in hand]
    for card, chosen in left:
        mine = become.get(card, card)
        held.remove(mine)
        if chosen and any(comes_before(other, mine) for other in held):
            return False
    return True


def wander(memory: Memory, rng: random.Random) -> Change:
    """Return what the hidden cards become, by random steps that the memory allows."""
    become = {card: card for card in memory.hidden}
    for _ in range(TRIES if become else 0):
        step = dict(become)
        card = rng.choice(memory.hidden)
        wish = rng.choice(DECK)
        for holder, other in become.items():
            if other == wish:
                step[holder] = become[card]
        step[card] = wish
        if memory.allows(step):
            become = step
    return become


def another(
    setup: Setup, log: Sequence[Event], seat: Seat | None, rng: random.Random
) -> tuple[Setup, list[Action]]:
    """Return the luck and the actions of another game in which the seat saw the same.

    Hidden cards of this level become others, secret gifts to a star are chosen again, and the
    levels to come are dealt anew.
    """
    memory = Memory(seat, log)
    become = wander(memory, rng)
    deals = list(setup.deals)
    deals[memory.level - 1] = tuple(
        in_order(become.get(card, card) for card in hand) for hand in memory.hands
    )
    for level in range(memory.level + 1, len(deals) + 1):
        dealt = rng.sample(DECK, level * setup.players)
        deals[level - 1] = tuple(
            in_order(dealt[start :: setup.players]) for start in range(setup.players)
        )
    other = Setup(players=setup.players, deals=tuple(deals))
    return other, list(_actions(memory, become, seat, log, rng))


def _actions(
    memory: Memory, become: Change, seat: Seat | None, log: Sequence[Event], rng: random.Random
) -> Iterable[Action]:
    begun = shown = 0
    for number, event in enumerate(log):
        begun = number if isinstance(event, LevelBegun) else begun
        shown = number if isinstance(event, StarUsed) else shown
    for number, event in enumerate(log):
        match event:
            case Play() if number > begun:
                yield replace(event, card=become.get(event.card, event.card))
            case Discard() if number > max(begun, shown) and event.seat != seat:
                hand = memory.hands[event.seat]
                left = [become[card] for card in hand if card not in memory.gone]
                yield replace(event, card=rng.choice(_first_cards(left)))
            case _ if isinstance(event, Action):
                yield event


def _first_cards(hand: Sequence[Card]) -> list[Card]:
    return [card for card in hand if not any(comes_before(other, card) for other in hand)]
