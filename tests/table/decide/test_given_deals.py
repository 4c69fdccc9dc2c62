"""A deal that others play, too: the same cards whatever players add, one game, no spectators."""

import random
from typing import Any

from tacit.core.rulebook import Refused
from tacit.log.verify import verify
from tacit.table.decide.context import GIVEN_DEAL, Context
from tacit.table.decide.decide import decide
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.requests import AddBot, Configure, Join, Rematch, Start
from tacit.table.log.fold import fold
from tacit.table.log.reader import walk
from tacit.table.log.records import Opened, PersonId, Settings, encode
from tacit.table.log.state import Stage, TableState
from tacit.table.past.finished import finished_games
from tacit.table.past.replays import replay_of
from tacit.table.tell.view import house_view
from tests.table.logged import played_out

ANN, BOB = PersonId("ann-id"), PersonId("bob-id")
SEED = bytes(range(32))


def opened(contribution: str = "", *, game: str = "mindup") -> list[Any]:
    setup = Opened(game, SEED.hex(), Settings(), 1000, label="daily:2026-11-18", given=True)
    requests = [
        (ANN, Join(name="Ann", contribution=contribution)),
        (BOB, Join(name="Bob")),
        (ANN, AddBot(seat=2, bot="random")),
        (ANN, Start()),
    ]
    entries = first_entries(setup, requests, lambda: random.Random(1).randbytes(32))
    assert not isinstance(entries, Refused)
    return entries


def latest(entries: list[Any]) -> TableState:
    return list(walk(entries))[-1].state


def ask(state: TableState, person: PersonId, request: Any) -> Any:
    return decide(state, Context(request, person, 0, lambda _: True, lambda: bytes(32)))


def test_everyone_gets_the_same_cards_whatever_they_add():
    plain, added = latest(opened()), latest(opened("abcd" * 4))
    assert plain.play == added.play
    assert plain.stage is Stage.PLAYING


def test_nobody_else_comes_in_once_it_has_begun_and_players_come_back():
    state = latest(opened())
    assert ask(state, PersonId("cy-id"), Join(name="Cy", watch=True)) is GIVEN_DEAL
    assert not isinstance(ask(state, BOB, Join(name="Bob")), Refused)


def test_there_is_one_game_with_the_settings_it_has():
    entries = played_out(opened(), seed=3)
    state = latest(entries)
    assert state.stage is Stage.OVER
    assert ask(state, ANN, Rematch()) is GIVEN_DEAL
    assert ask(state, ANN, Configure(settings=Settings(objectives=2))) is GIVEN_DEAL


def test_its_seed_is_not_told_when_one_table_is_done():
    state = latest(played_out(opened(), seed=3))
    assert house_view(state, ANN).seed is None
    assert (house_view(state, ANN).kind, house_view(state, ANN).given) == ("daily", True)


def test_its_game_verifies_and_is_kept_with_its_label():
    entries = played_out(opened("abcd" * 4), seed=3)
    replay = replay_of(entries, 1)
    assert replay is not None
    assert replay.contributions == (b"", b"", b"")
    assert verify(replay).ok
    (game,) = finished_games([encode(one) for one in entries])
    assert (game.label, game.given) == ("daily:2026-11-18", True)


def test_tables_of_earlier_versions_have_no_label_and_no_given_deal():
    state = fold(latest([_old()]), _old())
    assert (state.label, state.given) == ("", False)


def _old() -> Any:
    return first_entries(Opened("mindup", SEED.hex(), Settings()), (), lambda: bytes(32))[0]
