"""Players who act by whim, so that random games reach every corner of the rules."""

import random

from msgspec.structs import replace

from tacit.core.chance import Chance
from tacit.core.rulebook import Refused
from tacit.games import extreme, mindup
from tests.games.caused import caused

BOTH = (mindup, extreme)


class Table:
    """A table that keeps its log and, for each event, the state it happened in."""

    def __init__(self, rules, setup):
        self.rules = rules
        self.state = rules.initial(setup)
        self.log = []
        self.before = []
        while (event := rules.follows(self.state)) is not None:
            self._happens(event)

    def act(self, action):
        """Let an action happen that has to be allowed."""
        events = caused(self.rules, self.state, action)
        assert not isinstance(events, Refused), f"{action} was refused: {events}"
        for event in events:
            self._happens(event)

    def _happens(self, event):
        self.before.append(self.state)
        self.log.append(event)
        self.state = self.rules.evolve(self.state, event)

    @property
    def over(self):
        return self.rules.over(self.state)


class Whim:
    """One will for all seats.

    `care` says how often the table of The Mind Extreme lays the right card, as if it saw all hands:
    without any care a game is lost before it gets interesting.
    """

    def __init__(self, rng, care=None):
        self.rng = rng
        self.care = rng.choice((0, 0.4, 0.7, 0.9, 0.97, 1)) if care is None else care
        self.now = 0

    def action(self, rules, state):
        """Choose one of the actions that are allowed now."""
        self.now = max(self.now, clock(rules, state)) + self.rng.choice((0, 1, 40, 3000))
        act = self._mindup if rules is mindup else self._extreme
        return replace(act(state), at=self.now)

    def play(self, table, actions=100_000):
        """Go on until the game is over, or until that many actions were taken."""
        while actions > 0 and not table.over:
            table.act(self.action(table.rules, table.state))
            actions -= 1
        return table

    def _mindup(self, state):
        seats = mindup.waiting(state) if self.rng.random() < 0.9 else range(state.players)
        return self.rng.choice(mindup.legal(state, self.rng.choice(seats)))

    def _extreme(self, state):
        if state.phase is extreme.Phase.PLAYING and self.rng.random() < self.care:
            return self.rng.choice(right_plays(state))
        seats = extreme.waiting(state) if self.rng.random() < 0.8 else range(state.players)
        options = extreme.legal(state, self.rng.choice(seats))
        if not options:
            options = extreme.legal(state, extreme.waiting(state)[0])
        return self.rng.choices(options, [_eagerness(action, state) for action in options])[0]


def clock(rules, state):
    """Return the time of the table; Mind Up! has none."""
    return 0 if rules.NAME == mindup.NAME else state.now


def _eagerness(action, state):
    """Return the weight of an action: what brings the game on is done more often."""
    match action:
        case extreme.Stop():
            return 1
        case extreme.ProposeStar():
            return 2
        case extreme.LiftHand():
            return 20 if state.phase is extreme.Phase.LIFTING else 2
        case extreme.Vote(agree=False):
            return 5
        case _:
            return 20


def right_plays(state):
    """Return the plays no hand has a better card for: the lowest white, the highest red."""
    held = [
        (card[0], int(card[1:]), seat) for seat, hand in enumerate(state.hands) for card in hand
    ]
    first = [min(card for card in held if card[0] == "W")] if any(c[0] == "W" for c in held) else []
    last = [max(card for card in held if card[0] == "R")] if any(c[0] == "R" for c in held) else []
    return [
        extreme.Play(seat=seat, card=f"{letter}{value}") for letter, value, seat in first + last
    ]


def some_settings(rules, rng):
    """Draw the settings of a game: any number of players and, in Mind Up!, of objectives."""
    players = rng.choice(rules.PLAYERS)
    if rules is mindup:
        return mindup.Settings(players=players, objectives=rng.randrange(6))
    return extreme.Settings(players=players)


def some_setup(rules, rng):
    """Draw the luck of a game."""
    return rules.draw(some_settings(rules, rng), Chance(rng.randbytes(32)))


def some_game(rules, seed):
    """Play a whole game that depends on nothing but its seed."""
    rng = random.Random(seed)
    setup = some_setup(rules, rng)
    return setup, Whim(rng).play(Table(rules, setup))


def some_table(rules, rng):
    """Play a game to some point."""
    table = Table(rules, some_setup(rules, rng))
    return Whim(rng).play(table, actions=rng.randrange(120))
