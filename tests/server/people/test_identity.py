"""Who a guest is: cookies that cannot be forged, and links that work once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.server.people import identity
from tacit.server.people.identity import LINK_VALID_S, Identity

SECRET = bytes(32)


def test_a_cookie_is_read_with_the_secret():
    person = Identity(SECRET).new()
    cookie = Identity(SECRET).sign(person)
    assert Identity(SECRET).read(cookie) == person
    assert Identity(b"x" * 32).read(cookie) is None


def test_every_guest_is_another():
    known = Identity(SECRET)
    people = {known.new() for _ in range(1000)}
    assert len(people) == 1000
    assert len({known.sign(person) for person in people}) == 1000
    assert all(len(person) >= 22 for person in people), "128 bits"


@pytest.mark.parametrize("cookie", [None, "", ".", "a", "a.", ".a", "a.b", "a" * 10_000, "é.ö"])
def test_what_was_not_signed_here_is_nobody(cookie):
    assert Identity(SECRET).read(cookie) is None


@given(cookie=st.text(st.characters()) | st.text("\udc80\udcff.a"))
def test_any_text_can_be_read_and_is_nobody(cookie):
    assert Identity(SECRET).read(cookie) is None


@given(place=st.integers(0, 54), character=st.characters(codec="ascii"))
def test_a_cookie_with_any_character_changed_is_nobody(place, character):
    known = Identity(SECRET)
    cookie = known.sign("p" * 22)
    assert len(cookie) == 55
    changed = cookie[:place] + character + cookie[place + 1 :]
    assert (known.read(changed) is None) == (changed != cookie)


def test_a_link_works_once():
    known = Identity(SECRET)
    token = known.link("ann", 100.0)
    assert known.redeem(token, 101.0) == "ann"
    assert known.redeem(token, 101.0) is None


def test_a_link_works_soon_or_not_at_all():
    known = Identity(SECRET)
    in_time, late = known.link("ann", 100.0), known.link("bob", 100.0)
    assert known.redeem(in_time, 100.0 + LINK_VALID_S) == "ann"
    assert known.redeem(late, 100.1 + LINK_VALID_S) is None


def test_a_guest_has_one_link_the_last():
    known = Identity(SECRET)
    before, last = known.link("ann", 0.0), known.link("ann", 0.0)
    assert known.look(before, 0.0) is known.redeem(before, 0.0) is None
    assert known.redeem(last, 0.0) == "ann"
    assert known.redeem(known.link("ann", 0.0), 0.0) == "ann"


def test_a_token_made_up_is_nobodys():
    known = Identity(SECRET)
    known.link("ann", 0.0)
    for token in ("", "x" * 24):
        assert known.redeem(token, 0.0) is None


def test_only_so_many_links_are_kept_and_the_oldest_go_first(monkeypatch):
    monkeypatch.setattr(identity, "MOST_LINKS", 3)
    known = Identity(SECRET)
    tokens = [known.link(f"person {number}", 0.0) for number in range(4)]
    assert known.redeem(tokens[0], 0.0) is None
    assert [known.redeem(token, 0.0) for token in tokens[1:]] == [
        "person 1",
        "person 2",
        "person 3",
    ]
