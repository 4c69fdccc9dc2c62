"""Other games of Mind Up! that one seat could not tell from the game it is in."""

from msgspec.structs import replace

from tacit.games import mindup
from tests.judge.mindup import LETTER_OF
from tests.properties.attempts import MINDUP_CARDS


def seen_by(seat, log):
    """Return every card that lay open before a seat, told from the log alone."""
    seen = set()
    for event in log:
        match event:
            case mindup.RoundBegun():
                seen.update(event.row, () if seat is None else event.drawn[seat])
            case mindup.Revealed():
                seen.update(event.plays, event.taken)
            case mindup.RoundEnded():
                seen.update(event.last)
    return seen


def another(setup, log, seat, rng):
    """Return the luck and the actions of another game in which the seat saw the same.

    The cards it never saw change places, in other hands and in the deck, and so do the Score orders
    and the objectives of rounds to come.
    """
    hidden = sorted(set(MINDUP_CARDS) - seen_by(seat, log))
    become = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    begun = sum(isinstance(event, mindup.RoundBegun) for event in log)
    other = mindup.Setup(
        players=setup.players,
        deck=tuple(become.get(card, card) for card in setup.deck),
        orders=setup.orders[:begun]
        + tuple(tuple(rng.sample(order, len(order))) for order in setup.orders[begun:]),
        objectives=_objectives(setup.objectives, begun, rng),
    )
    actions = [event for event in log if isinstance(event, mindup.Action)]
    return other, [
        replace(action, card=become.get(action.card, action.card))
        if isinstance(action, mindup.Pick)
        else action
        for action in actions
    ]


def _objectives(by_round, begun, rng):
    """Draw the objectives of rounds to come anew, if they are renewed at all."""
    out = len(by_round[0])
    if out not in {1, 2}:
        return by_round
    drawn = list(by_round[:begun])
    while len(drawn) < len(by_round):
        fresh = [number for number in LETTER_OF if all(number not in gone for gone in drawn)]
        chosen = rng.sample(fresh, out)
        if len({LETTER_OF[number] for number in chosen}) == out:
            drawn.append(tuple(chosen))
    return tuple(drawn)


def differences(state, other):
    """Name what is really different in two worlds."""
    both = {
        "hands": (state.hands, other.hands),
        "deck": (state.deck, other.deck),
        "picks": (state.picks, other.picks),
        "orders": (state.setup.orders, other.setup.orders),
        "objectives": (state.setup.objectives, other.setup.objectives),
    }
    return {name for name, (here, there) in both.items() if here != there}
