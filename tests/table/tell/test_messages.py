"""What the server says, as it goes over a connection."""

import msgspec
import pytest

from tacit.table.tell.messages import (
    ENCODER,
    Ack,
    Bye,
    Door,
    Gesture,
    No,
    Ping,
    Presence,
    ServerMessage,
    Update,
    Who,
)

WRITTEN = {
    '{"type":"ack","id":"a","version":3}': Ack("a", 3),
    '{"type":"refused","id":"a","key":"k","text":"No."}': No("a", "k", "No."),
    '{"type":"refused","id":"a","key":"k","text":"No.","details":{"card":3}}': No(
        "a", "k", "No.", {"card": 3}
    ),
    '{"type":"gesture","guest":1,"emote":"wave"}': Gesture(1, "wave"),
    '{"type":"ping","n":4}': Ping(4),
    '{"type":"bye","reason":"restart"}': Bye("restart"),
    '{"type":"door","game":"mindup","stage":"lobby","free":2,"spectators":true,"removed":false,'
    '"host":"Ann","players":["Ann"],"bots":["heron"]}': Door(
        "mindup", "lobby", 2, True, False, "Ann", ("Ann",), ("heron",)
    ),
    '{"type":"presence","seats":[{"here":true,"line":"good"}],"deadline":null,"now":5}': Who(
        (Presence(here=True, line="good"),), None, 5
    ),
    '{"type":"update","version":4}': Update(version=4),
    '{"type":"update","version":4,"view":null}': Update(version=4, view=None),
    '{"type":"update","version":4,"view":{"hand":[]},"legal":{},"waiting":[]}': Update(
        version=4, view={"hand": []}, legal={}, waiting=()
    ),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_messages_of_the_server_are_written_as_ever(text):
    assert ENCODER.encode(WRITTEN[text]).decode() == text
    again = msgspec.json.decode(text, type=ServerMessage)
    assert ENCODER.encode(again).decode() == text
