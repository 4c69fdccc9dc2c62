"""Hundreds of drills: with the people who are hardest to please, `adaptive` is no worse partner."""

import pytest

from tacit.games.extreme.arena.compiled import play
from tacit.games.extreme.arena.teams import ENDLESS, label_of

SEED, DRILLS = 30, 300
"""No drill of these chooses or measures anything else."""
BY_CHANCE = 0.2
"""Lives a drill that so few drills may be off where the two are alike: with `follows-fully`."""


@pytest.mark.parametrize("kind", ["follows-all", "follows-along", "follows-fully", "human-30"])
def test_no_more_lives_are_lost_than_by_a_metronome(kind):
    labels = [label_of(SEED, number) for number in range(DRILLS)]
    adaptive, metronome = (
        play((bot, kind), labels, endless=ENDLESS).lives_lost.mean()
        for bot in ("adaptive", "metronome")
    )
    print(f"seed {SEED}: {adaptive:.2f} lives a drill, {metronome:.2f} by a metronome")
    assert adaptive <= metronome + BY_CHANCE
