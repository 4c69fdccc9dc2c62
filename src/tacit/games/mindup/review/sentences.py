"""A review in English sentences, from the same records that the app puts into every language.

Players are named, never "you": a page or a terminal does not know who reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from tacit.games.mindup.review.reasons import (
    Alike,
    AnyReason,
    Between,
    Beyond,
    Brings,
    Crowd,
    Lands,
    Last,
    Later,
    Leaves,
)


def summary(line: dict[str, Any]) -> str:
    """Say where a seat's lead came from.

    >>> summary({"name": "Ann", "lead": -17.0, "deal": 8.2, "guess": -10.1, "lost": 15.1})
    'The cards gave Ann +8; guessing cost 10, picks cost 15. Ann ended 17 behind the best other.'
    """
    name, lead, guess, lost = line["name"], *(round(line[key]) for key in ("lead", "guess", "lost"))
    deal = lead - guess + lost  # whole points that add up
    cards = (
        f"gave {name} +{deal}" if deal > 0 else f"cost {name} {-deal}" if deal else "gave nothing"
    )
    guessing = f"brought {guess}" if guess > 0 else f"cost {-guess}" if guess else "evened out"
    picks = f"cost {lost}" if lost > 0 else "cost nothing"
    if lead > 0:
        end = f"{name} ended {lead} ahead of the best other."
    elif lead < 0:
        end = f"{name} ended {-lead} behind the best other."
    else:
        end = f"{name} ended level with the best other."
    return f"The cards {cards}; guessing {guessing}, picks {picks}. {end}"


def moment(found: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    """Say what was played, what was better, and why, a sentence each."""
    names = [line["name"] for line in found["seats"]]
    lost = f"{one['lost']:.1f}"
    yield (
        f"{names[one['seat']]} played the {one['card']}; "
        f"the {one['better']} was worth {lost} points more."
    )
    for reason in one["reasons"]:
        yield say(msgspec.convert(reason, AnyReason), names)


def say(reason: AnyReason, names: Sequence[str]) -> str:
    """Put a reason into a sentence."""
    return _SENTENCES[type(reason)](reason, names)


def _where(reason: Lands | Alike) -> str:
    way = "opening" if reason.opens else "in"
    return f"{_points(reason.points)}, {way} the column worth {reason.value}"


def _points(points: float) -> str:
    number = f"{points:g}".replace("-", "−")
    return f"{number} point" if points == 1 else f"{number} points"


def _lands(one: Lands, _names: Sequence[str]) -> str:
    return f"The {one.card} most likely takes the {one.take} ({one.percent} %): {_where(one)}."


def _alike(one: Alike, _names: Sequence[str]) -> str:
    return (
        f"Both most likely take the {one.take}, the {one.card} in {one.percent} of 100 cases, "
        f"the {one.better} in {one.better_percent}: {_where(one)}."
    )


def _brings(one: Brings, _names: Sequence[str]) -> str:
    return (
        f"On average the {one.card} brings {_points(one.points)} this turn, "
        f"the {one.better} brings {one.better_points:g}."
    )


def _between(one: Between, names: Sequence[str]) -> str:
    *most, last = (f"the {card}" for card in one.cards)
    cards = f"{', '.join(most)} and {last}" if most else last
    verb = "lie" if most else "lies"
    return f"{names[one.seat]} was known to hold {cards}, which {verb} between the two."


def _crowd(one: Crowd, _names: Sequence[str]) -> str:
    return f"{one.cards} cards that the others were known to hold lie between the two."


def _beyond(one: Beyond, _names: Sequence[str]) -> str:
    side = "higher" if one.higher else "lower"
    return f"No other player was known to hold a card {side} than the {one.card}."


def _leaves(one: Leaves, names: Sequence[str]) -> str:
    return f"The {one.card} also left {names[one.seat]} about {_points(one.points)} more."


def _last(one: Last, _names: Sequence[str]) -> str:
    return (
        f"The card kept goes into the columns: the {one.card} counts {_points(one.points)} there, "
        f"the {one.better} counts {one.better_points}."
    )


def _later(one: Later, _names: Sequence[str]) -> str:
    verb = "comes" if one.points == 1 else "come"
    return f"About {_points(one.points)} of that {verb} later, by keeping the {one.card} in hand."


_SENTENCES: dict[type, Callable[[Any, Sequence[str]], str]] = {
    Lands: _lands,
    Alike: _alike,
    Brings: _brings,
    Between: _between,
    Crowd: _crowd,
    Beyond: _beyond,
    Leaves: _leaves,
    Last: _last,
    Later: _later,
}
