"""The lobby that nodes tell each other of."""

import msgspec

from tacit.server.tables.lobby import Lobby


def test_nodes_of_earlier_versions_read_and_write_the_surplus_as_rest():
    assert msgspec.json.encode(Lobby()) == b'{"first":[],"rest":[]}'
    assert msgspec.json.decode(b'{"first":[],"rest":[]}', type=Lobby) == Lobby()
