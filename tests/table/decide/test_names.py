"""What people may be called: visible, short, and not to be mistaken for another."""

import re
from pathlib import Path

import pytest

from tacit.bots.asking import asking_of
from tacit.bots.names import LANGUAGES
from tacit.core.plug import own_games
from tacit.table.decide.names import (
    LONGEST_NAME_CHARS,
    LONGEST_TEXT_CHARS,
    clean_name,
    clean_text,
    distinct,
    shape,
    skeleton,
)

NAMES = {bot: told for game in own_games() for bot, told in asking_of(game).names.items()}


@pytest.mark.parametrize(
    "name", ["Ann", "Jean-Luc", "李小龍", "Ольга", "O'Neil", "Zoë", "Ann 2", "🦊"]
)
def test_an_ordinary_name_stays_as_it_is(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("An\x00n", "An n"),
        ("Ann\n", "Ann"),
        ("Ann\r\nBob", "Ann Bob"),
        ("A\tnn", "A nn"),
        ("\x1b[31mAnn", "[31mAnn"),
        ("Ann\x7f\x9f", "Ann"),
    ],
)
def test_control_characters_become_spaces(name, cleaned):
    assert clean_name(name) == cleaned


@pytest.mark.parametrize(
    "hidden",
    [
        "\u200b",  # zero-width space
        "\u200c",  # zero-width non-joiner
        "\u200d",  # zero-width joiner
        "\u200e",  # left-to-right mark
        "\u202a",  # left-to-right embedding
        "\u202e",  # right-to-left override
        "\u2066",  # left-to-right isolate
        "\u2069",  # pop directional isolate
        "\u2060",  # word joiner
        "\ufeff",  # byte order mark
        "\u00ad",  # soft hyphen
        "\U000e0041",  # tag A
        "\ue000",  # private use
        "\ud800",  # half a surrogate pair
        "\u0378",  # no character
    ],
)
def test_characters_that_hide_or_turn_text_around_are_taken_out(hidden):
    assert clean_name(f"A{hidden}nn{hidden}") == "Ann"
    assert clean_name(hidden * 3) == ""


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2003", "\u3000", "\u2028", "\u2029", "\u1680"])
def test_every_kind_of_space_is_one_plain_space_and_none_at_the_ends(space):
    assert clean_name(f"{space}Ann{space * 3}Lee{space}") == "Ann Lee"
    assert clean_name(space * 5) == ""


def test_letters_are_composed_and_wide_ones_made_plain():
    assert clean_name("Zoe\u0308") == "Zo\u00eb"
    assert clean_name("Ａｎｎ") == "Ann"
    assert clean_name("ﬁn") == "fin"


def test_a_name_has_at_most_twenty_characters():
    assert clean_name("x" * 50) == "x" * LONGEST_NAME_CHARS == "x" * 20


def test_a_name_cut_at_a_space_does_not_end_with_it():
    assert clean_name("x" * 19 + " yz") == "x" * 19


def test_a_text_may_be_longer_than_a_name_but_not_endless():
    assert clean_text("ab " * 100) == ("ab " * 100)[:LONGEST_TEXT_CHARS].strip()
    assert len(clean_text("x" * 1000)) == LONGEST_TEXT_CHARS == 200


@pytest.mark.parametrize("name", ["", " ", "\u200b\u200d", "\n\t\x00", "\u202e\u202c"])
def test_of_some_names_nothing_is_left(name):
    assert clean_name(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # Hangul filler, a letter without a shape
        "\u2800",  # the Braille pattern with no dots
        "\ufe0f",  # a variation selector alone
        "\u034f",  # combining grapheme joiner alone
        "\u0301\u0301",  # accents with nothing under them
    ],
)
def test_a_name_that_cannot_be_seen_is_no_name(name):
    assert clean_name(name) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Ann Lee", "AnnLee"),
        ("Zoë", "Zoe"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann", "Аnn"),  # Cyrillic А
        ("pace", "расе"),  # all Cyrillic
        ("Bob", "Воb"),
        ("Oscar", "0scar"),
        ("Oscar", "Οscar"),  # Greek omicron
        ("lan", "Ian"),
        ("lan", "1an"),
        ("Ian", "|an"),
        ("Ian", "!an"),
        ("lily", "IiIy"),
        ("Igor", "Іgor"),  # Ukrainian І
        ("Jon", "Јon"),
        ("straße", "STRASSE"),
        ("Ωmega", "ωmega"),
    ],
)
def test_look_alikes_have_one_skeleton(one, other):
    assert skeleton(clean_name(one)) == skeleton(clean_name(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann", "Ann 2"), ("Bob", "Rob"), ("李", "王")],
)
def test_names_that_look_different_have_different_skeletons(one, other):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("mark", ["\ufe0f", "\u034f", "\u3164", "\u2800", "\u115f"])
def test_an_invisible_mark_does_not_make_a_name_another(mark):
    assert skeleton(clean_name(f"Ann{mark}")) == skeleton("Ann")


def test_a_name_nobody_else_has_is_kept():
    assert distinct("Ann", []) == "Ann"
    assert distinct("Ann", ["Bob", "Anna"]) == "Ann"


def test_a_guest_who_looks_like_another_gets_a_number():
    assert distinct("Ann", ["ann"]) == "Ann 2"
    assert distinct("Аnn", ["Ann"]) == "Аnn 2"
    assert distinct("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    assert distinct("Ann", ["Ann", "Ann2", "Ann 3"]) == "Ann 4"


def test_numbers_go_on_past_those_that_look_alike():
    taken = ["Ann", *(f"Ann {number}" for number in range(2, 12))]
    assert distinct("Ann", taken) == "Ann 12"
    assert distinct("Ann", ["Ann", "Ann 3"]) == "Ann 2"


def test_a_long_name_makes_room_for_its_number():
    long = "x" * LONGEST_NAME_CHARS
    assert distinct(long, [long]) == "x" * 18 + " 2"
    assert distinct("x" * 17 + " yz", ["x" * 17 + " yz"]) == "x" * 17 + " 2"


def test_three_people_with_one_long_name_are_three():
    names = []
    for _ in range(12):
        names.append(distinct("x" * LONGEST_NAME_CHARS, names))
    assert len({skeleton(name) for name in names}) == 12
    assert all(len(name) <= LONGEST_NAME_CHARS for name in names)


@pytest.mark.parametrize(
    "twin",
    [
        "\ua4eenn",  # Lisu A
        "\u13aann",  # Cherokee GO
        "A\u0578\u0578",  # Armenian VO
        "\u0391nn",  # Greek Alpha
        "\u15c5nn",  # a Canadian syllable
    ],
)
def test_look_alikes_of_every_script_get_a_number(twin):
    assert shape(clean_name(twin)) == shape("Ann")
    assert distinct(clean_name(twin), ["Ann"]).endswith(" 2")
    assert distinct("Ann", [clean_name(twin)]) == "Ann 2"


@pytest.mark.parametrize("name", ["Νίκος", "Анна", "Ցոլակ", "Ξένια", "Ольга"])
def test_a_name_of_another_script_is_not_taken_for_a_latin_one_it_does_not_look_like(name):
    assert distinct(name, ["Ann", "Niko", "Olga", "Xenia", "Anna"]) == name


def test_capitals_of_other_scripts_still_count_as_the_same_letters():
    assert distinct("ΝΊΚΟΣ", ["Νίκος"]) == "ΝΊΚΟΣ 2"


def test_accents_do_not_climb():
    """A letter carries two at most, and none of them twice."""
    tower = "Z" + "\u0300\u0301\u0302\u0303\u0304\u0305" * 5 + "oe"
    assert clean_name(tower) == "Z\u0300\u0301oe"
    assert clean_name("e" + "\u0332" * 9) == "e\u0332"
    assert len(clean_text("a" + "\u0488" * 150)) <= 2
    assert clean_name("Việt") == "Việt"
    assert clean_name("हिन्दी") == "हिन्दी"


@pytest.mark.parametrize(
    "twin",
    [
        "Anna.",
        ".Anna",
        "Anna…",
        "Anna!",
        "¡Anna!",
        "(Anna)",
        "An-na",
        "Anna'",
        "Anna’",
        "Annaʼ",
        "Anna·",
        "Anna,",
        "_Anna_",
        "Anna`",
        "Anna´",
        "Anna~",
        "Аnna.",
        "ANNA:",
        "Anna .",
    ],
)
def test_punctuation_does_not_make_a_name_another(twin):
    twin = clean_name(twin)
    assert distinct(twin, ["Anna"]).endswith(" 2")
    assert distinct("Anna", [twin]) == "Anna 2"


@pytest.mark.parametrize("name", ["...", "!?", "🦊", "O'Neil", "Jean-Luc", "Anna-Lena", "Dr. No"])
def test_a_name_with_punctuation_is_kept_beside_others(name):
    assert distinct(name, ["Anna", "Jean", "---x"]) == name


def test_names_of_punctuation_only_are_told_apart():
    assert distinct("...", ["???"]) == "..."
    assert distinct("...", ["..."]) == "... 2"


@pytest.mark.parametrize(
    "name",
    [
        "raven",
        "Raven",
        "RAVEN",
        "Rаven",
        "Raven.",
        "Rabe",
        "Corbeau",
        "Corvo",
        "Cuervo",
        "corvo!",
        "Raven 2",
        "linnet",
        "Hänfling",
        "Hanfling",
        "Echo",
        "Écho",
        "greedy",
        "human-14",
        "Dizzy 1",
    ],
)
def test_nobody_is_called_like_a_bot_of_any_language(name):
    called = distinct(name, [])
    assert called != name
    assert distinct(called, []) == called
    assert not any(called.lower() == f"{bot} {number}" for bot in NAMES for number in range(1, 7))


def test_the_bots_names_are_those_of_the_app():
    words = Path(__file__).parents[3] / "web" / "src" / "app" / "words"
    told = {
        language: dict(
            re.findall(
                r"^    (\w+): \{ name: '([^']+)', about:",
                (words / language / "table.ts").read_text(),
                flags=re.MULTILINE,
            )
        )
        for language in LANGUAGES
    }
    assert {path.name for path in words.iterdir() if path.is_dir()} == set(LANGUAGES)
    by_bot = {bot: tuple(told[one][bot] for one in LANGUAGES) for bot in told["en"]}
    assert by_bot == NAMES
