"""docs/protocol.md names every message of a connection."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tacit.bots.registry import MOST_PLAYOUTS, sits_at_tables
from tacit.core.plug import every_game
from tacit.server.http.api.records import NewTable
from tacit.server.watch.messages import Moment, RoomMessage, RoomSaid
from tacit.table.decide.requests import AnyRequest, Emote
from tacit.table.tell.messages import ClientMessage, ServerMessage
from tacit.table.tell.view import HouseView

TEXT = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text()


def tags(union):
    return [one.__struct_config__.tag for one in get_args(union)]


@pytest.mark.parametrize("tag", [*tags(ClientMessage), *tags(ServerMessage), *tags(AnyRequest)])
def test_every_message_and_request_is_described(tag):
    assert f"`{tag}`" in TEXT


@pytest.mark.parametrize(
    "kind", [tag for rules in every_game().values() for tag in tags(rules.Action)]
)
def test_every_action_is_described(kind):
    assert f"`{kind}`" in TEXT


def test_what_is_said_where_a_replay_is_watched_together_is_described():
    text = TEXT.partition("## Watching a replay together")[2].partition("\n## ")[0]
    kinds = (*get_args(RoomSaid), *get_args(RoomMessage))
    named = {*tags(RoomSaid), *tags(RoomMessage), *Moment.__struct_fields__}
    named |= {field for one in kinds for field in one.__struct_fields__}
    assert {name for name in named if f"`{name}`" not in text} == set()


def test_every_field_of_a_request_and_of_the_house_is_named():
    fields = {name for one in get_args(AnyRequest) for name in one.__struct_fields__}
    fields |= set(HouseView.__struct_fields__) | set(get_args(Emote))
    assert {name for name in fields if f"`{name}`" not in TEXT} == set()


def test_the_examples_are_messages():
    lines = [line for line in TEXT.splitlines() if line.startswith('{"type":')]
    assert len(lines) == 5
    for line in lines:
        kind = msgspec.json.decode(line)["type"]
        union = ClientMessage if kind in tags(ClientMessage) else ServerMessage
        read = msgspec.json.decode(
            line, type=dict(zip(tags(union), get_args(union), strict=True))[kind]
        )
        assert read is not None


def test_the_body_that_opens_a_table_is_described_and_its_example_is_one():
    text = TEXT.partition("The body of `POST /api/tables`")[2].partition("\n## ")[0]
    assert [name for name in NewTable.__struct_fields__ if f"`{name}`" not in text] == []
    example = text.partition("```json\n")[2].partition("\n```")[0]
    wanted = msgspec.json.decode(example, type=NewTable)
    assert all(sits_at_tables(bot, wanted.game) for bot in wanted.bots)
    assert f"up to {MOST_PLAYOUTS}" in text


def test_it_says_that_one_play_may_be_in_flight():
    assert "**one play in flight**" in TEXT.partition("## Time")[2].partition("\n## ")[0]
