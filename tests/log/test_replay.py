"""The replay file: a promise kept across versions."""

import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import tacit
from tacit.core.mark import Mark
from tacit.log.game import Game
from tacit.log.replay import VERSION, ReplayError, dump, load
from tacit.log.verify import verify

REPLAYS = Path(__file__).parents[1] / "replays"
RELEASED = sorted(REPLAYS.glob("*.tacit.json"))


def line_of(name="mindup", players=3):
    game = tacit.new(name, players=players, seed=2)
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    return dump(game.replay())


def changed(line, **fields):
    return json.dumps(json.loads(line) | fields).encode()


def test_every_format_version_ever_released_is_kept():
    versions = {json.loads(path.read_bytes())["version"] for path in RELEASED}
    assert versions == set(range(1, VERSION + 1))
    assert {json.loads(path.read_bytes())["game"] for path in RELEASED} == {"mindup", "extreme"}


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.name)
def test_every_replay_ever_released_still_opens_and_verifies(path):
    line = path.read_bytes().removesuffix(b"\n")
    assert verify(load(line), line).ok


def test_the_file_says_what_it_is_first():
    assert line_of().startswith(b'{"format":"tacit-replay","version":1,"game":"mindup",')


def test_practice_has_a_version_that_those_who_do_not_know_it_refuse_by_name():
    """It was written as an earlier version first, which they then could not read."""
    first, now = (
        (REPLAYS / f"v{version}-extreme-practice.tacit.json").read_bytes().rstrip(b"\n")
        for version in (1, 4)
    )
    assert json.loads(first)["settings"] == json.loads(now)["settings"]
    assert load(first) == load(now)
    assert dump(load(first)) == now
    marked = replace(load(now), marks=(Mark(shape=0, colour=0, face=0), None))
    assert json.loads(dump(marked))["version"] == 4
    assert verify(marked, dump(marked)).ok
    assert not verify(load(now), changed(now, version=3)).ok
    assert not verify(load(line_of()), changed(line_of(), version=4)).ok


def test_the_digest_is_that_of_the_line_with_an_empty_digest():
    line = line_of()
    digest = json.loads(line)["digest"]
    empty = line.replace(digest.encode(), b"")
    assert hashlib.sha256(empty).hexdigest() == digest


def test_the_commitment_is_that_of_the_seed():
    document = json.loads(line_of("extreme", 2))
    seed = bytes.fromhex(document["seed"])
    assert document["commitment"] == hashlib.sha256(seed).hexdigest()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda line: line[: len(line) // 2], "not a replay: Input data was truncated"),
        (lambda _: b"", "not a replay"),
        (lambda _: b"\xff\xfe", "not a replay"),
        (lambda _: b"[]", "not a replay: Expected `object`"),
        (lambda line: line.replace(b'"result":{', b'"result":' + b"[" * 10**5), "not a replay"),
        (lambda _: b'{"order":[1]}', "not a replay: Object missing required field `format`"),
        (lambda line: changed(line, format="other"), "its format is 'other', not 'tacit-replay'"),
        (lambda line: changed(line, version=5), "version 5, which this Tacit does not know"),
        (lambda line: changed(line, version=0), "version 0, which this Tacit does not know"),
        (lambda line: changed(line, game="chess"), "a replay of 'chess', a game"),
        (lambda line: changed(line, seed="zz"), "the seed is not hexadecimal"),
        (lambda line: changed(line, seed="00"), "the seed has 1 bytes, not 32"),
        (lambda line: changed(line, contributions=["x"]), "the contribution is not hexadecimal"),
        (lambda line: changed(line, more=1), "a damaged replay: .*unknown field `more`"),
        (lambda line: changed(line, events=[{"kind": "fly"}]), "a damaged replay: .*'fly'"),
        (
            lambda line: changed(
                line, events=[{"kind": "pick", "seat": 0, "card": 1, "at": 10**99}]
            ),
            "a damaged replay: a time of its clock is too large",
        ),
        (lambda line: changed(line, marks=[None] * 3), "its marks are not those of its players"),
        (
            lambda line: changed(line, version=3, marks=[None] * 2),
            "its marks are not those of its players",
        ),
        (
            lambda line: changed(line, version=3, marks=[{"shape": 9, "colour": 0, "face": 0}] * 3),
            "a damaged replay: Expected `int` <= 5",
        ),
        (lambda line: changed(line, settings={"players": "3"}), "a damaged replay: Expected `int`"),
    ],
)
def test_what_cannot_be_read_is_named(damage, said):
    with pytest.raises(ReplayError, match=said):
        load(damage(line_of()))


@pytest.mark.parametrize(("name", "players"), [("mindup", 4), ("extreme", 2)])
def test_reading_and_writing_again_gives_the_same_bytes(name, players):
    line = line_of(name, players)
    assert dump(load(line)) == line


def test_a_replay_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "game.tacit.json"
    path.write_text("old")
    game = tacit.new("extreme", players=2, seed=2)
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("no")))
    with pytest.raises(OSError, match="no"):
        game.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_msgspec_refuses_nothing_it_wrote():
    assert msgspec.json.decode(line_of())["result"]["places"]


@pytest.mark.parametrize("field", ["seats", "contributions"])
def test_a_file_has_no_more_names_and_contributions_than_a_game_has_players(field):
    with pytest.raises(ReplayError, match=r"340000 .* but Mind Up! has at most 6 players"):
        load(changed(line_of(), **{field: [""] * 340_000}))


def test_a_game_takes_no_more_contributions_than_its_file_may_have():
    with pytest.raises(tacit.SettingsError, match="more than Mind Up! has players"):
        Game("mindup", {"players": 3}, contributions=[b""] * 7)


def test_the_reader_of_a_file_says_how_many_events_are_taken():
    line = line_of()
    events = len(load(line).events)
    assert load(line, most_events=events) == load(line)
    with pytest.raises(ReplayError, match=f"{events} events, more than the {events - 1} taken"):
        load(line, most_events=events - 1)


@pytest.mark.parametrize("field", ["format", "game", "x" * 100_000], ids=lambda one: one[:6])
def test_a_text_about_a_file_does_not_repeat_the_file(field):
    with pytest.raises(ReplayError) as refused:
        load(changed(line_of(), **{field: "x" * 100_000}))
    assert len(str(refused.value)) < 500


def test_a_verdict_does_not_repeat_the_file():
    line = line_of("extreme", 2).replace(b'"card":"', b'"card":"' + b"9" * 100_000, 1)
    assert len(verify(load(line)).problem) < 500


def test_a_result_too_deep_to_be_written_again_is_not_the_result():
    replay = load(line_of())
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert "result" in verify(msgspec.structs.replace(replay, result=deep)).problem
