"""Games for research: only those that all players gave, and no player can be identified."""

from __future__ import annotations

import contextlib
import json
import re
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tacit.core.plug import rulebook
from tacit.log.replay import load
from tacit.store import Consent, SqliteStore, open_store
from tacit.store.erasure import Erasure
from tacit.table.log.records import Entry, Settings, StoodIn, WhatIf, decode, encode
from tacit.table.past.replays import replay_of
from tacit.table.past.research import told
from tests.store.conformance import write
from tests.store.postgres_server import new_place
from tests.table.logged import log_of

ANN, BOB, CY = ("ann-person-id", "Anneliese"), ("bob-person-id", "Bobby"), ("cy-person-id", "Cyr")
NAMES = [part for one in (ANN, BOB, CY) for part in one]
SALT = "a salt that nobody guesses"
AT = 1_700_000_000_000
DAY = 24 * 3600 * 1000
WHAT_IF = Path(__file__).parents[1] / "replays" / "v2-mindup-what-if.tacit.json"


def agree(store, *people, agreed=True):
    for person, _ in people:
        store.keep_consent(person, Consent(agreed=agreed, at=1000))


def fill(store):
    """Four finished games, practice that counts nowhere, and a game that is going on."""
    logs = {
        "secret-table-1": log_of("mindup", [ANN, BOB], ["greedy"], seed=1, at=AT + 3 * DAY),
        "secret-table-2": log_of("extreme", [BOB, ANN], seed=2, at=AT + DAY),
        "secret-table-3": log_of("mindup", [ANN, BOB, CY], seed=3, at=AT + 2 * DAY),
        "secret-table-4": log_of("mindup", [ANN], ["random", "random"], seed=4, at=AT),
    }
    for table, log in logs.items():
        write(store, table, *log, closed=True)
    practice = Settings(own={"practice": 2})
    log = log_of("extreme", [ANN], ["metronome"], seed=6, settings=practice, at=AT)
    assert told(decode(log), 1) is None
    write(store, "secret-table-6", *log, closed=True)
    running = log_of("mindup", [ANN, BOB], ["random"], seed=5)
    write(store, "secret-table-5", *running[:20])
    return logs | {"secret-table-5": running}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    return str(tmp_path / "live.db") if request.param == "sqlite" else new_place()


@pytest.fixture
def db(tmp_path):
    place = str(tmp_path / "live.db")
    with closing(SqliteStore(place)) as store:
        fill(store)
        agree(store, ANN, BOB)
    return place


def games(text):
    return [json.loads(line) for line in text.splitlines()]


def test_only_games_that_all_players_gave_while_the_site_runs(tacit, place, tmp_path):
    out = tmp_path / "games.jsonl"
    with closing(open_store(place)) as store:
        fill(store)
        assert json.loads(tacit("export", "--db", place, "--out", str(out), "--json").out) == {
            "games": 0,
            "people": 0,
            "not_agreed": 4,
            "given_up": 0,
            "written": 0,
            "out": str(out),
            "card": str(tmp_path / "games.md"),
        }
        assert out.read_text() == ""
        agree(store, ANN, BOB)
        ran = tacit("export", "--db", place, "--out", str(out))
        assert ran.out.startswith("3 games of 2 people who agreed; 1 are left out")
        found = games(out.read_text())
        assert sorted(one["game"] for one in found) == ["extreme", "mindup", "mindup"]
        agree(store, BOB, agreed=False)
        tacit("export", "--db", place, "--out", str(out))
        (alone,) = games(out.read_text())
        assert [seat.get("bot") for seat in alone["seats"]] == [None, "random", "random"]
        store.begin_erasure(Erasure(ANN[0], "alias"), 1000)
        tacit("export", "--db", place, "--out", str(out))
        assert out.read_text() == ""


def test_nobody_and_no_table_and_no_date_is_in_it(tacit, db):
    text = tacit("export", "--db", db, "--salt", SALT).out
    logs = {}
    with closing(SqliteStore(db)) as store:
        logs = {f"secret-table-{n}": store.load(f"secret-table-{n}") for n in range(1, 6)}
    every = b"".join(line for log in logs.values() for line in log).decode()
    secrets = set(re.findall(r'"(?:seed|contribution)":"([^"]+)"', every))
    assert len(secrets) == 5, "of all tables, also where a game is going on"
    for hidden in (*NAMES, *logs, *secrets, SALT, "secret-table"):
        assert hidden not in text
    for number in map(int, re.findall(r"\d{6,}", re.sub(r'"(id|player)":"[0-9a-f]+"', "", text))):
        assert number < 10**7, "a date"
    assert {len(one["id"]) for one in games(text)} == {16}


def test_the_same_salt_gives_the_same_and_another_other_ids(tacit, db):
    first, again = (tacit("export", "--db", db, "--salt", SALT).out for _ in range(2))
    assert first == again
    other = tacit("export", "--db", db, "--salt", SALT[::-1]).out
    drawn = [tacit("export", "--db", db).out for _ in range(2)]
    texts = [first, other, *drawn]
    ids = [set(re.findall(r'"(?:id|player)":"(\w+)"', text)) for text in texts]
    assert {len(one) for one in ids} == {3 + 2}, "a person is the same in all their games"
    assert len(set.union(*ids)) == 4 * 5


def test_lines_stand_in_no_order_of_time_but_each_persons_games_can_be_counted(tacit, db):
    found = games(tacit("export", "--db", db, "--salt", SALT).out)
    assert [one["id"] for one in found] == sorted(one["id"] for one in found)
    nth: dict[str, list[int]] = {}
    for seat in (seat for one in found for seat in one["seats"] if "player" in seat):
        nth.setdefault(seat["player"], []).append(seat["nth"])
    assert sorted(sorted(one) for one in nth.values()) == [[1, 2], [1, 2, 3]]
    (alone,) = [one for one in found if sum("player" in seat for seat in one["seats"]) == 1]
    assert alone["seats"][0]["nth"] == 1, "it was the first"


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_game_can_be_played_through_again_from_it(game):
    log = decode(log_of(game, [ANN, BOB, CY], seed=3))
    shown = told(log, 1)
    events = [dict(event) for event in shown.events]
    times = [event["t"] for event in events if "t" in event]
    assert times[0] == 0
    assert times == sorted(times)
    replay = replay_of(log, 1)
    first = next(event.at for event in replay.events if hasattr(event, "at"))
    for event in events:
        if "t" in event:
            event["at"] = event.pop("t") + first
    again = msgspec.convert(events, list[rulebook(game).Event])
    assert tuple(again) == replay.events
    assert shown.result == replay.result
    assert told(log, 2) is None


def test_what_a_bot_did_for_a_player_is_marked():
    log = log_of("mindup", [ANN, BOB], ["random"], seed=1)
    entries = decode(log)
    middle = len(entries) // 2
    away = Entry(house=(StoodIn(seat=0, on=True),))
    later = [
        Entry(game=one.game) if one.by == ANN[0] and one.game else one for one in entries[middle:]
    ]
    shown = told([*entries[:middle], away, *later], 1)
    at = shown.events.index({"kind": "stood-in", "seat": 0, "on": True})
    picks = [(n, one) for n, one in enumerate(shown.events) if one["kind"] == "pick"]
    assert {one.get("auto", False) for n, one in picks if one["seat"] == 0 and n < at} == {False}
    assert {one.get("auto", False) for n, one in picks if one["seat"] == 0 and n > at} == {True}
    assert {one.get("auto", False) for _, one in picks if one["seat"] != 0} == {False}


def test_what_ifs_are_left_out(tacit, tmp_path):
    log = decode(log_of("mindup", [ANN, BOB], ["random"], seed=1))
    settings = msgspec.to_builtins(load(WHAT_IF.read_bytes().rstrip(b"\n")).settings)
    opened = replace(log[0].house[0], what_if=WhatIf(place=(1, 1), settings=settings))
    other = [replace(log[0], house=(opened,)), *log[1:]]
    assert told(other, 1) is None
    db = str(tmp_path / "a.db")
    with closing(SqliteStore(db)) as store:
        write(store, "T", *map(encode, other), closed=True)
        agree(store, ANN, BOB)
    assert tacit("export", "--db", db).out == ""


def test_the_card_says_what_the_data_is(tacit, db, tmp_path):
    out, card = tmp_path / "games.jsonl", tmp_path / "README.md"
    tacit("export", "--db", db, "--out", str(out), "--card", str(card))
    text = card.read_text()
    assert "3 finished games of 2 people" in text
    assert "1 more finished games were left out" in text
    fields = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert fields == set(games(out.read_text())[0]) - {"format", "version"}
    assert "{" not in text
    assert not any(name in text for name in NAMES)


def test_to_standard_output_goes_nothing_else(tacit, db):
    ran = tacit("export", "--db", db, "--json")
    assert len(games(ran.out)) == 3
    assert json.loads(ran.err)["written"] == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--db", "none.db"], "tacit: none.db: there is no such database\n"),
        (
            ["--salt", "short"],
            "tacit: --salt must have at least 16 characters and be hard to guess\n",
        ),
        (["--out", "games.md"], "the data card would overwrite"),
        (["--out", "no/such/folder/games.jsonl"], "No such file or directory"),
    ],
)
def test_bad_input_is_told_in_a_line_and_nothing_is_written(tacit, db, options, said):
    with contextlib.chdir(Path(db).parent):
        before = set(Path.cwd().iterdir())
        ran = tacit("export", *([] if "--db" in options else ["--db", db]), *options)
        assert said in ran.one_clear_line
        assert set(Path.cwd().iterdir()) == before
