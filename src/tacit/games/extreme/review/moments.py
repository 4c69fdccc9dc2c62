"""The moments of a game of The Mind Extreme: what cost a life, who was early or late, what helps.

The team's clock is the one pace that explains all waits of the game best (`clock`). By it every
card has its time: some seconds after the card below it. A mistake on an open pile has two sides.
The card that was laid may have come before its time, and the card that was overtaken may have been
due already. Whatever is more off is what would have saved the life. On a blind pile no player sees
the others' cards, and what counts is how much earlier the card came than those it overtook.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from tacit.games.extreme import COLOUR, POSITION, Card, Colour, Play, State

MOST = 3
NEAR_MS = 500
"""A card this soon after another player's is called close."""
ON_TIME_MS = 300
"""Nobody counts more exactly than this."""


class Reason(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all reasons are."""


class Overtook(Reason, frozen=True, tag="overtook"):
    """A card was laid while these were still in hands; on a blind pile, before these."""

    seat: int
    card: str
    others: tuple[tuple[int, str], ...]
    blind: bool


class Early(Reason, frozen=True, tag="early"):
    """A card came so long before its time by the team's clock, or before those it overtook."""

    seat: int
    card: str
    ms: int


class Late(Reason, frozen=True, tag="late"):
    """A card in hand had been due so long by the team's clock."""

    seat: int
    card: str
    ms: int


class Even(Reason, frozen=True, tag="even"):
    """Both were at their time: the cards are so few numbers apart."""

    numbers: int


class Wait(Reason, frozen=True, tag="wait"):
    """Waiting so much longer would have saved the life."""

    seat: int
    ms: int


class Go(Reason, frozen=True, tag="go"):
    """Laying the overtaken card at its time would have saved the life."""

    seat: int
    card: str


class Star(Reason, frozen=True, tag="star"):
    """A star was left; it would have taken the first cards out of all hands."""


class Close(Reason, frozen=True, tag="close"):
    """A card came this soon after another player's, and in the right order."""

    seat: int
    card: str
    after: int
    before: str
    """The card that lay there."""
    ms: int


AnyReason: TypeAlias = Overtook | Early | Late | Even | Wait | Go | Star | Close


class Laid(NamedTuple):
    """A card as it was laid: who, when on the table's clock and in play, and on what."""

    level: int
    at: int
    seat: int
    card: Card
    played_ms: int
    top: int
    """The position of the pile's top card, 0 if there was none."""
    since_ms: int
    """When that was laid, in play."""
    stars: int
    before: tuple[int, Card, int] | None
    """The last card of another player on that pile: seat, card, and when in play."""


class Error(NamedTuple):
    """A mistake: the card that overtook, and what it overtook, with when that came (blind only)."""

    laid: Laid
    others: tuple[tuple[int, Card], ...]
    last_ms: int | None


def explain(error: Error, pace_s: float) -> tuple[AnyReason, ...]:
    """Return how a life was lost and what would have saved it, by a clock in seconds a number."""
    laid, others, last_ms = error
    said: list[AnyReason] = [Overtook(laid.seat, laid.card, others, blind=last_ms is not None)]
    if last_ms is not None:
        ms = last_ms - laid.played_ms
        return (*said, Early(laid.seat, laid.card, ms), Wait(laid.seat, ms))
    waited = laid.played_ms - laid.since_ms
    first_seat, first = min(others, key=lambda other: POSITION[other[1]])
    early = _due_ms(laid, laid.card, pace_s) - waited
    late = waited - _due_ms(laid, first, pace_s)
    if early > ON_TIME_MS:
        said.append(Early(laid.seat, laid.card, early))
    if late > ON_TIME_MS:
        said.append(Late(first_seat, first, late))
    if max(early, late) <= ON_TIME_MS:
        said.append(Even(POSITION[laid.card] - POSITION[first]))
        return (*said, Star()) if laid.stars else tuple(said)
    if late > early:
        return (*said, Go(first_seat, first))
    enough = max(_due_ms(laid, other, pace_s) for _, other in others) - waited
    return (*said, Wait(laid.seat, enough if enough > 0 else early))


def _due_ms(laid: Laid, card: Card, pace_s: float) -> int:
    """Return how long after the top card this one has its time."""
    return round(1000 * pace_s * (POSITION[card] - laid.top))


def chosen(errors: Iterable[Error], plays: Iterable[Laid], pace_s: float) -> list[dict[str, Any]]:
    """Return up to three moments in their order: the mistakes furthest off, then close calls."""
    spoken = [(error.laid, explain(error, pace_s)) for error in errors]
    spoken.sort(key=lambda one: -_off(one[1]))
    wrong = {id(laid) for laid, _ in spoken}
    close = [
        (laid.played_ms - laid.before[2], laid)
        for laid in plays
        if laid.before is not None and id(laid) not in wrong
    ]
    for ms, laid in sorted((one for one in close if one[0] < NEAR_MS), key=lambda one: one[0]):
        if len(spoken) >= MOST or laid.before is None:
            break
        seat, before, _ = laid.before
        spoken.append((laid, (Close(laid.seat, laid.card, seat, before, ms),)))
    return [
        {
            "level": laid.level,
            "t": laid.at,
            "seat": laid.seat,
            "card": laid.card,
            "cost": int(not isinstance(reasons[0], Close)),
            "reasons": [msgspec.to_builtins(reason) for reason in reasons],
        }
        for laid, reasons in sorted(spoken[:MOST], key=lambda one: (one[0].level, one[0].at))
    ]


def _off(reasons: Iterable[AnyReason]) -> int:
    """Return by how much a mistake was off."""
    return max((one.ms for one in reasons if isinstance(one, Early | Late)), default=0)


class Watched:
    """Every card of a game as it was laid, and every mistake, as a game is walked through."""

    def __init__(self) -> None:
        self.plays: list[Laid] = []
        self.errors: list[Error] = []
        self.begin()

    def begin(self) -> None:
        """A level begins."""
        self._tops: dict[Colour, tuple[int, int]] = dict.fromkeys(Colour, (0, 0))
        self._level: list[Laid] = []

    def lay(self, event: Play, now_ms: int, before: State) -> None:
        """A card is laid, after so much play."""
        seat, card, colour = event.seat, event.card, COLOUR[event.card]
        top, since = self._tops[colour]
        others = [one for one in self._level if one.seat != seat and COLOUR[one.card] is colour]
        last = (others[-1].seat, others[-1].card, others[-1].played_ms) if others else None
        laid = Laid(before.level, event.at, seat, card, now_ms, top, since, before.stars, last)
        self._tops[colour] = POSITION[card], now_ms
        self._level.append(laid)
        self.plays.append(laid)

    def err(self, others: tuple[tuple[int, Card], ...]) -> None:
        """The card just laid overtook cards that are still in hands."""
        self.errors.append(Error(self._level[-1], others, None))

    def turn(self, card: Card, overtook: tuple[tuple[int, Card], ...]) -> None:
        """A blind card turned out to have overtaken cards that were laid after it."""
        laid = {one.card: one for one in self._level}
        last_ms = max(laid[other].played_ms for _, other in overtook)
        self.errors.append(Error(laid[card], overtook, last_ms))
