"""What the picks of a game of Mind Up! were worth, knowing only what each seat knew then.

Three values are compared, all of them expected final leads over the best of the others:

- what each card in hand was worth, and so the best of them and the one that was picked;
- what the position was worth to a usual player: one who picks as a sensible player would;
- the same after the cards were turned over, after the round, and after the next deal.

What a pick lost is the best card's value less its own. From a pick to the next position is the luck
of the guess. All the rest is the luck of the deal: how good the cards were that one was given, to
a player who makes the best of them. So the parts add up: lead = deal + guess − lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from tacit.core.chance import SEED_BYTES, Chance
from tacit.core.rulebook import Seat, seats, settle
from tacit.games.mindup import (
    DECK,
    Event,
    Revealed,
    RoundEnded,
    Settings,
    State,
    draw,
    evolve,
    follows,
    initial,
    view,
)
from tacit.games.mindup.bots.reckoning import Beliefs, Floats, beliefs
from tacit.games.mindup.kernel.packed import (
    HAND,
    MOST,
    OBJECTIVES,
    PLAYERS,
    ROUND,
    ROW,
    SCORE,
    SIZE,
    TURN,
    Words,
    pack,
)
from tacit.games.mindup.review.weighing import weigh
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.tableau import cards_in
from tacit.log.replay import Replay
from tacit.review.reviewing import Depth, Progress, states, unseen

HUNDREDTHS = 100
"""Leads are reckoned in hundredths of a point, so that what is shown adds up exactly."""
USUAL_VARIANCE = 1.0
"""How far the values of a hand's cards are apart, as a variance: in the middle of all picks."""
USUAL_WEIGHT = 3.0
"""How many cards that knowledge counts for."""
SURE = 2.0
"""Standard errors by which a card has to be worse than the best to be called worse."""


FOLDS = 10
"""Parts of the deals, for each of which the best card is chosen on the others."""
SEEN = 0.375
"""How much the best card on the same deals counts for, the rest being that on the others: measured
so that what is lost neither rises nor falls with the number of deals (`proof drift`)."""


class Question(NamedTuple):
    """A moment to be weighed: a seat about to pick, or between two rounds."""

    seat: Seat
    round: int
    turn: int
    """0 between two rounds, before the cards of `round` are dealt."""
    known: Beliefs
    hand: tuple[int, ...]
    card: int
    """What was picked."""


def review(replay: Replay, depth: Depth, progress: Progress) -> dict[str, Any]:
    """Return the review of a game, as docs/review.md describes it."""
    found = accounts(replay, depth, seats(len(replay.names)), progress)
    sums = [
        {"name": name} | account.sums() for name, account in zip(replay.names, found, strict=True)
    ]
    return _told(replay, depth, found) | {"seats": sums}


def _told(replay: Replay, depth: Depth, weighed: Iterable[Account]) -> dict[str, Any]:
    """Return all picks that were weighed, in the order they were made; of seats nothing yet."""
    picks = [pick for account in weighed for pick in account.picks]
    return {
        "game": replay.rules.NAME,
        "seed": depth.seed,
        "deals": depth.deals,
        "picks": sorted(picks, key=lambda pick: (pick["round"], pick["turn"], pick["seat"])),
        "seats": [],
    }


def prepare() -> None:
    """Load all that is compiled, by weighing a hand."""
    dealt: list[Event] = []
    setup = draw(Settings(players=4), Chance(bytes(SEED_BYTES)))
    state = settle(initial(setup), dealt, follows, evolve)
    weigh(beliefs(view(state, Seat(0))), Seat(0), 0, 1, 1)


def accounts(
    replay: Replay, depth: Depth, whose: Collection[Seat], progress: Progress = unseen
) -> list[Account]:
    """Weigh the picks of these seats, and return what they add up to."""
    asked = [one for one in questions(replay) if one.seat in whose]
    objectives = replay.settings.objectives
    found = {seat: Account(lead_of(replay.result["totals"], seat)) for seat in whose}
    with ThreadPoolExecutor(depth.jobs) as crew:  # compiled code holds no lock
        judged = crew.map(lambda one: judge(one, objectives, depth), asked)
        for number, (one, what) in enumerate(zip(asked, judged, strict=True), start=1):
            found[one.seat].add(one, what)
            progress(number, len(asked), lambda: _told(replay, depth, found.values()))
    return list(found.values())


def lead_of(totals: Sequence[int], seat: int) -> int:
    """Return how far a seat is ahead of the best of the others, or behind."""
    return totals[seat] - max(points for other, points in enumerate(totals) if other != seat)


def questions(replay: Replay) -> Iterator[Question]:
    """Yield every moment of a game that has to be weighed, in the order it was played."""
    for before, event, after in states(replay):
        if isinstance(event, Revealed):
            for seat in seats(before.players):
                yield pick_of(before, seat, event.plays[seat])
        elif isinstance(event, RoundEnded) and after.round < ROUNDS:
            for seat in seats(before.players):
                yield between(after, seat)


def pick_of(state: State, seat: Seat, card: int) -> Question:
    """Return a pick as a question: what the seat knew, and what it picked."""
    seen = view(state, seat)
    known = beliefs(seen)
    _remember(known.table, state)
    return Question(seat, state.round, state.turn, known, seen.hand, card)


def between(state: State, seat: Seat) -> Question:
    """Return what is known when a round is over and the next is not yet dealt."""
    table: Words = np.zeros(SIZE, np.int64)
    table[PLAYERS], table[ROUND], table[TURN] = state.players, state.round + 1, 1
    table[ROW] = pack(state.row)
    if len(state.objectives) >= KEPT_FROM:  # MU-36
        table[OBJECTIVES : OBJECTIVES + ROUNDS] = pack(state.objectives)
    _remember(table, state)
    lacking, shown = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    lacking[: state.players] = 1
    seen = set(state.row)
    for other in seats(state.players):
        cards = cards_in(state.tableaux[other])
        seen.update(cards)
        table[HAND + other] = pack(cards)
        shown[other] = sum(1 << card for card in cards)
        for number, scores in enumerate(state.scores):
            table[SCORE + MOST * number + other] = scores[other].total
    hidden = np.array([card for card in DECK if card not in seen], np.int64)
    return Question(seat, state.round + 1, 0, Beliefs(table, hidden, lacking, shown), (), 0)


def _remember(table: Words, state: State) -> None:
    """Write down the objectives of rounds that are over: they do not come back (MU-34)."""
    for number, past in enumerate(state.past):
        table[OBJECTIVES + number] = pack(past.objectives)


class Judged(NamedTuple):
    """A moment weighed, in hundredths of a point."""

    usual: int
    values: dict[str, dict[str, float]]
    equal: list[int]
    lost: int
    unsure: float
    """The standard error of `lost`, in points."""


def judge(one: Question, objectives: int, depth: Depth) -> Judged:
    """Weigh a moment and say what each card was worth, and which are about as good as the best."""
    weighed = weigh(one.known, one.seat, objectives, depth.deals, depth.seed)
    usual = _hundredths(float(weighed.usual.mean()))
    if not one.turn:
        return Judged(usual, {}, [], 0, 0.0)
    means = [_hundredths(value) for value in tempered(weighed.leads)]
    errors = _error(weighed.leads)
    wins = weighed.wins.mean(axis=0)
    values = {
        str(card): {
            "lead": _points(means[place]),
            "win": round(float(wins[place]), 3),
            "se": round(float(errors[place]), 3),
        }
        for place, card in enumerate(one.hand)
    }
    best = max(range(len(means)), key=means.__getitem__)
    behind = weighed.leads[:, [best]] - weighed.leads
    near = behind.mean(axis=0) <= SURE * _error(behind)
    equal = [card for card, is_near in zip(one.hand, near, strict=True) if is_near]
    lost = lost_by_deal(weighed.leads, one.hand.index(one.card))
    return Judged(usual, values, equal, _hundredths(float(lost.mean())), float(_error(lost)))


def _error(by_deal: Floats) -> Floats:
    """Return the standard errors of the means over all deals."""
    found: Floats = by_deal.std(axis=0, ddof=1) / np.sqrt(len(by_deal))
    return found


def lost_by_deal(leads: Floats, chosen: int) -> Floats:
    """Return by deal what a card lost to the best one; the mean of it is what the pick lost.

    The card that came out best on these deals was also lucky on them, so that its lead over the one
    picked is too large. A card chosen on the other deals was not, but it is not always the best, so
    that its lead is too small. What lies between them keeps its size however many deals there are.
    """
    best = leads[:, leads.mean(axis=0).argmax()]
    total, unseen = leads.sum(axis=0), np.empty(len(leads))
    for fold in range(FOLDS):
        here = leads[fold::FOLDS]
        unseen[fold::FOLDS] = here[:, (total - here.sum(axis=0)).argmax()]
    between: Floats = SEEN * best + (1 - SEEN) * unseen - leads[:, chosen]
    return between


def tempered(leads: Floats) -> list[float]:
    """Return the mean lead of each card, nearer to their common mean by as much as noise is in it.

    The best of several noisy values is too high, and what seems to be lost by the others too much.
    How much of the differences between cards is noise is seen on the deals; how large they are in
    truth, too, together with what they usually are.
    """
    deals, cards = leads.shape
    means = leads.mean(axis=0)
    off = leads - leads.mean(axis=1, keepdims=True)
    noise = float(off.var(axis=0, ddof=1).sum()) / deals / (cards - 1)
    seen = max(0.0, float(means.var(ddof=1)) - noise)
    truth = (cards * seen + USUAL_WEIGHT * USUAL_VARIANCE) / (cards + USUAL_WEIGHT)
    common = float(means.mean())
    return [common + truth / (truth + noise) * (float(mean) - common) for mean in means]


class Account:
    """One seat's picks, and what they add up to, in hundredths of a point."""

    def __init__(self, lead: int) -> None:
        self.lead = _hundredths(lead)
        self.lost = self.guess = 0
        self._variance = 0.0
        self.picks: list[dict[str, Any]] = []
        self._open: int | None = None

    def add(self, one: Question, judged: Judged) -> None:
        """Take the next moment: it ends the luck of the pick before it."""
        self._turned_over(judged.usual)
        if not one.turn:
            return
        self.picks.append(
            {
                "round": one.round,
                "turn": one.turn,
                "seat": one.seat,
                "card": one.card,
                "values": judged.values,
                "equal": judged.equal,
                "lost": _points(judged.lost),
                "lost_se": round(judged.unsure, 3),
                "luck": None,  # until the cards are turned over
            }
        )
        self.lost += judged.lost
        self._variance += judged.unsure**2  # no two picks are weighed on the same deals
        self._open = _hundredths(judged.values[str(one.card)]["lead"])

    def _turned_over(self, value: int) -> None:
        if self._open is not None:
            luck = value - self._open
            self.picks[-1]["luck"] = _points(luck)
            self.guess += luck
            self._open = None

    def sums(self) -> dict[str, Any]:
        """Return lead, lost with its interval, deal and guess, after the last pick."""
        self._turned_over(self.lead)
        lost, reach = _points(self.lost), 1.96 * self._variance**0.5
        return {
            "lead": _points(self.lead),
            "lost": lost,
            "lost_ci95": [round(lost - reach, 2), round(lost + reach, 2)],
            "deal": _points(self.lead - self.guess + self.lost),
            "guess": _points(self.guess),
        }


def _hundredths(points: float) -> int:
    return round(points * HUNDREDTHS)


def _points(hundredths: int) -> float:
    return hundredths / HUNDREDTHS
