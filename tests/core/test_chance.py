"""The checkable shuffle, rebuilt here from its description alone."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from itertools import count, islice

import pytest

from tacit.core.chance import SEED_BYTES, Chance, commitment, mix

KEY = bytes(range(32))
TOP = 2**32


def words(key, label):
    for block in count():
        message = label.encode("utf-8") + b"\0" + struct.pack(">Q", block)
        yield from struct.unpack(">8I", hmac.new(key, message, hashlib.sha256).digest())


def shuffled(items, stream):
    rest = list(items)
    result = []
    while rest:
        whole = TOP - TOP % len(rest)
        word = next(word for word in stream if word < whole)
        result.append(rest[word % len(rest)])
        rest[word % len(rest)] = rest[0]
        del rest[0]
    return tuple(result)


def key_of(number):
    return hashlib.sha256(b"key %d" % number).digest()


def with_words(monkeypatch, *numbers):
    """Return a chance whose every stream has these words and no more."""
    monkeypatch.setattr(Chance, "_words", lambda _self, _label: iter(numbers))
    return Chance(KEY)


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    missing = cells - len(counts)
    return sum((seen - expected) ** 2 / expected for seen in counts.values()) + missing * expected


def test_a_seed_has_32_bytes():
    assert SEED_BYTES == 32


def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment(bytes(32)) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
    assert commitment(KEY) == hashlib.sha256(KEY).hexdigest()


def test_the_key_mixes_the_seed_with_every_contribution():
    message = b"tacit mix 1" + b"\0\0\0\x02ab" + b"\0\0\0\0" + b"\0\0\0\x01c"
    assert mix(KEY, (b"ab", b"", b"c")) == hmac.new(KEY, message, hashlib.sha256).digest()


def test_without_contributions_the_key_comes_from_the_seed_alone():
    assert mix(KEY, ()) == hmac.new(KEY, b"tacit mix 1", hashlib.sha256).digest()


def test_a_long_contribution_has_its_length_in_four_bytes():
    message = b"tacit mix 1" + b"\0\x01\x11\x70" + b"x" * 70000
    assert mix(KEY, (b"x" * 70000,)) == hmac.new(KEY, message, hashlib.sha256).digest()


def test_contributions_may_come_one_by_one():
    assert mix(KEY, iter([b"ab", b"c"])) == mix(KEY, (b"ab", b"c"))


@pytest.mark.parametrize(
    "others",
    [(b"a", b"bc"), (b"abc",), (b"c", b"ab"), (b"ab", b"c", b""), (b"ab",), ()],
)
def test_contributions_cannot_be_cut_or_ordered_differently(others):
    assert mix(KEY, (b"ab", b"c")) != mix(KEY, others)


def test_another_seed_makes_another_key():
    assert mix(KEY, (b"ab",)) != mix(bytes(32), (b"ab",))


def test_a_shuffle_stays_what_it_was_in_earlier_versions():
    assert Chance(bytes(32)).shuffle("an example", range(5)) == (0, 3, 1, 4, 2)


@pytest.mark.parametrize("label", ["deck", "level 3", "", "é"])
@pytest.mark.parametrize("size", [1, 2, 5, 14, 60, 100])
def test_a_shuffle_can_be_computed_again_from_the_description(label, size):
    for number in range(5):
        key = key_of(number)
        again = shuffled(range(size), words(key, label))
        assert Chance(key).shuffle(label, range(size)) == again


def test_the_stream_goes_on_past_many_blocks():
    stream = Chance(KEY)._words("deck")
    assert list(islice(stream, 2100)) == list(islice(words(KEY, "deck"), 2100))


def test_a_shuffle_keeps_every_item():
    items = ("a", "b", "b", "c")
    result = Chance(KEY).shuffle("deck", items)
    assert sorted(result) == ["a", "b", "b", "c"]
    assert items == ("a", "b", "b", "c")


def test_a_shuffle_leaves_the_list_it_was_given_alone():
    items = list(range(60))
    assert Chance(KEY).shuffle("deck", items) != tuple(range(60))
    assert items == list(range(60))


def test_nothing_shuffled_is_nothing():
    assert Chance(KEY).shuffle("deck", ()) == ()


@pytest.mark.parametrize("first", [0, 1, 7, 59, 60])
def test_first_settles_the_front_of_the_same_shuffle(first):
    chance = Chance(KEY)
    assert chance.shuffle("deck", range(60), first) == chance.shuffle("deck", range(60))[:first]


def test_first_draws_no_more_words_than_it_needs(monkeypatch):
    chance = with_words(monkeypatch, 3, 3)
    assert chance.shuffle("deck", "abcdef", first=2) == ("d", "e")


def test_the_same_label_gives_the_same_shuffle_and_another_label_another():
    chance = Chance(KEY)
    deck = chance.shuffle("deck", range(60))
    orders = [chance.shuffle(f"score order {number}", range(60)) for number in (1, 2, 3)]
    assert chance.shuffle("deck", range(60)) == deck
    assert len({deck, *orders}) == 4


def test_another_key_gives_another_shuffle():
    shuffles = {Chance(key_of(number)).shuffle("deck", range(60)) for number in range(50)}
    assert len(shuffles) == 50


def test_a_label_does_not_run_into_the_counter():
    assert next(Chance(KEY)._words("a")) != next(Chance(KEY)._words("a\0"))


def test_words_that_would_favour_low_numbers_are_thrown_away(monkeypatch):
    whole = TOP - TOP % 60
    chance = with_words(monkeypatch, whole, TOP - 1, whole + 3, 7)
    assert chance.shuffle("deck", range(60), first=1) == (7,)


def test_the_last_word_that_favours_nobody_is_kept(monkeypatch):
    whole = TOP - TOP % 60
    chance = with_words(monkeypatch, whole - 1, 0)
    assert chance.shuffle("deck", range(60), first=1) == (59,)


def test_a_power_of_two_throws_no_word_away(monkeypatch):
    chance = with_words(monkeypatch, TOP - 1, 0)
    assert chance.shuffle("deck", range(64), first=1) == (63,)


def test_the_bound_shrinks_with_every_place(monkeypatch):
    chance = with_words(monkeypatch, 4, 4, 4, 4, 4)
    assert chance.shuffle("deck", "abcde") == ("e", "b", "d", "c", "a")


def test_all_orders_of_four_are_about_equally_frequent():
    orders = Counter(Chance(key_of(number)).shuffle("deck", range(4)) for number in range(2400))
    assert chi_square(orders, cells=24) < 49.7


def test_every_card_is_about_equally_often_on_top():
    tops = Counter(
        Chance(key_of(number)).shuffle("deck", range(60), first=1) for number in range(3000)
    )
    assert chi_square(tops, cells=60) < 98.3


def test_a_card_ends_about_equally_often_in_every_place():
    places = Counter(
        Chance(key_of(number)).shuffle("level 1", range(10)).index(0) for number in range(2000)
    )
    assert chi_square(places, cells=10) < 27.9
