"""What benchmarks stand on: a made-up past that a site takes for its own, and their sums."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from bench import blind, bound, foresight, partners
from bench import evening as bench_evening
from bench.bots import DOCS, QUESTIONS, ROW, ask, figures, stale
from bench.ceiling import HANDS, PICKS, interval, play
from bench.evening import run as evening
from bench.growth import growth
from bench.peers.clairvoyant import Clairvoyant
from bench.peers.network import INPUTS, Network
from bench.peers.past import SHAPES, fill
from bench.soak import verdict

import tacit
from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.games.extreme.arena.teams import Score
from tacit.games.extreme.bots import oracle
from tacit.games.extreme.bots.belief.leading import POLICY
from tacit.games.extreme.bots.belief.priors import PRIOR
from tacit.games.extreme.bots.people import FOLLOWERS, PEOPLE
from tacit.games.mindup.bots.raven.policy_training import softmax
from tacit.server.history.projection import Projection
from tacit.store import open_store


@pytest.mark.parametrize("games", [SHAPES, 3 * SHAPES])
def test_a_past_that_was_copied_is_whole(tmp_path, games):
    fill(tmp_path / "tacit.db", games)
    with closing(sqlite3.connect(tmp_path / "tacit.db")) as connection:
        for table in ("tables", "games"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (games,)
        for table in ("entries", "people", "played", "rated"):
            ((first, last),) = connection.execute(
                f"SELECT count(*) FILTER (WHERE table_key <= {SHAPES}),"
                f" count(*) FILTER (WHERE table_key > {games - SHAPES}) FROM {table}"
            )
            assert first == last > 0
    with closing(open_store(str(tmp_path / "tacit.db"))) as store:
        assert store.open_tables(10) == []
        copied = f"past-3-{games // SHAPES - 1}" if games > SHAPES else "past-3"
        assert store.load(copied) == store.load("past-3") != []
        projection = Projection(store.games)
        assert not projection.read_new(10)
        assert not projection.rate_new()


@pytest.mark.parametrize(
    ("costs", "grows"), [((1.0, 1.1, 1.0), 1.1), ((3.0, 2.0, 1.0), 1.0), ((2.0, 1.0, 1.5), 1.5)]
)
def test_growth_is_to_what_was_cheapest_before(costs, grows):
    rows = [{"tables": 10**step, "times": cost} for step, cost in enumerate(costs)]
    assert growth("tables", rows) == grows


def test_a_soak_compares_its_last_quarter_with_the_first_after_the_warm_up():
    sizes = [50, 60, *([100] * 10)]
    rows = [{"memory_mb": size, "p50_ms": 2.0, "p99_ms": 4.0} for size in sizes]
    assert verdict(rows) == {"memory": 1.0, "p50": 1.0, "p99": 1.0}
    rows = [{"memory_mb": 100 + number, "p50_ms": 2.0, "p99_ms": 4.0} for number in range(24)]
    assert verdict(rows)["memory"] > 1.1


def test_every_figure_of_the_bots_is_asked_for_and_every_question_has_one():
    text = DOCS.read_text()
    assert figures(text).keys() == {question.key for question in QUESTIONS}
    prose = [line.replace("95 %", "") for line in text.splitlines() if not ROW.match(line)]
    assert [line for line in prose if re.search(r"\d %", line)] == []


def test_nobody_can_seat_a_clairvoyant():
    """They see all hands: they are for `tacit bench ceiling` alone, and no bot by any name."""
    asking = asking_of("mindup")
    named = [find_bot(name, "mindup") for name in asking.bots]
    assert not any(issubclass(bot, Clairvoyant) for bot in named)
    assert not any("clairvoyant" in place.lower() for place in asking.bots.values())
    with pytest.raises(BotError, match="There is no bot"):
        find_bot("clairvoyant", "mindup")
    package = Path(tacit.__file__).parent
    assert [
        file for file in package.rglob("*.py") if "clairvoyant" in file.read_text().lower()
    ] == []


def test_to_know_more_leads_further():
    # Seeds are fixed, so these leads are numbers and not luck.
    leads = {who: fmean(play(who, 0, 3, deal) for deal in range(4)) for who in (HANDS, PICKS)}
    assert leads[PICKS] > leads[HANDS] > 0


def test_a_share_of_the_way_has_an_interval():
    leads = {"one": [4.0, 6.0, 5.0, 5.0], "top": [8.0, 12.0, 10.0, 10.0]}
    assert interval(leads, "one", None)[0] == 5.0
    assert interval(leads, "one", "top") == [0.5, 0.5, 0.5]


def test_no_way_of_foreseeing_beats_to_be_told_the_picks(monkeypatch):
    monkeypatch.setattr(foresight, "PLAYOUTS", 30)
    monkeypatch.setattr(foresight, "SURE", 30)
    network = Network(np.zeros((INPUTS, 1)), np.zeros(1), np.zeros(INPUTS + 96))
    found = foresight.watch("greedy", 3, network)
    assert len(found["by a network"]) == len(found["as greedy"]) == 21 * 3, "no pick of its own"
    for way in foresight.WAYS:
        pairs = zip(found[f"{way}: brought"], found[f"{foresight.TOLD}: brought"], strict=True)
        assert all(brought <= best for brought, best in pairs)
    told = foresight.report("greedy", [found], [*foresight.WAYS])["ways"]
    assert told["as greedy"]["foreseen"] > 0.5, "they are"
    assert told["as greedy"]["points"] == [0, 0, 0]
    assert told[foresight.TOLD]["points"][0] >= 0


def test_what_is_said_of_a_pick_goes_by_the_hand_alone():
    plans = np.zeros((2, 64))
    plans[0, 9] = 50.0
    assert foresight._said(plans, np.array([1.0, 0.0]), (5, 9), 9) == (pytest.approx(1.0), True)
    assert foresight._said(plans, np.array([0.5, 0.5]), (5, 7, 9, 11), 5)[0] == 0.125


def test_a_network_learns_downhill():
    """The slopes are those of the log-loss, each weight moved a little."""
    rng = np.random.default_rng(4)
    shapes = (INPUTS, 3), 3, INPUTS + 96
    network = Network(*(rng.normal(0, 0.3, shape) for shape in shapes))
    features = rng.normal(0, 1, (5, 4, INPUTS + 96))
    held, picked = np.ones((5, 4), bool), np.array([0, 3, 1, 2, 2])
    held[0, 2:] = False

    def loss(one):
        liked = np.where(held, one.score(features), -1e9)
        return -np.log(softmax(liked)[np.arange(5), picked]).mean()

    for place, slope in enumerate(network.slopes(features, held, picked)):
        at = tuple(rng.integers(0, size) for size in slope.shape)
        moved = [part.copy() for part in network]
        moved[place][at] += 1e-6
        assert (loss(Network(*moved)) - loss(network)) / 1e-6 == pytest.approx(slope[at], abs=1e-4)


def test_a_stale_figure_of_the_bots_is_named():
    (question,) = [one for one in QUESTIONS if one.key[:2] == ("heron", "linnet")]
    told = {question.key: (0.283, 0.467)}
    assert "heron against linnet" in stale(question, [0.55, 0.65], told)
    assert "no figure" in stale(question, [0.55, 0.65], {})
    assert stale(question, [0.45, 0.65], told) is None


@pytest.mark.parametrize("pair", [("greedy", "random"), ("linnet", "pebble"), ("heron", "linnet")])
def test_the_figures_of_the_bots_hold(pair):
    (question,) = [one for one in QUESTIONS if one.key[:2] == pair]
    measured = ask(question, 25 / question.deals)
    assert stale(question, measured["ci95"], figures(DOCS.read_text())) is None


def test_the_board_of_an_evening_is_right_to_the_point():
    found = asyncio.run(evening("extreme", 5))
    assert (found["people"], found["deals"], found["wrong"]) == (15, 1, 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, None),
        ({"wrong": 2}, "2 lines of the board are wrong"),
        ({"deals": 2}, "there were 2 different deals"),
        ({"board_after_last_card_s": 1.2}, "the board came 1.20 s after the last card"),
    ],
)
def test_an_evening_whose_board_is_wrong_or_late_fails_its_check(monkeypatch, change, said):
    async def run(game, tables):
        figures = {"open_s": 1.0, "play_s": 1.0, "board_after_last_card_s": 0.9}
        right = {"game": game, "tables": tables, "people": 3, "deals": 1, "wrong": 0}
        return figures | right | change

    monkeypatch.setattr(bench_evening, "run", run)
    monkeypatch.setattr("sys.argv", ["evening"])
    bench_evening.main()
    monkeypatch.setattr("sys.argv", ["evening", "--check", "--json"])
    if said is None:
        bench_evening.main()
        return
    with pytest.raises(SystemExit) as failed:
        bench_evening.main()
    assert failed.value.code == said, "it is told, and the exit code is 1"


def test_a_line_of_the_board_that_was_told_wrong_is_counted(monkeypatch):
    monkeypatch.setattr(bench_evening, "shown_points", lambda points: float(points) + 1)
    assert asyncio.run(evening("extreme", 2))["wrong"] == 6


def test_drills_that_choose_a_policy_do_not_measure_it():
    chosen_by = {bound.SEED + number for number in range(len(bound.ROUNDS))}
    assert chosen_by.isdisjoint({partners.SEED, bound.TOLD_SEED})
    assert POLICY in bound.GRID
    assert {len(policy) for policy in bound.GRID} == {len(POLICY)}
    assert set(oracle.POLICIES.values()) <= set(bound.GRID)
    assert oracle.POLICIES.keys() <= {person.__name__ for person in FOLLOWERS.values()}


def test_a_listener_is_told_the_kind_of_a_person_and_no_other():
    for kind in ("follows-last", "follows-three", "follows-all", "follows-fully", "human-14"):
        manner = PEOPLE[kind].manner
        fitting = [one for one in PRIOR if bound.is_kind(one, manner)]
        assert {(one.spread, one.follow) for one in fitting} == {(manner.spread, manner.follow)}
        assert len({one.rule for one in fitting}) == 1
    assert not any(bound.is_kind(one, PEOPLE["follows-partner"].manner) for one in PRIOR)


def test_every_kind_is_compared_with_metronome_a_copy_and_the_bound():
    lost = {"metronome": 5, "human-14": 7, "adaptive": 3, "oracle": 1}

    def played(teams, *, drill):
        assert drill
        return [[Score(True, 12, lost[bot], 0)] * 20 for bot, _ in teams]

    rows = {one["text"]: one for one in partners.with_kind(played, "human-14")}
    assert rows["human-14: closed"]["value"] == 0.5
    assert rows["human-14: closed"]["met"] is False
    assert rows["human-14: adaptive loses fewer than metronome by"]["met"]
    lost["adaptive"] = 6
    rows = {one["text"]: one for one in partners.with_kind(played, "human-14")}
    assert rows["human-14: adaptive loses fewer than metronome by"]["met"] is False
    assert rows["human-14: adaptive loses fewer than a copy by"]["met"]


def test_on_a_blind_pile_to_be_told_is_worth_more_than_rhythm():
    row = blind.measure(4, 0.14, 60)
    assert row["told"]["saved"] > row["rhythm"]["saved"]
    assert row["told"]["saved"] > 0
    steady = blind.measure(4, 0.001, 20)
    assert {steady[way]["lost"] for way in ("clock", "told")} == {0}
