"""The app's generated files match the records in Python."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from tacit.core.plug import every_game
from tacit.games.mindup import BONUS, COLOUR, DECK, OBJECTIVES
from tacit.games.mindup.rules.scoring import score_table

WEB = Path(__file__).parents[1] / "web"
SRC = WEB / "src"
WORDS = SRC / "app" / "words"


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generator", WEB / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_files_are_up_to_date(generator):
    files = generator.files()
    assert {path.parent.name for path in files} >= set(every_game())
    stale = [path.name for path, text in files.items() if path.read_text() != text]
    assert stale == [], "run `make records`"


def test_a_changed_record_makes_them_stale(generator, monkeypatch):
    monkeypatch.setitem(generator.PRINTED[COLOUR[DECK[0]]], DECK[0], +2)
    path = SRC / "mindup" / "printed.ts"
    assert generator.files()[path] != path.read_text()


def test_mu01_the_deck_of_the_app_is_the_printed_one():
    text = (SRC / "mindup" / "printed.ts").read_text()
    rows = re.findall(r"^  (\w+): \{ (\d.*) \},$", text, flags=re.MULTILINE)
    cards = {
        int(number): (colour, int(bonus))
        for colour, row in rows
        for number, bonus in (card.split(": ") for card in row.split(", "))
    }
    assert cards == {card: (str(COLOUR[card]), BONUS[card]) for card in DECK}
    assert len(cards) == 60


def test_mu04_the_objectives_of_the_app_are_the_printed_ones():
    text = (SRC / "mindup" / "printed.ts").read_text()
    rows = re.findall(r"^  (\d+): \{ letter: '(\w)', value: (-?\d+) \},$", text, flags=re.MULTILINE)
    told = {int(number): (letter, int(value)) for number, letter, value in rows}
    assert told == {number: (one.letter, one.value) for number, one in OBJECTIVES.items()}


def sources():
    return [
        path
        for path in SRC.rglob("*")
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts")
    ]


PLUGGED = {SRC / "app" / "games.ts", SRC / "net" / "protocol.ts"}
"""The list of the games, and the generated types of each."""


def code_in(path):
    """Return what stands in a file besides comments."""
    text = re.sub(r"/\*.*?\*/|<!--.*?-->", "", path.read_text(), flags=re.DOTALL)
    return re.sub(r"(^|\s)//.*", "", text)


def test_no_file_of_the_app_asks_which_game_it_is():
    """What is particular to a game stands in its own folder; its words are in words/."""
    own = [SRC / game for game in every_game()] + [WORDS]
    named = re.compile("|".join(rf"\b{game}\b" for game in every_game()))
    asking = {}
    for path in sources():
        if path in PLUGGED or any(folder in path.parents for folder in own):
            continue
        if named.search(code_in(path)):
            asking[str(path.relative_to(SRC))] = named.findall(code_in(path))
    assert asking == {}


def test_every_path_of_the_app_is_below_the_path_of_the_site():
    """`at` puts the base path in front; `api.ts` does so for all that it calls."""
    bare = re.compile(
        r"""(?:href|src|action)=(?:["']/|\{[`'"]/)|\bgo\([`'"]/|location\.origin\}/"""
    )
    found = {
        str(path.relative_to(SRC)): bare.findall(path.read_text())
        for path in sources()
        if bare.search(path.read_text())
    }
    assert found == {}
    fetching = {path.name for path in sources() if re.search(r"\bfetch\(", path.read_text())}
    assert fetching == {"api.ts"}


def test_no_game_reaches_into_another():
    for game in every_game():
        for other in set(every_game()) - {game}:
            for path in sources():
                if SRC / game in path.parents:
                    assert f"../{other}/" not in path.read_text(), path.name


def test_the_app_believes_nothing_it_could_know():
    """No cast, no `unknown` and no `any`: everything has the type the server gave it."""
    loose = re.compile(r"\bas (?:unknown|any|[A-Z]\w*|\{)|(?:: |<)(?:unknown|any)\b")
    found = {}
    for path in sources():
        if WORDS in path.parents:  # there a cast only gives English its shape
            continue
        code = code_in(path)
        if path.suffix == ".svelte":
            code = "\n".join(re.findall(r"<script.*?</script>", code, flags=re.DOTALL))
        code = re.sub(r"import .*?from", "", code, flags=re.DOTALL)
        lines = [line.strip() for line in code.splitlines() if loose.search(line)]
        if lines:
            found[str(path.relative_to(SRC))] = lines
    assert found == {}


def drawn(name):
    """Return what the drawings of the rules of Mind Up! show."""
    text = (SRC / "mindup" / "learn" / "example.ts").read_text()
    return json.loads(re.search(rf"^  {name}: (.+),$", text, flags=re.MULTILINE)[1])


def test_the_drawings_of_the_rules_are_scored_and_taken_as_they_show():
    order, tableau = tuple(drawn("order")), tuple(map(tuple, drawn("tableau")))
    (score,) = score_table((tableau,), order, ())
    assert list(score.columns) == drawn("points")
    assert (sum(score.bonuses), score.total) == (drawn("bonus"), drawn("total"))
    assert all(len({COLOUR[card] for card in column}) <= 1 for column in tableau)
    taken = sorted(card for column in tableau for card in column)
    assert drawn("next") == [*taken, None]
    assert (sum(drawn("rounds")), drawn("rounds")[0]) == (drawn("game"), drawn("total"))
    for row in ("row", "played", "hand"):
        assert drawn(row) == sorted(drawn(row))
    assert len(drawn("hand")) == 7
