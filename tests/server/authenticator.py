"""A device that holds a passkey, as far as a site can tell: it makes a key and signs challenges."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """What it says can be changed, to see what a site believes."""

    def __init__(self, origin: str, host: str = "localhost", *, counts: bool = True) -> None:
        self.origin = origin
        self.host = host
        self.counter = 0
        self.flags = PRESENT | VERIFIED
        self.id = secrets.token_bytes(16)
        self.handle: bytes | None = None
        self._counts = counts
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer what a site asks for to add a passkey."""
        self.handle = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        about = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)
        seen = {"fmt": "none", "attStmt": {}, "authData": self._data(self.flags | ATTESTED) + about}
        client = self._client("webauthn.create", options)
        return self._credential(clientDataJSON=client, attestationObject=cbor2.dumps(seen))

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer what a site asks for to know a person again."""
        client, data = self._client("webauthn.get", options), self._data(self.flags)
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._credential(**parts, userHandle=self.handle)

    def _data(self, flags: int) -> bytes:
        self.counter += self._counts
        hashed = hashlib.sha256(self.host.encode()).digest()
        return hashed + bytes([flags]) + self.counter.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _credential(self, **response: bytes | None) -> dict[str, Any]:
        told = {name: text(part) for name, part in response.items() if part is not None}
        key_id = text(self.id)
        return {"id": key_id, "rawId": key_id, "type": "public-key", "response": told}
