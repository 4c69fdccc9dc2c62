"""A review of The Mind Extreme in English sentences, as the app says them in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from tacit.games.extreme.review.moments import (
    AnyReason,
    Close,
    Early,
    Even,
    Go,
    Late,
    Overtook,
    Star,
    Wait,
)

_SAVED = "would have saved the life."
_AVOIDED = "would have avoided the mistake."

GRADES = (
    (0.85, "The team kept one clock"),
    (0.7, "The team was mostly in step"),
    (0.55, "The team was often apart"),
    (0.0, "The team had as many clocks as players"),
)


def summary(counts: dict[str, Any]) -> str:
    """Say how far the team came, and what its lives went to; practice has mistakes, but no lives.

    >>> summary({"outcome": "lost", "level": 5, "early": 3, "late": 1, "even": 0})
    'Reached level 5. Lives lost: 3 to cards that came too early, 1 to cards kept too long.'
    """
    is_practice, won = counts.get("practice", False), counts["outcome"] == "won"
    end = "Won: all levels passed." if won else f"Reached level {counts['level']}."
    if is_practice:
        end = f"Practice of level {counts['level']}."
    by = "by" if is_practice else "to"
    causes = {
        f"{by} cards that came too early": counts["early"],
        f"{by} cards kept too long": counts["late"],
        f"{by} cards too close to tell apart": counts["even"],
    }
    told = ", ".join(f"{times} {cause}" for cause, times in causes.items() if times)
    if is_practice:
        return f"{end} Mistakes: {told}." if told else f"{end} No mistake."
    return f"{end} Lives lost: {told}." if told else f"{end} No life was lost."


def in_step(synchrony: float) -> str:
    """Say how far the team kept one clock, and what that means.

    >>> in_step(0.8)
    'The team was mostly in step: where its clock said 10 seconds, a card came after 8 to 12.'
    """
    grade = next(text for least, text in GRADES if synchrony >= least)
    early, late = int(10 * synchrony), int(10 / synchrony)
    return f"{grade}: where its clock said 10 seconds, a card came after {early} to {late}."


def moment(found: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    """Say what happened and what would have saved the life, or the mistake, a sentence each."""
    names = [line["name"] for line in found["seats"]]
    for reason in one["reasons"]:
        said = say(msgspec.convert(reason, AnyReason), names)
        yield said.replace(_SAVED, _AVOIDED) if found["counts"].get("practice") else said


def say(reason: AnyReason, names: Sequence[str]) -> str:
    """Put a reason into a sentence."""
    return _SENTENCES[type(reason)](reason, names)


def _card(card: str) -> str:
    return f"{'white' if card.startswith('W') else 'red'} {card[1:]}"


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s"


def _overtook(one: Overtook, names: Sequence[str]) -> str:
    *most, last = (f"{_card(card)} ({names[seat]})" for seat, card in one.others)
    others = f"{', '.join(most)} and {last}" if most else last
    if one.blind:
        others = f"all of these: {others}" if most else others
        return f"Face down, {names[one.seat]} laid {_card(one.card)} before {others}."
    verb = "were" if most else "was"
    return f"{names[one.seat]} laid {_card(one.card)} while {others} {verb} still in hand."


def _early(one: Early, _names: Sequence[str]) -> str:
    return f"That was {_seconds(one.ms)} too early."


def _late(one: Late, names: Sequence[str]) -> str:
    due = _seconds(one.ms)
    return f"By the team's clock {_card(one.card)} ({names[one.seat]}) was {due} overdue."


def _even(one: Even, _names: Sequence[str]) -> str:
    numbers = "1 number" if one.numbers == 1 else f"{one.numbers} numbers"
    return f"Both were on time: the cards are only {numbers} apart."


def _wait(one: Wait, _names: Sequence[str]) -> str:
    return f"Waiting {_seconds(one.ms)} longer {_SAVED}"


def _go(one: Go, _names: Sequence[str]) -> str:
    return f"Laying {_card(one.card)} on time {_SAVED}"


def _star(_one: Star, _names: Sequence[str]) -> str:
    return "A star was left: it would have taken the first cards out of all hands."


def _close(one: Close, names: Sequence[str]) -> str:
    who, after = names[one.seat], f"{_card(one.before)} ({names[one.after]})"
    return f"A close call: {who} laid {_card(one.card)} only {_seconds(one.ms)} after {after}."


_SENTENCES: dict[type, Callable[[Any, Sequence[str]], str]] = {
    Overtook: _overtook,
    Early: _early,
    Late: _late,
    Even: _even,
    Wait: _wait,
    Go: _go,
    Star: _star,
    Close: _close,
}
