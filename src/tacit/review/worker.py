"""A review or a picture, made in a process of its own: `python -m tacit.review.worker WHAT`.

A site asks it, so that no table waits. WHAT is `review` or `picture`; a replay comes in on standard
input, as `reviewing.asked_first` puts it. Out come lines of JSON: how far it is,
`{"done":3,"of":90}`, with the `part` of a review that can be shown already, and at the end what was
found, `{"found":…}`: the review, without names, or the picture in base64. Or WHAT is `heard`, and
for every line that comes in, a replay, one goes out with the figures about its timing.
"""

from __future__ import annotations

import base64
import sys
import time
from typing import Any

import msgspec

from tacit.core.priority import lower_priority
from tacit.log.replay import Replay, load
from tacit.review.page import poster_of
from tacit.review.reviewing import Part

NICENESS = 15
"""Low priority: lower than the bots that players wait for."""
PROGRESS_S = 0.2
"""Between two lines of progress."""


def main() -> None:
    """Do what was asked for."""
    lower_priority(NICENESS)
    if sys.argv[1] == "heard":
        _hear()
        return
    found: Any
    if sys.argv[1] == "picture":
        from tacit.review.picture import png  # noqa: PLC0415 - Pillow is not needed for a review

        found = base64.b64encode(png(poster_of(*_asked()))).decode()
    else:
        from tacit.review.reviewing import (  # noqa: PLC0415 - nor a compiler for that
            DEFAULT,
            prepare,
            review,
        )

        prepare()  # before it is asked, so that the first answer comes soon
        replay, first = _asked()
        found = review(replay, DEFAULT._replace(first=first), _Teller())
        for seat in found["seats"]:
            del seat["name"]
    _say({"found": found})


def _asked() -> tuple[Replay, int | None]:
    sent = sys.stdin.buffer.read().rstrip(b"\n")
    seat, brace, rest = sent.partition(b"{")
    return load(brace + rest), int(seat) if seat.strip() else None


def _hear() -> None:
    from tacit.review.reviewing import heard  # noqa: PLC0415

    for line in sys.stdin.buffer:
        try:
            found = heard(load(line.rstrip(b"\n")))
        except Exception:  # a replay that fails does not stop the others
            found = {}
        _say({"found": found})


class _Teller:
    """Prints the progress now and then."""

    def __init__(self) -> None:
        self._said = 0.0

    def __call__(self, done: int, of: int, part: Part) -> None:
        now = time.monotonic()
        if now - self._said > PROGRESS_S or done == of:
            self._said = now
            _say({"done": done, "of": of, "part": part()})


def _say(what: Any) -> None:
    print(msgspec.json.encode(what).decode(), flush=True)


if __name__ == "__main__":
    main()
