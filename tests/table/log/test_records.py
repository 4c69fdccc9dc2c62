"""The log as it is kept: a promise, so every kind of entry stands here as it is written."""

import json

import pytest

from tacit.games.mindup import Pick
from tacit.table.log.records import (
    BotSat,
    CloseCall,
    Configured,
    Contributed,
    Entry,
    Freed,
    GameBegun,
    HostChanged,
    Joined,
    Left,
    Opened,
    Paused,
    Rematched,
    Reminded,
    Removed,
    Renamed,
    Resumed,
    Said,
    Sat,
    Settings,
    StoodIn,
    WantedAgain,
    decode,
    encode,
)
from tests.table.tables import SEED, Desk, started

OPENED = Opened(game="mindup", seed=SEED, settings=Settings())
SETTINGS = (
    '{"objectives":0,"turn_seconds":null,"public":false,'
    '"spectators":true,"show_known":true,"preview":false,"tempo":"usual"}'
)

WRITTEN = {
    '{"kind":"joined","person":"p","name":"Ann"}': Joined(person="p", name="Ann"),
    '{"kind":"contributed","guest":0,"contribution":"ab"}': Contributed(0, "ab"),
    '{"kind":"sat","guest":1,"seat":2}': Sat(guest=1, seat=2),
    '{"kind":"bot-sat","bot":"greedy","seat":2}': BotSat(bot="greedy", seat=2),
    '{"kind":"freed","seat":2}': Freed(seat=2),
    '{"kind":"left","guest":1}': Left(guest=1),
    '{"kind":"removed","guest":1}': Removed(guest=1),
    '{"kind":"renamed","guest":1,"name":"Bob"}': Renamed(guest=1, name="Bob"),
    f'{{"kind":"configured","settings":{SETTINGS}}}': Configured(settings=Settings()),
    '{"kind":"host-changed","guest":1}': HostChanged(guest=1),
    '{"kind":"game-begun"}': GameBegun(),
    '{"kind":"wanted-again","guest":1}': WantedAgain(guest=1),
    '{"kind":"rematched","seed":"00"}': Rematched(seed="00"),
    '{"kind":"paused","guest":0}': Paused(guest=0),
    '{"kind":"resumed","guest":0}': Resumed(guest=0),
    '{"kind":"resumed","at":7}': Resumed(at=7),
    '{"kind":"reminded","at":7}': Reminded(at=7),
    '{"kind":"stood-in","seat":0,"on":true}': StoodIn(seat=0, on=True),
    '{"kind":"said","guest":0,"text":"Hi","at":5}': Said(guest=0, text="Hi", at=5),
    '{"kind":"close-call","seat":0,"card":"W3","behind":12,"compensated":40}': CloseCall(
        0, "W3", 12, 40
    ),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_happens_at_a_table_is_written_as_ever(text):
    line = f'{{"by":"p","id":"7","house":[{text}]}}'.encode()
    entry = Entry(by="p", id="7", house=(WRITTEN[text],))
    assert encode(entry) == line
    assert decode([encode(Entry(house=(OPENED,))), line])[1] == entry


def test_what_a_table_does_by_itself_names_nobody():
    assert encode(Entry(house=(GameBegun(),))) == b'{"house":[{"kind":"game-begun"}]}'


@pytest.mark.parametrize(
    "line",
    [
        f'{{"house":[{{"kind":"opened","game":"mindup","seed":"{SEED}","settings":{SETTINGS}}}]}}',
        f'{{"house":[{{"kind":"opened","game":"mindup","seed":"{SEED}","settings":{{}}}}]}}',
    ],
)
def test_the_first_entry_of_the_first_version_is_read(line):
    assert decode([line.encode()]) == [Entry(house=(OPENED,))]


def test_the_first_entry_says_which_games_events_follow():
    lines = [
        encode(Entry(house=(OPENED,))),
        b'{"by":"p","id":"1","game":[{"kind":"pick","seat":0,"card":7,"at":9}]}',
    ]
    assert decode(lines)[1].game == (Pick(seat=0, card=7, at=9),)


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_whole_log_is_read_as_it_was_written(game):
    desk = started(game, "ann", "bob", "cleo")
    desk.finish()
    assert [encode(entry) for entry in desk.entries()] == desk.log


def test_an_entry_says_who_asked_with_which_message():
    desk = Desk().seat("ann")
    answer = desk.heard("ann").messages[-1]
    entry = json.loads(desk.log[-1])
    assert (entry["by"], entry["id"]) == ("ann", answer.id)
