"""All that a seat could think of doing, and some things nobody could."""

from tacit.games import extreme, mindup

MINDUP_CARDS = tuple(range(1, 61))
EXTREME_CARDS = tuple(f"{letter}{value}" for letter in "WR" for value in range(1, 51))

NO_MINDUP_CARDS = (-7, 0, 61, 1000)
NO_EXTREME_CARDS = ("", "W", "W0", "W51", "R51", "w5", "W05", "B7", "5", "W8 ", "—")


def conceivable(rules, seat, at):
    """Return every action of a seat with every card there is, allowed or not."""
    if rules.NAME == mindup.NAME:
        picks = [mindup.Pick(seat=seat, card=card, at=at) for card in MINDUP_CARDS]
        return [*picks, mindup.TakeBack(seat=seat, at=at)]
    return [
        *(extreme.Play(seat=seat, card=card, at=at) for card in EXTREME_CARDS),
        *(extreme.Discard(seat=seat, card=card, at=at) for card in EXTREME_CARDS),
        *(extreme.Vote(seat=seat, agree=agree, at=at) for agree in (True, False)),
        extreme.LayHand(seat=seat, at=at),
        extreme.LiftHand(seat=seat, at=at),
        extreme.Stop(seat=seat, at=at),
        extreme.ProposeStar(seat=seat, at=at),
        extreme.Ready(seat=seat, at=at),
    ]


def absurd(rules, seat, at):
    """Return actions of a seat that are never allowed: with cards that do not exist."""
    if rules.NAME == mindup.NAME:
        return [mindup.Pick(seat=seat, card=card, at=at) for card in NO_MINDUP_CARDS]
    return [
        kind(seat=seat, card=card, at=at)
        for kind in (extreme.Play, extreme.Discard)
        for card in NO_EXTREME_CARDS
    ]
