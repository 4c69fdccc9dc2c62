"""The luck of simulated people."""

import math

from tacit.games.extreme.bots.splitmix import WORD, SplitMix

DRAWS = 40_000


def test_known_numbers_of_splitmix64():
    luck = SplitMix(1234567)
    drawn = [int(luck.uniform() * 2**53) for _ in range(3)]
    assert drawn == [number >> 11 for number in (
        6457827717110365317, 3203168211198807973, 9817491932198370423,
    )]  # fmt: skip


def test_uniform_numbers_are_even_and_below_one():
    luck = SplitMix(5)
    drawn = [luck.uniform() for _ in range(DRAWS)]
    assert 0 <= min(drawn) < max(drawn) < 1
    tenths = [sum(number < tenth / 10 for number in drawn) / DRAWS for tenth in range(1, 10)]
    assert all(abs(10 * share - tenth) < 0.1 for tenth, share in enumerate(tenths, 1))


def test_gauss_has_the_moments_and_tails_of_the_normal_distribution():
    luck = SplitMix(6)
    drawn = [luck.gauss() for _ in range(DRAWS)]
    assert abs(sum(drawn) / DRAWS) < 0.02
    assert abs(sum(number**2 for number in drawn) / DRAWS - 1) < 0.03
    assert abs(sum(number**3 for number in drawn) / DRAWS) < 0.06
    for z in (-2, -1, 0, 1, 2):
        above = math.erfc(z / math.sqrt(2)) / 2
        assert abs(sum(number > z for number in drawn) / DRAWS - above) < 0.01


def test_seeds_count_by_their_lowest_64_bits():
    assert SplitMix(3).gauss() == SplitMix(3 + WORD).gauss() != SplitMix(4).gauss()
