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

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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
from tacit.games.mindup.review.account import Account, Judged, Question, hundredths, points
from tacit.games.mindup.review.course import chances_at, course, point
from tacit.games.mindup.review.reasons import explain
from tacit.games.mindup.review.weighing import weigh
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.tableau import cards_in
from tacit.log.replay import Replay
from tacit.review.reviewing import Depth, Progress, states, unseen

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


def review(replay: Replay, depth: Depth, progress: Progress) -> dict[str, Any]:
    """Return the review of a game, as docs/review.md describes it."""
    found = accounts(replay, depth, seats(len(replay.names)), progress)
    sums = [
        {"name": name} | account.sums() for name, account in zip(replay.names, found, strict=True)
    ]
    return _told(replay, depth, found) | {"seats": sums, "chances": course(replay, depth)}


def _told(replay: Replay, depth: Depth, weighed: Iterable[Account]) -> dict[str, Any]:
    """Return all picks that were weighed, in the order they were made, and the moments so far."""
    done = list(weighed)
    picks = [pick for account in done for pick in account.picks]
    return {
        "game": replay.rules.NAME,
        "seed": depth.seed,
        "deals": depth.deals,
        "picks": sorted(picks, key=lambda pick: (pick["round"], pick["turn"], pick["seat"])),
        "moments": [moment for account in done for moment in account.moments],
        "seats": [],
    }


def _part(replay: Replay, depth: Depth, weighed: dict[Seat, Account]) -> dict[str, Any]:
    """Return what can be told already: `ready` has the sums of seats that are done."""
    ready = [{"seat": seat} | one.sums() for seat, one in weighed.items() if one.whole]
    return _told(replay, depth, weighed.values()) | {"ready": ready}


def prepare() -> None:
    """Load all that is compiled, by weighing a hand and a table."""
    dealt: list[Event] = []
    setup = draw(Settings(players=4), Chance(bytes(SEED_BYTES)))
    state = settle(initial(setup), dealt, follows, evolve)
    seen = view(state, Seat(0))
    weigh(beliefs(seen), Seat(0), 0, 1, 1)
    explain(seen, seen.hand[0], seen.hand[1], 0.0, Depth(deals=1))
    chances_at(point(state), 0, Depth(deals=1))


def accounts(
    replay: Replay, depth: Depth, whose: Collection[Seat], progress: Progress = unseen
) -> list[Account]:
    """Weigh the picks of these seats, and return what they add up to."""
    asked = [one for one in questions(replay) if one.seat in whose]
    asked.sort(key=lambda one: one.seat != depth.first)
    left = Counter(one.seat for one in asked)
    objectives = replay.settings.objectives
    found = {seat: Account(lead_of(replay.result["totals"], seat)) for seat in whose}
    with ThreadPoolExecutor(depth.jobs) as crew:  # compiled code holds no lock
        judged = crew.map(lambda one: judge(one, objectives, depth), asked)
        for number, (one, what) in enumerate(zip(asked, judged, strict=True), start=1):
            found[one.seat].add(one, what)
            left[one.seat] -= 1
            if not left[one.seat]:
                found[one.seat].close(depth)
            progress(number, len(asked), lambda: _part(replay, depth, found))
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
    return Question(seat, state.round, state.turn, known, seen.hand, card, seen)


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


def judge(one: Question, objectives: int, depth: Depth) -> Judged:
    """Weigh a moment and say what each card was worth, and which are about as good as the best."""
    weighed = weigh(one.known, one.seat, objectives, depth.deals, depth.seed)
    usual = hundredths(float(weighed.usual.mean()))
    if not one.turn:
        return Judged(usual, {}, [], 0, 0.0)
    means = [hundredths(value) for value in tempered(weighed.leads)]
    errors = _error(weighed.leads)
    wins = weighed.wins.mean(axis=0)
    values = {
        str(card): {
            "lead": points(means[place]),
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
    return Judged(usual, values, equal, hundredths(float(lost.mean())), float(_error(lost)))


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
