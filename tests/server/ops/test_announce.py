"""What the host sees when the site has started."""

from __future__ import annotations

import pytest

from tacit.server.ops import announce
from tacit.server.ops.announce import announcement, lan_address, qr_code

BLOCKS = set("█▀▄ \n\u00a0")


@pytest.fixture
def lan(monkeypatch):
    """Be on a network, as one address or none."""

    def be_at(address):
        monkeypatch.setattr(announce, "lan_address", lambda: address)

    be_at("192.0.2.7")
    return be_at


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_a_site_for_everybody_tells_its_address_and_shows_a_code(lan, host):
    text = announcement(host, 8000)
    assert "http://localhost:8000" in text
    assert "http://192.0.2.7:8000" in text
    assert qr_code("http://192.0.2.7:8000") in text


def test_without_a_network_there_is_no_code(lan):
    lan(None)
    text = announcement("0.0.0.0", 8000)
    assert "http://localhost:8000" in text
    assert "network" not in text
    assert not set(text) & {"█", "▀", "▄"}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_site_for_this_machine_only_tells_nothing_else(lan, host):
    assert "192.0.2.7" not in announcement(host, 8000)


def test_a_site_on_one_address_tells_that_one(lan):
    text = announcement("198.51.100.3", 99)
    assert "http://198.51.100.3:99" in text
    assert "192.0.2.7" not in text


def test_it_says_how_to_stop(lan):
    assert "Ctrl+C" in announcement("0.0.0.0", 8000)


def test_a_code_is_made_of_blocks_and_differs_by_address():
    one, other = qr_code("http://192.0.2.7:8000"), qr_code("http://192.0.2.8:8000")
    assert set(one) <= BLOCKS
    assert one != other
    widths = {len(line) for line in one.splitlines()}
    assert len(widths) == 1
    assert widths.pop() < 80


class Probe:
    """A socket that says it is somewhere."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _to: tuple[str, int]) -> None:
        if self._address is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self._address, 9


@pytest.mark.parametrize(
    ("address", "told"), [("192.0.2.7", "192.0.2.7"), ("127.0.1.1", None), (None, None)]
)
def test_the_address_on_the_network_is_the_one_the_way_out_has(monkeypatch, address, told):
    monkeypatch.setattr(announce.socket, "socket", lambda *_: Probe(address))
    assert lan_address() == told
