"""Text from outside does nothing to a terminal but stand there."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

import tacit
from tacit.cli import main
from tacit.core.safe_text import MAX_CHARS, json_line, safe_text
from tacit.log.replay import dump
from tacit.review.show import show, show_review

EVIL = ("\x1b]0;owned\x07\x1b[2J", "[/]", "[bold red]\u202eoB\u2066\x9b31m", "x" * 500)
OBEYED = frozenset("\x1b\x07\x9b\u202e\u2066")


def is_harmless(text: str) -> bool:
    return all(one.isprintable() or one in "\n\u200c\u200d" for one in text)


def finished(name, players):
    game = tacit.new(name, players=players, seed=2)
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    return replace(game.replay(), names=EVIL[:players])


@given(st.text(max_size=400))
def test_whatever_it_is_it_becomes_one_bounded_harmless_line(text):
    shown = safe_text(text)
    assert is_harmless(shown)
    assert "\n" not in shown
    assert len(shown) <= MAX_CHARS + 1


@pytest.mark.parametrize("name", ["Ana", "Зоя", "李雷", "شهاب", "👩\u200d🚀", "Ż̇ółw", "[/]"])
def test_names_that_people_have_stay_what_they_are(name):
    assert safe_text(name) == name


@given(st.text(max_size=100))
def test_json_says_the_same_and_holds_nothing_a_terminal_obeys(text):
    line = json_line({"name": text})
    assert json.loads(line) == {"name": text}
    assert is_harmless(line)
    assert "\n" not in line


@pytest.mark.parametrize(("name", "players"), [("mindup", 4), ("extreme", 3)])
def test_a_replay_and_its_review_are_shown_whatever_the_players_are_called(name, players):
    replay = finished(name, players)
    out = StringIO()
    console = Console(file=out, width=200)
    show(replay, console)
    seats = [{"name": one} for one in replay.names]
    show_review(replay, _review(name, seats), console)
    assert is_harmless(out.getvalue())
    assert out.getvalue().count("B [/]") == {"mindup": 3, "extreme": 2}[name]


def _review(name, seats):
    """Return as much of a review as is shown of the players."""
    if name == "mindup":
        found = {"deal": 0.0, "guess": 0.0, "lost": 0.0, "lost_ci95": [0.0, 0.0], "lead": 0.0}
        return {"seats": [one | found for one in seats], "picks": [], "moments": []}
    found = {"pace": {"white": None, "red": None}, "spread": None}
    counts = {"outcome": "lost", "level": 1, "early": 1, "late": 0, "even": 0}
    told = {"synchrony": 1.0, "levels": [], "moments": [], "counts": counts}
    return told | {"seats": [one | found for one in seats]}


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["verify"]])
def test_commands_print_nothing_a_terminal_obeys(command, tmp_path, capsys):
    file = tmp_path / "evil\x1b[2J.tacit.json"
    file.write_bytes(dump(finished("mindup", 3)))
    assert main([*command, str(file)]) == 0
    told = capsys.readouterr()
    assert is_harmless(told.out + told.err)


def test_what_is_wrong_with_a_file_is_told_without_obeying_it(tmp_path, capsys):
    line = dump(finished("extreme", 3))
    card = json.loads(line)
    play = next(event for event in card["events"] if event["kind"] == "play")
    play["card"] = "\x1b[2J\u202e\x9b"
    file = tmp_path / "game.tacit.json"
    file.write_text(json.dumps(card))
    for command, code in ((["verify"], 1), (["verify", "--json"], 1), (["replay"], 2)):
        assert main([*command, str(file)]) == code
    file.write_text(json.dumps(card | {"game": "\u202e\x9b2J" + "x" * 10_000}))
    assert main(["verify", str(file)]) == 2
    told = capsys.readouterr()
    assert is_harmless(told.out + told.err)
    assert not OBEYED & set(told.out + told.err)
    assert len(told.err) < 3000


def test_a_name_that_is_markup_crashes_no_command(tmp_path, capsys):
    file = tmp_path / "game.tacit.json"
    file.write_bytes(dump(replace(finished("mindup", 3), names=("[/]", "[b]", "c"))))
    assert main(["replay", str(file)]) == 0
    assert "A [/]" in capsys.readouterr().out


def test_exactly_as_much_as_fits_is_shown_whole():
    assert safe_text("abc", longest=3) == "abc"
    assert safe_text("abcd", longest=3) == "abc…"


def test_white_space_becomes_a_space_and_what_a_terminal_obeys_a_sign():
    assert safe_text("a\nb\tc") == "a b c"
    assert safe_text("a\x1bb") == "a\N{REPLACEMENT CHARACTER}b"


def test_json_keeps_letters_and_escapes_the_rest_in_pairs():
    assert json_line("Ż👩\u200d🚀") == '"Ż👩\u200d🚀"'
    assert json_line("\x9b\U000e0001") == r'"\u009b\udb40\udc01"'
