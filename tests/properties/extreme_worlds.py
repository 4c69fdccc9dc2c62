"""Other games of The Mind Extreme that one seat could not tell from the game it is in.

What a seat may conclude from what it saw is worked out here from the log and the rules alone:

- a card it saw is nowhere else;
- a card laid face down has the colour of its pile;
- no error was found, so what is still held comes after every card on an open pile;
- everyone lays, or gives to a star, the first card of its colour in his hand.
"""

from msgspec.structs import replace

from tacit.games import extreme
from tests.judge.extreme import BLIND, comes_before
from tests.properties.attempts import EXTREME_CARDS

TRIES = 60


class Memory:
    """The level so far, as a seat remembers it."""

    def __init__(self, seat, log):
        start = max(n for n, event in enumerate(log) if isinstance(event, extreme.LevelBegun))
        self.level = log[start].level
        self.hands = log[start].hands
        blind = BLIND.get(self.level, "")
        self.seen = set() if seat is None else set(self.hands[seat])
        self.on_open_piles = []
        self.left = [[] for _ in self.hands]
        """By seat, the cards that left his hand, and whether he chose so himself."""
        for event in log[start + 1 :]:
            match event:
                case extreme.Play(seat=owner, card=card):
                    self.left[owner].append((card, True))
                    if card[0] not in blind:
                        self.on_open_piles.append(card)
                        self.seen.add(card)
                case extreme.StarUsed(discards=discards):
                    for owner, card in enumerate(discards):
                        if card is not None:
                            self.left[owner].append((card, True))
                            self.seen.add(card)
                case extreme.Mistake(aside=aside):
                    for owner, card in aside:
                        self.left[owner].append((card, False))
                        self.seen.add(card)
                case extreme.Turned(card=card):
                    self.seen.add(card)
        self.gone = {card for cards in self.left for card, _ in cards}
        self.hidden = [card for hand in self.hands for card in hand if card not in self.seen]

    def allows(self, become):
        """Tell whether the hidden cards could be these others, for all the seat knows."""
        new = list(become.values())
        if len(set(new)) < len(new) or not self.seen.isdisjoint(new):
            return False
        for card, other in become.items():
            if card in self.gone and card[0] != other[0]:
                return False
            if card not in self.gone and any(
                comes_before(other, laid) for laid in self.on_open_piles
            ):
                return False
        return all(
            self._first_ones_left(hand, left, become)
            for hand, left in zip(self.hands, self.left, strict=True)
        )

    @staticmethod
    def _first_ones_left(hand, left, become):
        held = [become.get(card, card) for card in hand]
        for card, chosen in left:
            mine = become.get(card, card)
            held.remove(mine)
            if chosen and any(comes_before(other, mine) for other in held):
                return False
        return True


def wander(memory, rng):
    """Return what the hidden cards become, by random steps that the memory allows."""
    become = {card: card for card in memory.hidden}
    for _ in range(TRIES if become else 0):
        step = dict(become)
        card = rng.choice(memory.hidden)
        wish = rng.choice(EXTREME_CARDS)
        for holder, other in become.items():
            if other == wish:
                step[holder] = become[card]
        step[card] = wish
        if memory.allows(step):
            become = step
    return become


def another(setup, log, seat, rng):
    """Return the luck and the actions of another game in which the seat saw the same.

    Hidden cards of this level become others, secret gifts to a star are chosen again, and the
    levels to come are dealt anew.
    """
    memory = Memory(seat, log)
    become = wander(memory, rng)
    deals = list(setup.deals)
    deals[memory.level - 1] = [[become.get(card, card) for card in hand] for hand in memory.hands]
    for level in range(memory.level + 1, len(deals) + 1):
        dealt = rng.sample(EXTREME_CARDS, level * setup.players)
        deals[level - 1] = [dealt[start :: setup.players] for start in range(setup.players)]
    other = extreme.Setup(
        players=setup.players,
        deals=tuple(tuple(as_held(hand) for hand in hands) for hands in deals),
    )
    return other, _actions(memory, become, seat, log, rng)


def as_held(cards):
    """Sort a hand: white ascending, then red descending."""
    white = sorted((card for card in cards if card[0] == "W"), key=lambda card: int(card[1:]))
    red = sorted((card for card in cards if card[0] == "R"), key=lambda card: -int(card[1:]))
    return (*white, *red)


def _actions(memory, become, seat, log, rng):
    actions = []
    begun = shown = 0
    for number, event in enumerate(log):
        begun = number if isinstance(event, extreme.LevelBegun) else begun
        shown = number if isinstance(event, extreme.StarUsed) else shown
    for number, event in enumerate(log):
        match event:
            case extreme.Play() if number > begun:
                actions.append(replace(event, card=become.get(event.card, event.card)))
            case extreme.Discard() if number > max(begun, shown) and event.seat != seat:
                hand = memory.hands[event.seat]
                left = [become[card] for card in hand if card not in memory.gone]
                actions.append(replace(event, card=rng.choice(first_cards(left))))
            case _ if isinstance(event, extreme.Action):
                actions.append(event)
    return actions


def first_cards(hand):
    return [card for card in hand if not any(comes_before(other, card) for other in hand)]


def differences(state, other):
    """Name what is really different in two worlds."""
    both = {
        "hands": (state.hands, other.hands),
        "colours": (_colours(state), _colours(other)),
        "laid": (state.laid, other.laid),
        "chosen": (state.chosen, other.chosen),
        "deals": (state.setup.deals[state.level :], other.setup.deals[state.level :]),
    }
    return {name for name, (here, there) in both.items() if here != there}


def _colours(state):
    return [sorted(card[0] for card in hand) for hand in state.hands]
