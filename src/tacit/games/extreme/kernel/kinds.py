"""Which bots the kernel plays. Asking that loads nothing that is compiled."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.games.extreme.bots.people import PEOPLE

METRONOME, ADAPTIVE, ORACLE, PERSON = range(4)
KINDS: dict[str, int] = {"metronome": METRONOME, "adaptive": ADAPTIVE, "oracle": ORACLE} | {
    name: PERSON + number for number, name in enumerate(PEOPLE)
}
"""People are numbered from PERSON on."""


def knows(team: Sequence[str]) -> bool:
    """Tell whether the kernel plays every bot of a team."""
    return all(name in KINDS for name in team)
