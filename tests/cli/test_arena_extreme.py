"""`tacit arena extreme`."""

import json
import xml.etree.ElementTree as ET

WORDS = ("arena", "extreme")


def test_json_has_the_shape_that_was_promised(tacit):
    ran = tacit(*WORDS, "adaptive", "human-14", "--games", "6", "--seed", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert (found["game"], found["games"], found["seed"]) == ("extreme", 6, 1)
    (team,) = found["teams"]
    assert team["bots"] == ["adaptive", "human-14"]
    assert 0 <= team["ci95"][0] <= team["win_rate"] <= team["ci95"][1] <= 1
    assert 1 <= team["mean_level"] <= 12
    assert team["mean_lives_lost"] > 0
    assert team["beliefs"]["0"][1].startswith("about 0.")


def test_a_setting_of_another_game_is_refused(tacit):
    for bots in (["adaptive", "human-14"], ["metronome,metronome"]):
        ran = tacit(*WORDS, *bots, "--games", "1", "--objectives", "2")
        assert ran.one_clear_line == "tacit: --objectives is no setting of extreme\n"


def test_a_league_is_a_matrix_and_a_map(tacit, tmp_path):
    plot = tmp_path / "map.svg"
    bots = ("metronome", "human-30")
    ran = tacit(*WORDS, *bots, "--league", "--games", "4", "--seed", "1", "--plot", plot)
    assert ran.code == 0
    assert "won, one with others" in ran.out
    assert ran.out.count("metronome + human-30") == 1
    texts = {text.text for text in ET.parse(plot).iter("{http://www.w3.org/2000/svg}text")}
    assert {*bots, "Games won"} <= texts


def test_names_with_commas_are_teams(tacit):
    ran = tacit(*WORDS, "metronome,metronome,metronome", "--games", "2", "--seed", "1", "--json")
    (team,) = json.loads(ran.out)["teams"]
    assert (team["bots"], team["win_rate"]) == (["metronome"] * 3, 1.0)


def test_the_table_says_what_was_believed(tacit):
    ran = tacit(*WORDS, "adaptive", "metronome", "--games", "1", "--seed", "1")
    assert "adaptive – metronome: about 0.30 s a number, very steady" in ran.out


def test_the_readable_rules_can_be_asked_for_and_come_to_the_same(tacit):
    words = (
        *WORDS,
        "drifting",
        "human-30",
        "--games",
        "30",
        "--seed",
        "1",
        "--json",
        "--jobs",
        "1",
    )
    compiled, readable = (json.loads(tacit(*words, *more).out) for more in ([], ["--readable"]))
    assert compiled["teams"] == readable["teams"]
