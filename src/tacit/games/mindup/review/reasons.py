"""Why one card was better than another, in facts that any language can put into words.

`explain` takes what a seat saw and two cards of its hand, and returns reasons: records of a kind
and its numbers, no sentences. `sentences` says them in English; the app has the words of every
language. Everything in a reason is made of what that seat knew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from tacit.core.rulebook import seats
from tacit.games.mindup import BONUS, Card, View, column_for, place
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.kernel.packed import OBJECTIVES, pack
from tacit.games.mindup.review.landing import Landed, land
from tacit.review.reviewing import DEFAULT, Depth

WORTH_SAYING = 0.5
"""Points below which a difference is not spoken of."""
FEW = 4
"""How many known cards between the two are named; more are counted."""
MANY = 9
"""Known cards between the two of which nothing is said: it would be nearly all of them."""
LAST_HAND = 2
"""Cards in hand at the last turn of a round: one is played, the other kept (MU-20)."""


class Reason(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all reasons are."""


class Lands(Reason, frozen=True, tag="lands"):
    """Where a card most likely lands, and what the row card above it is worth there."""

    card: int
    take: int
    percent: int
    points: int
    """The column's value and the bonus."""
    value: int
    """What the column is worth that it goes to."""
    opens: bool
    """Whether it would be the first card of that column."""


class Alike(Reason, frozen=True, tag="alike"):
    """Both cards most likely take the same one, each with its own chance."""

    card: int
    percent: int
    better: int
    better_percent: int
    take: int
    points: int
    value: int
    opens: bool


class Brings(Reason, frozen=True, tag="brings"):
    """What the two cards bring this turn, over all places where they may land."""

    card: int
    points: float
    better: int
    better_points: float


class Between(Reason, frozen=True, tag="between"):
    """Cards that a player was known to hold lie between the two."""

    seat: int
    cards: tuple[int, ...]


class Crowd(Reason, frozen=True, tag="crowd"):
    """How many cards that the others were known to hold lie between the two."""

    cards: int


class Beyond(Reason, frozen=True, tag="beyond"):
    """No player was known to hold a higher card than the better one, or a lower one."""

    card: int
    higher: bool


class Leaves(Reason, frozen=True, tag="leaves"):
    """How many points more a player gets this turn than after the better card."""

    card: int
    seat: int
    points: float


class Last(Reason, frozen=True, tag="last"):
    """A round's last card goes into its holder's columns: what each of the two counts there."""

    card: int
    points: int
    """What the card that was picked would have been worth, had it been kept."""
    better: int
    better_points: int


class Later(Reason, frozen=True, tag="later"):
    """How many points come only later: the better pick keeps the other card in hand."""

    card: int
    points: float


AnyReason: TypeAlias = Lands | Alike | Brings | Between | Crowd | Beyond | Leaves | Last | Later


def explain(
    seen: View, card: Card, better: Card, lost: float, depth: Depth = DEFAULT
) -> tuple[AnyReason, ...]:
    """Return why `better` was worth `lost` points more than `card`, knowing what the seat knew."""
    assert seen.seat is not None
    known = beliefs(seen)
    for number, past in enumerate(seen.past):
        known.table[OBJECTIVES + number] = pack(past.objectives)
    landed = land(known, seen.seat, len(seen.objectives), depth.deals, depth.seed)
    return tuple(_reasons(seen, card, better, lost, landed))


def _reasons(
    seen: View, card: Card, better: Card, lost: float, landed: Landed
) -> Iterator[AnyReason]:
    one, other = landed.cards.index(card), landed.cards.index(better)
    mine, theirs = (_lands(seen, each, landed) for each in (card, better))
    if mine.take == theirs.take:
        yield Alike(card, mine.percent, better, theirs.percent, *_taken(mine))
    else:
        yield mine
        yield theirs
    me = seen.seat
    assert me is not None
    now = float(landed.gains[other, me] - landed.gains[one, me])
    if now >= WORTH_SAYING:
        points, more = (round(float(landed.gains[at, me]), 1) for at in (one, other))
        yield Brings(card, points, better, more)
    yield from _known(seen, card, better)
    left = _leaves(seen, card, landed.gains[one] - landed.gains[other])
    if left is not None:
        yield left
    if len(seen.hand) == LAST_HAND:
        yield Last(card, _kept(seen, card, theirs), better, _kept(seen, better, mine))
        return
    later = round(lost - max(now, 0.0) - (0.0 if left is None else left.points), 1)
    if later >= WORTH_SAYING and now < lost:
        yield Later(card, later)


def _lands(seen: View, card: Card, landed: Landed) -> Lands:
    """Return where a card lands most often."""
    by_place: Sequence[float] = landed.places[landed.cards.index(card)].tolist()
    likeliest = max(range(len(by_place)), key=by_place.__getitem__)
    take = seen.row[likeliest]
    assert seen.seat is not None
    tableau = seen.tableaux[seen.seat]
    column = column_for(tableau, take)
    value = seen.order[column]
    return Lands(
        card,
        take,
        round(100 * by_place[likeliest]),
        value + BONUS[take],
        value,
        not tableau[column],
    )


def _taken(one: Lands) -> tuple[int, int, int, bool]:
    return one.take, one.points, one.value, one.opens


def _kept(seen: View, card: Card, taken: Lands) -> int:
    """Return what a last card is worth in its holder's columns, once the other has taken."""
    assert seen.seat is not None
    tableau = place(seen.tableaux[seen.seat], Card(taken.take))
    return seen.order[column_for(tableau, card)] + BONUS[card]


def _known(seen: View, card: Card, better: Card) -> Iterator[Between | Crowd | Beyond]:
    """Yield what is known of the others' hands and matters between the two cards."""
    low, high = sorted((card, better))
    others = [seat for seat in seats(seen.players) if seat != seen.seat]
    held = [other for seat in others for other in seen.known[seat]]
    between = sum(low < other < high for other in held)
    if FEW < between < MANY:
        yield Crowd(between)
    for seat in others:
        cards = tuple(sorted(other for other in seen.known[seat] if low < other < high))
        if cards and between <= FEW:
            yield Between(seat, cards)
    if held and better > max(held):
        yield Beyond(better, higher=True)
    elif held and better < min(held):
        yield Beyond(better, higher=False)


def _leaves(seen: View, card: Card, more: Sequence[float]) -> Leaves | None:
    """Return which of the others gets most from the card that was picked."""
    others = [seat for seat in seats(seen.players) if seat != seen.seat]
    seat = max(others, key=lambda other: float(more[other]))
    points = round(float(more[seat]), 1)
    return Leaves(card, seat, points) if points >= WORTH_SAYING else None
