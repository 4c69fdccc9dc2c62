"""Erasing a person from the log of a group or an evening."""

import msgspec

from tacit.club.erasure import ERASED_NAME, without

LOG = [
    b'{"kind":"opened","person":"ann-id","name":"Ann","title":"Fridays","mark":{"face":3}}',
    b'{"kind":"joined","person":"bob-id","name":"Bob"}',
    b'{"kind":"seated","tables":[["ann-id","bob-id"]],"points":{"ann-id":3}}',
]


def test_an_alias_replaces_a_person_wherever_their_id_stands():
    changed = without(LOG, "ann-id", "alias")
    assert set(changed) == {1, 3}
    assert b"ann" not in b"".join(changed.values()).lower()
    assert msgspec.json.decode(changed[1])["name"] == ERASED_NAME
    assert "mark" not in msgspec.json.decode(changed[1])
    assert msgspec.json.decode(changed[3]) == {
        "kind": "seated",
        "tables": [["alias", "bob-id"]],
        "points": {"alias": 3},
    }


def test_others_keep_their_names():
    assert without(LOG, "cy-id", "alias") == {}
    assert b"Bob" not in without(LOG, "bob-id", "alias")[2]
