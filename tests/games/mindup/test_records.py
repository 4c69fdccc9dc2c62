"""What is written to a log, and that nothing in it can be altered."""

from __future__ import annotations

import msgspec
import pytest

from tacit.games.mindup import (
    Action,
    Dealt,
    Event,
    GameEnded,
    Pick,
    Picked,
    Revealed,
    RoundBegun,
    RoundEnded,
    Score,
    Settings,
    Sight,
    TakeBack,
    initial,
    view,
)
from tests.games.mindup.tables import PLAIN


def kind(record):
    """Name a case after the record it is about."""
    return type(record).__name__ if isinstance(record, msgspec.Struct) else ""


WRITTEN = [
    (Pick(seat=1, card=5, at=900), b'{"kind":"pick","seat":1,"card":5,"at":900}'),
    (Pick(seat=0, card=60), b'{"kind":"pick","seat":0,"card":60}'),
    (TakeBack(seat=2, at=7), b'{"kind":"take-back","seat":2,"at":7}'),
    (TakeBack(seat=0), b'{"kind":"take-back","seat":0}'),
    (
        RoundBegun(
            round=2,
            order=(1, 5, 2, 4, 3),
            objectives=(6, 9),
            row=(6, 13, 20),
            drawn=((60,), (59,), (58,)),
        ),
        (
            b'{"kind":"round-begun","round":2,"order":[1,5,2,4,3],"objectives":[6,9],'
            b'"row":[6,13,20],"drawn":[[60],[59],[58]]}'
        ),
    ),
    (
        Revealed(plays=(3, 2, 1), taken=(58, 50, 40)),
        b'{"kind":"revealed","plays":[3,2,1],"taken":[58,50,40]}',
    ),
    (
        RoundEnded(last=(7,), scores=(Score(columns=(4,), bonuses=(-1,), objectives=(2, 0)),)),
        (
            b'{"kind":"round-ended","last":[7],'
            b'"scores":[{"columns":[4],"bonuses":[-1],"objectives":[2,0]}]}'
        ),
    ),
    (
        GameEnded(totals=(86, 89, 86), places=(2, 1, 3)),
        b'{"kind":"game-ended","totals":[86,89,86],"places":[2,1,3]}',
    ),
]

SEEN = [
    (Picked(seat=1, at=900), b'{"kind":"picked","seat":1,"at":900}'),
    (Picked(seat=1), b'{"kind":"picked","seat":1}'),
    (
        Dealt(round=1, order=(2, 4, 1, 5, 3), objectives=(), row=(22, 23, 24), drawn=(4, 9)),
        (
            b'{"kind":"dealt","round":1,"order":[2,4,1,5,3],"objectives":[],'
            b'"row":[22,23,24],"drawn":[4,9]}'
        ),
    ),
]


@pytest.mark.parametrize(("event", "line"), WRITTEN, ids=kind)
def test_an_event_is_one_line_of_json_and_reads_back(event, line):
    assert msgspec.json.encode(event) == line
    assert msgspec.json.decode(line, type=Event) == event


@pytest.mark.parametrize(("sight", "line"), SEEN, ids=kind)
def test_a_sight_is_one_line_of_json_and_reads_back(sight, line):
    assert msgspec.json.encode(sight) == line
    assert msgspec.json.decode(line, type=Sight) == sight


def test_what_comes_without_a_time_came_at_the_start():
    assert [Pick(0, 1).at, TakeBack(0).at, Picked(0).at] == [0, 0, 0]


def test_only_a_pick_and_a_take_back_are_actions():
    assert msgspec.json.decode(b'{"kind":"pick","seat":1,"card":5}', type=Action) == Pick(1, 5)
    assert msgspec.json.decode(b'{"kind":"take-back","seat":1}', type=Action) == TakeBack(1)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"kind":"game-ended","totals":[],"places":[]}', type=Action)


@pytest.mark.parametrize(
    ("record", "field"),
    [
        *((event, event.__struct_fields__[0]) for event, _ in WRITTEN + SEEN),
        (Score((1,), (), ()), "columns"),
        (Settings(players=3), "players"),
        (PLAIN, "deck"),
        (initial(PLAIN), "hands"),
        (view(initial(PLAIN), None), "hand"),
    ],
    ids=kind,
)
def test_nothing_that_happened_can_be_altered(record, field):
    with pytest.raises(AttributeError):
        setattr(record, field, None)
