"""Whom the twin knows. Asking that loads nothing that is compiled."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.games.extreme.bots.zoo import ZOO

METRONOME, ADAPTIVE, ORACLE, PERSON = range(4)
KINDS: dict[str, int] = {"metronome": METRONOME, "adaptive": ADAPTIVE, "oracle": ORACLE} | {
    name: PERSON + number for number, name in enumerate(ZOO)
}
"""People are numbered from PERSON on, as in the zoo."""


def knows(team: Sequence[str]) -> bool:
    """Tell whether the twin knows everybody in a team."""
    return all(name in KINDS for name in team)
