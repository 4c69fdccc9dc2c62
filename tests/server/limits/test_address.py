"""Who counts as one, as far as limits are concerned."""

from __future__ import annotations

import pytest

from tacit.server.limits.address import last_hop, limit_key


def test_an_ipv4_address_is_one_place():
    assert limit_key("203.0.113.5") == "203.0.113.5"
    assert limit_key("203.0.113.5") != limit_key("203.0.113.6")


def test_all_addresses_of_an_ipv6_network_are_one_place():
    places = {limit_key(f"2001:db8:0:7:{host:x}::{host:x}") for host in range(1, 200)}
    assert len(places) == 1
    assert limit_key("2001:db8:0:8::1") not in places


def test_ipv4_written_as_ipv6_is_ipv4():
    assert limit_key("::ffff:203.0.113.5") == "203.0.113.5"
    assert limit_key("::FFFF:CB00:7105") == "203.0.113.5"


def test_the_zone_of_a_local_address_does_not_matter():
    assert limit_key("fe80::1%eth0") == limit_key("fe80::2%eth1")


@pytest.mark.parametrize("text", ["", "unknown", "203.0.113", "1.2.3.4.5", "x" * 1000, "::g"])
def test_what_is_no_address_is_none(text):
    assert limit_key(text) is None


@pytest.mark.parametrize(
    ("lines", "hop"),
    [
        ([], None),
        (["203.0.113.5"], "203.0.113.5"),
        (["1.1.1.1, 203.0.113.5"], "203.0.113.5"),
        (["1.1.1.1", "2.2.2.2 ,203.0.113.5 "], "203.0.113.5"),
        (["203.0.113.5:4711"], "203.0.113.5"),
        (["[2001:db8::1]:443"], "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1"),
    ],
)
def test_the_last_hop_of_the_last_line_is_the_proxys_own(lines, hop):
    assert last_hop(lines) == hop
