"""Passkeys: people prove with a key of their device that they are who they were. No password.

What the library makes of a stranger's bytes is done in another thread, and everything it does not
like is the same answer: no.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tacit.server.people.challenges import Challenges, Purpose, challenge_of
from tacit.server.people.signer import Signer
from tacit.store import Passkey, Store
from tacit.table.log.records import PersonId

MOST = 10
"""Passkeys of one person."""
_LONGEST_KEY = 2048
"""Bytes of a public key; the largest in use have a fourth of it."""
_LONGEST_ID = 1023
"""Bytes of an id, as the standard has it."""
_TIMEOUT = 120_000
"""Milliseconds a browser gives people to answer."""

Credential = dict[str, Any]
"""What a browser answers, as JSON."""


class Place(NamedTuple):
    """Where a browser is: the page's origin, and the host's name in it, to which keys belong."""

    origin: str
    host: str


def place_of(origin: str | None) -> Place | None:
    """Return where a page is; None where no browser has passkeys.

    >>> place_of("https://play.example:8443")
    Place(origin='https://play.example:8443', host='play.example')
    >>> place_of("http://localhost:8000").host
    'localhost'
    >>> place_of("http://play.example"), place_of("https://192.168.1.5"), place_of(None)
    (None, None, None)
    """
    try:
        parts = urlsplit(origin or "")
        host = parts.hostname or ""
    except ValueError:
        return None
    at_home = host == "localhost" or host.endswith(".localhost")
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and at_home)):
        return None
    try:
        ip_address(host)
    except ValueError:
        return Place(origin or "", host)
    return None


class Unproven(Exception):
    """What came is no proof."""


class TooLate(Exception):
    """The challenge is too old, was answered, or was another's."""


class Passkeys:
    """Adds passkeys to people, and finds people by their passkeys."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        secret = store.secret("passkeys")
        self._store = store
        self._clock = clock
        self._handles = Signer(secret, "handle ")
        self._challenges = Challenges(secret)

    async def ask_to_add(self, person: PersonId, name: str, place: Place) -> tuple[str, bytes]:
        """Return a ticket, and what a browser needs to make somebody a passkey, as JSON."""
        mine = await asyncio.to_thread(self._store.passkeys, person)
        there = [one.id for one in mine if one.host == place.host]
        ticket = self._challenges.make(Purpose("add", place.host, person), self._clock())
        options = await asyncio.to_thread(
            _creation, self._handle(person), name or "Tacit", place, challenge_of(ticket), there
        )
        return ticket, options

    async def add(
        self, person: PersonId, credential: Credential, ticket: str, place: Place, label: str
    ) -> bool:
        """Add a passkey to somebody; False if somebody has it already."""
        now = self._clock()
        until = self._challenges.until(ticket, Purpose("add", place.host, person), now)
        if until is None:
            raise TooLate
        challenge = challenge_of(ticket)
        made = await asyncio.to_thread(_verified_new, credential, challenge, place)
        if not await asyncio.to_thread(self._store.spend, challenge, until, now):
            raise TooLate
        key_id, key, counter = made
        passkey = Passkey(key_id, person, key, counter, place.host, label, now, now)
        return await asyncio.to_thread(self._store.keep_passkey, passkey)

    async def ask_who(self, place: Place) -> tuple[str, bytes]:
        """Return a ticket, and what a browser needs to let people choose a passkey, as JSON."""
        ticket = self._challenges.make(Purpose("find", place.host), self._clock())
        return ticket, await asyncio.to_thread(_request, place, challenge_of(ticket))

    async def find(self, credential: Credential, ticket: str, place: Place) -> PersonId:
        """Return who proved to be there; Unproven if nobody did."""
        now = self._clock()
        until = self._challenges.until(ticket, Purpose("find", place.host), now)
        if until is None:
            raise TooLate
        known = await asyncio.to_thread(self._known, credential)
        if known is None or known.host != place.host:
            raise Unproven
        challenge = challenge_of(ticket)
        counter = await asyncio.to_thread(_verified_use, credential, challenge, place, known)
        handle = _handle_in(credential)
        if handle is not None and not hmac.compare_digest(handle, self._handle(known.person)):
            raise Unproven
        if not await asyncio.to_thread(self._store.spend, challenge, until, now):
            raise TooLate
        # A counter that does not move on is the mark of a copied key, or of an answer sent twice.
        if not await asyncio.to_thread(self._store.use_passkey, known.id, counter, now):
            raise Unproven
        return PersonId(known.person)

    def _known(self, credential: Credential) -> Passkey | None:
        key_id = from_text(credential.get("rawId"))
        return None if key_id is None else self._store.passkey(key_id)

    def _handle(self, person: str) -> bytes:
        """Return what a device calls somebody: always the same, and not what the site does."""
        return self._handles.digest(person)


def _creation(
    handle: bytes, name: str, place: Place, challenge: bytes, there: list[bytes]
) -> bytes:
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = generate_registration_options(
        rp_id=place.host,
        rp_name="Tacit",
        user_id=handle,
        user_name=name,
        challenge=challenge,
        timeout=_TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one) for one in there],
    )
    return options_to_json(options).encode()


def _request(place: Place, challenge: bytes) -> bytes:
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = generate_authentication_options(
        rp_id=place.host,
        challenge=challenge,
        timeout=_TIMEOUT,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return options_to_json(options).encode()


def _verified_new(
    credential: Credential, challenge: bytes, place: Place
) -> tuple[bytes, bytes, int]:
    from webauthn import verify_registration_response  # noqa: PLC0415

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as no:  # whatever a stranger's bytes do to the library
        raise Unproven from no
    key_id, key = made.credential_id, made.credential_public_key
    if not 1 <= len(key_id) <= _LONGEST_ID or len(key) > _LONGEST_KEY:
        raise Unproven
    return key_id, key, made.sign_count


def _verified_use(credential: Credential, challenge: bytes, place: Place, known: Passkey) -> int:
    """Return the key's counter."""
    from webauthn import verify_authentication_response  # noqa: PLC0415

    try:
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=known.key,
            credential_current_sign_count=known.counter,
        )
    except Exception as no:  # as above
        raise Unproven from no
    return used.new_sign_count


def _handle_in(credential: Credential) -> bytes | None:
    """Return what the device calls its owner, if it says so."""
    said = credential["response"].get("userHandle")
    return None if said is None else from_text(said) or b""


def to_text(key_id: bytes) -> str:
    """Return bytes as they go over the line.

    >>> to_text(b"\\xff\\xfe"), from_text("__4")
    ('__4', b'\\xff\\xfe')
    """
    return base64.urlsafe_b64encode(key_id).rstrip(b"=").decode()


def from_text(text: object) -> bytes | None:
    """Return bytes that came over the line; None if there are none in it."""
    try:
        return base64.urlsafe_b64decode(f"{text}==".encode())
    except ValueError:
        return None
