"""Tokens that browsers keep stay valid: each format signs the same bytes as ever."""

from __future__ import annotations

import hmac
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.server.config import Limits
from tacit.server.http.admin.session import session_signer
from tacit.server.people.challenges import Challenges, Purpose
from tacit.server.people.identity import Identity
from tacit.server.people.invitations import Invitations
from tacit.server.people.passkeys import Passkeys
from tacit.server.people.signer import Signer
from tacit.server.transport.connections import Caller
from tacit.server.watch.rooms import Rooms

SECRET = bytes(range(32))
DRAWN = "1700000300000.drawn"
NOW = 1_700_000_000_000


# Each token below was made by the code before there was one signer.


@pytest.mark.parametrize(
    ("cookie", "device"),
    [
        ("ann-id.4751544dc53c4aff97d515c1c8b28d41", "first"),
        ("ann-id.phone.30c81535fceb7ee12067ea9ce4670453", "phone"),
    ],
)
def test_a_guests_cookie_of_before_is_good(cookie, device):
    known = Identity(SECRET)
    assert known.caller(cookie) == Caller("ann-id", device)
    assert known.sign("ann-id", device) == cookie


@pytest.mark.parametrize(
    ("word", "code", "cookie"),
    [
        ("", "3f1d80e0b8db34b943e4a090", "6f885de49a50eec008d5e4dd"),
        ("word", "99a32bb3679716ddef630619", "0733501f2412a769480f3fb9"),
    ],
)
def test_an_invitation_of_before_is_good(word, code, cookie):
    invitations = Invitations(SECRET, word)
    assert (invitations.code, invitations.cookie_of("ann-id")) == (code, cookie)
    assert invitations.is_code(code)
    assert invitations.is_cookie(cookie, "ann-id")
    assert not invitations.is_cookie(cookie, "bob-id")


@pytest.mark.parametrize(
    ("purpose", "signature"),
    [
        (
            Purpose("add", "play.example", "ann-id"),
            "76a0deca910e7e276cfd902762eb98e7316e1a92607e5bef9454e7c69db8dc78",
        ),
        (
            Purpose("find", "play.example"),
            "a09ec10c68d219ce2f190e1433c2cc1256536a95d016ada3f45867f82652c3d1",
        ),
    ],
)
def test_a_challenge_of_before_is_good_for_its_purpose(purpose, signature):
    challenges, ticket = Challenges(SECRET), f"{DRAWN}.{signature}"
    assert challenges.until(ticket, purpose, NOW) == 1_700_000_300_000
    assert challenges.until(ticket, purpose._replace(doing="forget"), NOW) is None
    assert challenges.until(ticket, purpose, 1_700_000_300_001) is None


def test_a_session_of_the_host_of_before_is_good():
    session = "1700000300000.e394d74310f84034fe12ef22c487daca780a99254be18767a1703eff012fb040"
    assert session_signer(SECRET, "let-me-in").read(session) == "1700000300000"
    assert session_signer(SECRET, "another-token").read(session) is None


def test_the_name_of_a_room_of_before_is_good():
    rooms = Rooms(SECRET, Limits(), None, None)
    assert rooms._is_name("calm-otter", 2, "drawn-drawn-drawir3IA9EwDJJhnchV")
    assert not rooms._is_name("calm-otter", 3, "drawn-drawn-drawir3IA9EwDJJhnchV")


def test_a_device_knows_a_guest_by_the_same_handle_as_before():
    passkeys = Passkeys(SimpleNamespace(secret=lambda _: SECRET), lambda: NOW)
    handle = "d5624dc5872ee0e9f6d4fafd1fc48f69a44072485b96ae36030f8536ae811310"
    assert passkeys._handle("ann-id").hex() == handle


@given(text=st.text(st.characters()))
def test_a_token_is_good_for_one_purpose(text):
    one, other = Signer(SECRET, "guest "), Signer(SECRET, "admin ")
    assert one.read(one.token(text)) == text
    assert other.read(one.token(text)) is None


@given(text=st.text(st.characters()), token=st.text(st.characters()))
def test_any_text_can_be_read_and_is_no_token(text, token):
    signer = Signer(SECRET, "test ", 32)
    assert signer.read(token) is None
    assert not signer.is_signed(text, token)
    digest = hmac.digest(SECRET, b"test " + text.encode(errors="surrogatepass"), "sha256")
    assert signer.sign(text) == digest.hex()[:32]
