"""Passkeys: a guest signs in with a key of a device. No password.

The WebAuthn library reads untrusted bytes in a worker thread, and every failure is the same answer.
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

MOST_PASSKEYS = 10
"""Passkeys of a guest, at most."""
_MAX_KEY_BYTES = 2048
"""Four times the largest public key in use."""
_MAX_ID_BYTES = 1023
"""The standard's own limit."""
_TIMEOUT_MS = 120_000
"""How long a browser waits for the user."""

Credential = dict[str, Any]
"""What a browser answers, as JSON."""


class RelyingParty(NamedTuple):
    """The origin of a page, and its host name: keys belong to the latter (the relying party)."""

    origin: str
    host: str


def relying_party(origin: str | None) -> RelyingParty | None:
    """Return the relying party of an origin; None where no browser offers passkeys.

    >>> relying_party("https://play.example:8443")
    RelyingParty(origin='https://play.example:8443', host='play.example')
    >>> relying_party("http://localhost:8000").host
    'localhost'
    >>> [relying_party(one) for one in ("http://play.example", "https://192.168.1.5", None)]
    [None, None, None]
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
        return RelyingParty(origin or "", host)
    return None


class Unproven(Exception):
    """The credential proves nothing."""


class TooLate(Exception):
    """The challenge has expired, was answered before, or was another guest's."""


class Passkeys:
    """Adds passkeys to guests, and finds guests by their passkeys."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        secret = store.secret("passkeys")
        self._store = store
        self._clock = clock
        self._handles = Signer(secret, "handle ")
        self._challenges = Challenges(secret)

    async def ask_to_add(
        self, person: PersonId, name: str, party: RelyingParty
    ) -> tuple[str, bytes]:
        """Return a ticket, and the creation options for the browser as JSON."""
        mine = await asyncio.to_thread(self._store.passkeys, person)
        there = [one.id for one in mine if one.host == party.host]
        ticket = self._challenges.make(Purpose("add", party.host, person), self._clock())
        options = await asyncio.to_thread(
            _creation, self._handle(person), name or "Tacit", party, challenge_of(ticket), there
        )
        return ticket, options

    async def add(
        self, person: PersonId, credential: Credential, ticket: str, party: RelyingParty, label: str
    ) -> bool:
        """Add a passkey to a guest; False if it is in use already."""
        now = self._clock()
        until = self._challenges.until(ticket, Purpose("add", party.host, person), now)
        if until is None:
            raise TooLate
        challenge = challenge_of(ticket)
        made = await asyncio.to_thread(_verified_new, credential, challenge, party)
        if not await asyncio.to_thread(self._store.spend, challenge, until, now):
            raise TooLate
        key_id, key, counter = made
        passkey = Passkey(key_id, person, key, counter, party.host, label, now, now)
        return await asyncio.to_thread(self._store.keep_passkey, passkey)

    async def ask_who(self, party: RelyingParty) -> tuple[str, bytes]:
        """Return a ticket, and the request options for the browser as JSON."""
        ticket = self._challenges.make(Purpose("find", party.host), self._clock())
        return ticket, await asyncio.to_thread(_request, party, challenge_of(ticket))

    async def find(self, credential: Credential, ticket: str, party: RelyingParty) -> PersonId:
        """Return the guest whose passkey signed the challenge; Unproven if none did."""
        now = self._clock()
        until = self._challenges.until(ticket, Purpose("find", party.host), now)
        if until is None:
            raise TooLate
        known = await asyncio.to_thread(self._known, credential)
        if known is None or known.host != party.host:
            raise Unproven
        challenge = challenge_of(ticket)
        counter = await asyncio.to_thread(_verified_use, credential, challenge, party, known)
        handle = _handle_in(credential)
        if handle is not None and not hmac.compare_digest(handle, self._handle(known.person)):
            raise Unproven
        if not await asyncio.to_thread(self._store.spend, challenge, until, now):
            raise TooLate
        # A counter that does not increase is the mark of a copied key, or of an answer sent twice.
        if not await asyncio.to_thread(self._store.use_passkey, known.id, counter, now):
            raise Unproven
        return PersonId(known.person)

    def _known(self, credential: Credential) -> Passkey | None:
        key_id = from_text(credential.get("rawId"))
        return None if key_id is None else self._store.passkey(key_id)

    def _handle(self, person: str) -> bytes:
        """Return the id under which a device knows a guest: stable, and not the site's own id."""
        return self._handles.digest(person)


def _creation(
    handle: bytes, name: str, party: RelyingParty, challenge: bytes, there: list[bytes]
) -> bytes:
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = generate_registration_options(
        rp_id=party.host,
        rp_name="Tacit",
        user_id=handle,
        user_name=name,
        challenge=challenge,
        timeout=_TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one) for one in there],
    )
    return options_to_json(options).encode()


def _request(party: RelyingParty, challenge: bytes) -> bytes:
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = generate_authentication_options(
        rp_id=party.host,
        challenge=challenge,
        timeout=_TIMEOUT_MS,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return options_to_json(options).encode()


def _verified_new(
    credential: Credential, challenge: bytes, party: RelyingParty
) -> tuple[bytes, bytes, int]:
    from webauthn import verify_registration_response  # noqa: PLC0415

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
        )
    except Exception as no:  # untrusted bytes may raise anything in the library
        raise Unproven from no
    key_id, key = made.credential_id, made.credential_public_key
    if not 1 <= len(key_id) <= _MAX_ID_BYTES or len(key) > _MAX_KEY_BYTES:
        raise Unproven
    return key_id, key, made.sign_count


def _verified_use(
    credential: Credential, challenge: bytes, party: RelyingParty, known: Passkey
) -> int:
    """Return the new signature counter."""
    from webauthn import verify_authentication_response  # noqa: PLC0415

    try:
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            credential_public_key=known.key,
            credential_current_sign_count=known.counter,
        )
    except Exception as no:  # as above
        raise Unproven from no
    return used.new_sign_count


def _handle_in(credential: Credential) -> bytes | None:
    """Return the id under which the device knows its owner, if the credential has one."""
    said = credential["response"].get("userHandle")
    return None if said is None else from_text(said) or b""


def to_text(key_id: bytes) -> str:
    """Return bytes as base64url, as WebAuthn's JSON has them.

    >>> to_text(b"\\xff\\xfe"), from_text("__4")
    ('__4', b'\\xff\\xfe')
    """
    return base64.urlsafe_b64encode(key_id).rstrip(b"=").decode()


def from_text(text: object) -> bytes | None:
    """Return the bytes of a base64url text; None if it is none."""
    try:
        return base64.urlsafe_b64decode(f"{text}==".encode())
    except ValueError:
        return None
