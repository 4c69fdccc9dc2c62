"""The second judge knows the rules itself, and notices when a scoresheet was tampered with."""

import copy
import json
import random
from functools import cache

import msgspec
import pytest

from tacit.games import extreme as extreme_rules
from tacit.games import mindup as mindup_rules
from tests.judge import extreme, mindup
from tests.properties.players import some_game

GAMES = range(25)


@cache
def written(rules, seed):
    """Play a random game and write its scoresheet down."""
    setup, table = some_game(rules, seed)
    names = tuple("ABCDEF"[: setup.players])
    return msgspec.json.encode(rules.scoresheet(setup, names, tuple(table.log)))


def sheet_of(rules, seed):
    """Return the scoresheet of a random game as another program would read it."""
    return json.loads(written(rules, seed))


def scored(order, *tableaux):
    """Return by objective what each player gets for it, and the two sums that come first."""
    lines = mindup.score(order, tableaux, [])
    objectives = {
        number: [line["objectives"] for line in mindup.score(order, tableaux, [number])]
        for number in range(1, 15)
    }
    return [(line["columns"], line["bonuses"]) for line in lines], objectives


def test_judge_has_the_printed_deck():
    colours, bonuses = mindup.COLOUR_OF, mindup.BONUS_OF
    assert sorted(colours) == list(range(1, 61))
    assert sum(bonuses.values()) == 30
    for card in range(1, 61):
        assert (colours[card], bonuses[card]) == (colours[61 - card], bonuses[61 - card])


def test_judge_scores_the_examples_with_one_player():
    sums, objectives = scored([2, 4, 1, 5, 3], [22, 13, 25, 46, 20, 8, 53])  # S-M4
    assert sums == [(24, 1)]
    assert objectives[1] == [2]
    assert objectives[13] == [-2]
    assert all(objectives[number] == [0] for number in (2, 3, 4, 7, 8, 9, 11, 12, 14))

    sums, objectives = scored([1, 5, 2, 4, 3], [1, 2, 6, 3, 4, 5, 12])  # M8
    assert sums == [(25, 3)]
    assert [objectives[number] for number in (7, 8, 13, 1, 2)] == [[2], [2], [-2], [2], [-2]]

    sums, objectives = scored([1, 5, 2, 4, 3], [1, 4, 2, 3, 5, 12, 14])  # M9
    assert sums == [(27, 3)]
    assert [objectives[number] for number in (7, 8, 14, 13)] == [[0], [2], [2], [0]]

    sums, objectives = scored([1, 5, 2, 4, 3], [1, 2, 3, 6, 7, 8, 9])  # M10
    assert sums == [(22, 0)]
    assert [objectives[number] for number in (7, 8, 2, 9)] == [[0], [0], [-2], [2]]


def test_judge_compares_players_as_in_example_m13():
    _, objectives = scored(
        [1, 2, 3, 4, 5],
        [2, 6, 1, 3, 4, 5, 7],
        [10, 19, 8, 13, 12, 9, 27],
        [15, 16, 18, 21, 14, 11, 20],
    )
    assert objectives[6] == [0, 2, 0]
    assert objectives[5] == [0, 0, -2]
    assert objectives[10] == [0, 0, -2]


@pytest.mark.parametrize(
    ("pile", "errors"),
    [
        ("W7 W14 W28 W20 W25 W23 W37 W48", 1),  # S-X5
        ("W2 W13 W11 W28 W44 W42 W37", 2),  # S-X6
        ("R45 R43 R26 R31 R3", 1),  # X6
        ("W5 W10 W20 W30 W1", 1),  # X9
        ("", 0),  # X20
    ],
)
def test_judge_counts_the_blind_examples(pile, errors):
    assert extreme.blind_errors(pile.split()) == errors


def tamperings(sheet, rng, spots, change):
    """Yield copies of a sheet in each of which one number or card was changed.

    `spots` finds the places, as pairs of a list or record and a key into it; some are tried.
    """
    count = len(list(spots(sheet)))
    for chosen in rng.sample(range(count), min(count, 3)):
        tampered = copy.deepcopy(sheet)
        holder, key = list(spots(tampered))[chosen]
        holder[key] = change(holder, key, rng)
        yield tampered


def more_or_less(holder, key, rng):
    return holder[key] + rng.choice((-1, 1))


def of(parts, key):
    """Return the spots of the entry `key` in each of these records."""
    return ((part, key) for part in parts)


def inside(lists):
    """Return the spots of all entries of these lists."""
    return ((entries, number) for entries in lists for number in range(len(entries)))


def another_card(holder, key, rng):
    return rng.choice([card for card in range(62) if card != holder[key]])


def a_copy_of_another(holder, key, rng):
    """Return what stands elsewhere in the same list: a card that is there twice then."""
    return rng.choice([entry for number, entry in enumerate(holder) if number != key])


MINDUP_TAMPERINGS = {
    "hand": (lambda s: inside(h for r in s["rounds"] for h in r["hands"]), another_card),
    "row": (lambda s: inside(r["row"] for r in s["rounds"]), another_card),
    "order": (lambda s: inside(r["order"] for r in s["rounds"]), more_or_less),
    "plays": (lambda s: inside(t["plays"] for r in s["rounds"] for t in r["turns"]), another_card),
    "taken": (lambda s: inside(t["taken"] for r in s["rounds"] for t in r["turns"]), another_card),
    "last": (lambda s: inside(r["last"] for r in s["rounds"]), another_card),
    "totals": (lambda s: inside([s["result"]["totals"]]), more_or_less),
    "places": (lambda s: inside([s["result"]["places"]]), more_or_less),
    "config": (lambda s: of([s["config"]], "objectives"), more_or_less),
    "game": (lambda s: of([s], "game"), lambda *_: "extreme"),
    "seats": (lambda s: of([s], "seats"), lambda holder, *_: holder["seats"][1:]),
    "turns": (lambda s: of(s["rounds"], "turns"), lambda holder, *_: holder["turns"][1:]),
} | {
    f"score {part}": (
        lambda s, part=part: of((line for r in s["rounds"] for line in r["scores"]), part),
        more_or_less,
    )
    for part in ("columns", "bonuses", "objectives", "total")
}


@pytest.mark.parametrize("what", MINDUP_TAMPERINGS)
def test_tampering_with_mindup_is_noticed(what):
    spots, change = MINDUP_TAMPERINGS[what]
    tried = 0
    for seed in GAMES:
        sheet = sheet_of(mindup_rules, seed)
        assert mindup.disagreements(sheet) == []
        for tampered in tamperings(sheet, random.Random(seed), spots, change):
            assert mindup.disagreements(tampered) != []
            tried += 1
    assert tried >= 20


@pytest.mark.parametrize("seed", GAMES)
def test_objectives_of_the_wrong_kind_are_noticed(seed):
    sheet = sheet_of(mindup_rules, seed)
    out = sheet["config"]["objectives"]
    first, second, _ = (record["objectives"] for record in sheet["rounds"])
    if out >= 3:
        second[0], second[1] = second[1], second[0]
        assert mindup.disagreements(sheet) != []  # they have to stay as they are
    elif out >= 1:
        second[:] = first
        assert any("renewed" in line for line in mindup.disagreements(sheet))
    if out >= 2:
        second[1] = second[0] + 1 if second[0] % 2 else second[0] - 1
        assert any("letters" in line for line in mindup.disagreements(sheet))


def test_a_tie_is_broken_by_the_last_round_alone():
    assert _places([[45, 48, 20], [0, 0, 20], [25, 22, 29]]) == [1, 2, 3]  # M6
    assert _places([[45, 45, 20], [0, 0, 20], [25, 25, 29]]) == [1, 1, 3]  # M7


def _places(totals):
    """Return the places the judge expects for these round totals, by asking with wrong ones."""
    sheet = {
        "rounds": [{"scores": [{"total": points} for points in line]} for line in totals],
        "result": {"totals": [sum(points) for points in zip(*totals, strict=True)], "places": []},
    }
    wrong = []
    mindup._judge_result(sheet, wrong)
    (line,) = wrong
    return json.loads(line.partition("instead of ")[2])


def levels(sheet):
    return sheet["levels"]


def events(sheet, kind):
    return [event for level in levels(sheet) for event in level["events"] if event["kind"] == kind]


def strange_card(_holder, _key, rng):
    """Return what is no card at all."""
    return rng.choice(("W0", "R51", "X7", None))


def another_seat(holder, key, rng):
    return (holder[key] + rng.choice((1, -1, 2))) % 7


EXTREME_TAMPERINGS = {
    "level": (lambda s: of(levels(s), "level"), more_or_less),
    "hand": (lambda s: inside(h for lv in levels(s)[1:] for h in lv["hands"]), a_copy_of_another),
    "strange hand": (lambda s: inside(h for lv in levels(s) for h in lv["hands"]), strange_card),
    "seat": (lambda s: of(events(s, "play"), "seat"), another_seat),
    "card": (lambda s: of(events(s, "play"), "card"), strange_card),
    "nothing aside": (
        lambda s: of((e for e in events(s, "play") if e["aside"]), "aside"),
        lambda *_: [],
    ),
    "too much aside": (
        lambda s: of(events(s, "play"), "aside"),
        lambda holder, *_: [*holder["aside"], holder["card"]],
    ),
    "aside": (lambda s: inside(e["aside"] for e in events(s, "play")), strange_card),
    "discards": (
        lambda s: inside(e["discards"] for e in events(s, "star")),
        lambda holder, key, _: "W1x" if holder[key] is None else None,
    ),
    "time": (lambda s: of(events(s, "play"), "t"), lambda *_: -1),
    "blind errors": (lambda s: of(levels(s), "blind_errors"), more_or_less),
    "lives": (lambda s: of(levels(s), "lives"), more_or_less),
    "stars": (lambda s: of(levels(s), "stars"), more_or_less),
    "result level": (lambda s: of([s["result"]], "level"), more_or_less),
    "outcome": (
        lambda s: of([s["result"]], "outcome"),
        lambda holder, *_: "lost" if holder["outcome"] == "won" else "won",
    ),
    "game": (lambda s: of([s], "game"), lambda *_: "mindup"),
    "seats": (lambda s: of([s], "seats"), lambda holder, *_: holder["seats"][1:]),
    "fewer levels": (lambda s: of([s], "levels"), lambda holder, *_: holder["levels"][:-1]),
    "fewer events": (lambda s: of(levels(s), "events"), lambda holder, *_: holder["events"][:-1]),
    "no sync": (
        lambda s: of((lv for lv in levels(s) if lv["events"][-1]["kind"] == "play"), "events"),
        lambda holder, *_: [event for event in holder["events"] if event["kind"] != "sync"],
    ),
}


@pytest.mark.parametrize("what", EXTREME_TAMPERINGS)
def test_tampering_with_extreme_is_noticed(what):
    spots, change = EXTREME_TAMPERINGS[what]
    tried = 0
    for seed in GAMES:
        sheet = sheet_of(extreme_rules, seed)
        assert extreme.disagreements(sheet) == []
        for tampered in tamperings(sheet, random.Random(seed), spots, change):
            assert extreme.disagreements(tampered) != []
            tried += 1
    assert tried >= 20


def level_one(*hands, plays):
    """Return a sheet of level 1 that says nothing but these plays, all of them without error."""
    noted = [{"t": 0, "kind": "sync"}]
    for seat, card in plays:
        noted.append({"t": 0, "kind": "play", "seat": seat, "card": card, "aside": []})
    record = {"level": 1, "hands": hands, "events": noted, "blind_errors": 0}
    return {
        "game": "extreme",
        "seats": ["A", "B"],
        "levels": [record | {"lives": 2, "stars": 1}],
        "result": {"outcome": None, "level": 1},
    }


def test_a_hidden_mistake_is_noticed():
    honest = level_one(["W5"], ["W9"], plays=[(0, "W5"), (1, "W9")])
    hidden = level_one(["W5"], ["W9"], plays=[(1, "W9"), (0, "W5")])
    assert extreme.disagreements(honest) == ["the game has no end"]
    assert any("set aside" in line for line in extreme.disagreements(hidden))
