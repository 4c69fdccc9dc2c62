"""Every request: who may make it, at which stage, and what the answer is."""

from functools import cache

import msgspec
import pytest

from tacit.core.mark import Mark
from tacit.table.decide.context import NOT_HERE
from tacit.table.decide.requests import (
    Act,
    AddBot,
    ChooseMark,
    ClaimHost,
    Configure,
    Contribute,
    Free,
    Join,
    Leave,
    PassHost,
    Pause,
    Rematch,
    Remove,
    Rename,
    Resume,
    Say,
    Show,
    Sit,
    Stand,
    StandIn,
    Start,
)
from tacit.table.log.records import Settings
from tacit.table.outputs import Answered
from tacit.table.tell.messages import Ack, Do, Hello, No, Pong, read
from tests.table.tables import Desk, act, pick

ROLES = {"host": "ann", "player": "bob", "spectator": "dora", "outsider": "eve", "gone": "fay"}
STAGES = ("lobby", "playing", "over")

TEXTS = {
    "not-here": "Come to the table first.",
    "host-only": "Only the host may do that.",
    "in-game": "That is only possible before a game.",
    "no-game": "There is no game in progress.",
    "not-sitting": "You are not sitting.",
    "not-over": "The game is not over.",
    "not-paused": "The game is not paused.",
    "host-here": "The host is here.",
    "not-away": "That player is here.",
    "watching": "You are not playing.",
}


@cache
def log_at(stage):
    """The log of a table of Mind Up! with three players, a bot, a spectator, and one gone."""
    desk = Desk(thinking=True).seat("ann", "bob", "cleo")
    desk.must("ann", AddBot(seat=3, bot="greedy"))
    for person in ("dora", "fay"):
        desk.connect(person)
        desk.must(person, Join(name=person, watch=True))
    desk.must("fay", Leave())
    if stage != "lobby":
        desk.must("ann", Start())
    if stage == "over":
        desk.finish()
    assert desk.state.stage == stage
    return tuple(desk.log)


def table_at(stage):
    desk = Desk(log=list(log_at(stage)))
    for person in ("ann", "bob", "cleo", "dora", "eve", "fay"):
        desk.connect(person)
    return desk


OK = "ok"


def same(*answers):
    """The same answers at every stage."""
    return (answers,) * 3


# By stage (lobby, playing, over), the answers to host, player and spectator.
ANSWERS = {
    Contribute(contribution="ab"): ((OK, OK, OK), *(("in-game",) * 3,) * 2),
    Sit(seat=5): ((OK, OK, OK), *(("in-game",) * 3,) * 2),
    Stand(): ((OK, OK, "not-sitting"), *(("in-game",) * 3,) * 2),
    Leave(): same(OK, OK, OK),
    Rename(name="Zed"): same(OK, OK, OK),
    ChooseMark(mark=Mark(1, 2, 3)): ((OK,) * 3, ("in-game",) * 3, (OK,) * 3),
    Configure(settings=Settings(public=True)): same(OK, "host-only", "host-only"),
    AddBot(seat=4, bot="greedy"): (
        (OK, "host-only", "host-only"),
        *(("in-game", "host-only", "host-only"),) * 2,
    ),
    Free(seat=3): (
        (OK, "host-only", "host-only"),
        *(("in-game", "host-only", "host-only"),) * 2,
    ),
    Remove(guest=3): same(OK, "host-only", "host-only"),
    PassHost(guest=1): same(OK, "host-only", "host-only"),
    ClaimHost(): same(*("host-here",) * 3),
    Start(): ((OK, "host-only", "host-only"), *(("in-game", "host-only", "host-only"),) * 2),
    Rematch(go=True): (
        *(("not-over",) * 3,) * 2,
        (OK, "host-only", "not-sitting"),
    ),
    Rematch(): (*(("not-over",) * 3,) * 2, (OK, OK, "not-sitting")),
    Pause(): (("no-game",) * 3, (OK, OK, "not-sitting"), ("no-game",) * 3),
    Resume(): (
        ("no-game",) * 3,
        ("not-paused", "not-paused", "not-sitting"),
        ("no-game",) * 3,
    ),
    StandIn(seat=1): (
        ("no-game", "host-only", "host-only"),
        ("not-away", "host-only", "host-only"),
        ("no-game", "host-only", "host-only"),
    ),
    Say(text="Hello"): same(OK, OK, OK),
    Show(emote="wave"): same(OK, OK, OK),
}
CASES = [
    pytest.param(request, stage, role, answer, id=f"{type(request).__name__}-{stage}-{role}")
    for request, by_stage in ANSWERS.items()
    for stage, answers in zip(STAGES, by_stage, strict=True)
    for role, answer in zip(ROLES, (*answers, "not-here", "not-here"), strict=True)
]


@pytest.mark.parametrize(("request_", "stage", "role", "expected"), CASES)
def test_who_may_ask_what_and_when(request_, stage, role, expected):
    desk = table_at(stage)
    before = desk.state
    answer = desk.do(ROLES[role], request_)
    if expected == OK:
        assert answer == Ack(id=answer.id, version=desk.table.version)
        desk.check_copies()
    else:
        assert answer == No(id=answer.id, key=expected, text=TEXTS[expected])
        assert desk.state == before


@pytest.mark.parametrize(
    ("stage", "role", "expected"),
    [
        ("lobby", "host", "no-game"),
        ("lobby", "player", "no-game"),
        ("lobby", "spectator", "watching"),
        ("lobby", "outsider", "not-here"),
        ("playing", "host", OK),
        ("playing", "player", OK),
        ("playing", "spectator", "watching"),
        ("playing", "outsider", "not-here"),
        ("over", "host", "no-game"),
        ("over", "player", "no-game"),
        ("over", "spectator", "watching"),
        ("over", "outsider", "not-here"),
    ],
)
def test_who_may_act_in_the_game_and_when(stage, role, expected):
    desk = table_at(stage)
    person = ROLES[role]
    card = desk.hand(person)[0] if expected == OK else 1
    answer = desk.do(person, pick(card))
    if expected == OK:
        assert answer == Ack(id=answer.id, version=desk.table.version)
    else:
        assert answer == No(id=answer.id, key=expected, text=TEXTS[expected])


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ROLES)
def test_anybody_may_join_or_join_again(stage, role):
    desk = table_at(stage)
    person = ROLES[role]
    sat = desk.seat_of(person)
    desk.must(person, Join(name="Newcomer", contribution="ff"))
    assert desk.copy(person).house["seat"] == desk.seat_of(person)
    if sat is not None:
        assert desk.seat_of(person) == sat
    elif stage == "lobby":
        assert desk.seat_of(person) == 4
    else:
        assert desk.seat_of(person) is None
    desk.check_copies()


def test_a_visitor_who_has_not_joined_uses_up_nobodys_limit():
    charged = []

    def may(_line, person, _request):
        charged.append(person)

    desk = Desk().seat("ann")
    desk.table._dispatcher._may = may
    desk.connect("stranger")
    for request in (Sit(seat=1), Say(text="Hey"), Pause(), act("pick", card=3)):
        assert desk.refused("stranger", request) == "not-here"
    assert charged == []
    desk.do("ann", Sit(seat=1))
    assert charged == ["ann"]


def test_refusals_can_be_counted():
    desk = table_at("lobby")
    desk.do("bob", Start())
    desk.do("eve", Leave())
    counted = [
        output.refused.key
        for output in desk.outputs
        if isinstance(output, Answered) and output.refused
    ]
    assert counted == ["host-only", "not-here"]


# As they come over a connection.

WRITTEN = {
    '{"do":"join","name":"Ann"}': Join(name="Ann"),
    '{"do":"join","name":"Ann","contribution":"ab","watch":true}': Join("Ann", "ab", watch=True),
    '{"do":"contribute","contribution":"ab"}': Contribute("ab"),
    '{"do":"sit","seat":2}': Sit(2),
    '{"do":"stand"}': Stand(),
    '{"do":"leave"}': Leave(),
    '{"do":"rename","name":"Bob"}': Rename("Bob"),
    '{"do":"configure","settings":{"objectives":2,"turn_seconds":30}}': Configure(
        Settings(objectives=2, turn_seconds=30)
    ),
    '{"do":"add-bot","seat":1,"bot":"greedy"}': AddBot(1, "greedy"),
    '{"do":"free","seat":1}': Free(1),
    '{"do":"remove","guest":1}': Remove(1),
    '{"do":"pass-host","guest":1}': PassHost(1),
    '{"do":"claim-host"}': ClaimHost(),
    '{"do":"start"}': Start(),
    '{"do":"rematch"}': Rematch(),
    '{"do":"rematch","go":true}': Rematch(go=True),
    '{"do":"pause"}': Pause(),
    '{"do":"resume"}': Resume(),
    '{"do":"stand-in","seat":1}': StandIn(1),
    '{"do":"say","text":"Hi"}': Say("Hi"),
    '{"do":"show","emote":"clap"}': Show("clap"),
    '{"do":"act","action":{"kind":"pick","card":7}}': Act({"kind": "pick", "card": 7}),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_request_is_read_from_json(text):
    assert read(f'{{"type":"do","id":"a","request":{text}}}') == Do("a", WRITTEN[text])


def test_the_other_messages_of_a_client_are_read_from_json():
    assert read(b'{"type":"hello","protocol":1,"version":7}') == Hello(protocol=1, version=7)
    assert read(b'{"type":"hello","protocol":1}') == Hello(protocol=1)
    assert read('{"type":"pong","n":3}') == Pong(n=3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"do","id":"a"}',
        '{"type":"do","id":1,"request":{"do":"leave"}}',
        '{"type":"do","id":"a","request":{"do":"explode"}}',
        '{"type":"do","id":"a","request":{"do":"sit","seat":"2"}}',
        '{"type":"do","id":"a","request":{"do":"show","emote":"insult"}}',
        '{"type":"do","id":"a","request":{"do":"configure","settings":{"cheat":true}}}',
        '{"type":"update","version":1}',
        '{"type":"pong","n":"3"}',
    ],
)
def test_what_is_no_message_is_refused_by_the_reader(text):
    with pytest.raises(msgspec.DecodeError):
        read(text)


# Context without a line.


def test_a_request_without_a_line_is_answered_when_it_is_durable_and_told_to_nobody_else():
    desk = Desk("mindup").seat("ann")
    desk.saving = False
    desk.table.ask("bob", Join(name="Bob"), "over-http", desk.now)
    desk.pump()
    assert not any(isinstance(one, Answered) and one.id == "over-http" for one in desk.outputs)
    desk.saving = True
    desk.save()
    (answered,) = [one for one in desk.outputs if getattr(one, "id", None) == "over-http"]
    assert (answered.do, answered.refused) == ("join", None)
    desk.table.ask("eve", Start(), "not-here", desk.now)
    desk.pump()
    assert desk.outputs[-1] == Answered("start", "not-here", NOT_HERE)
