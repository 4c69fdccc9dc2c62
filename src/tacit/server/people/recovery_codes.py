"""Recovery codes: a hundred random bits that a guest can write down and read aloud.

>>> code = new_code()
>>> len(code), code.count("-")
(24, 4)
>>> fingerprint(code) == fingerprint(code.lower().replace("-", " "))
True
>>> fingerprint("0O1I-LLLL-0000-0000-0000") == fingerprint("0011 1111 0000 0000 0000")
True
>>> fingerprint("too short") is None
True
"""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No letter that looks like a digit, and no U, so that no code is a bad word."""
LENGTH = 20
_GROUP = 4
_READ_AS = str.maketrans("OIL", "011")
_MAX_CHARS = 100
"""Characters that are read, separators included."""


def new_code() -> str:
    """Return a new code: 20 characters, in groups."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(drawn[at : at + _GROUP] for at in range(0, LENGTH, _GROUP))


def fingerprint(code: str) -> bytes | None:
    """Return the hash of a code, however it was typed; None if it is no code.

    A plain hash is enough: a hundred random bits cannot be guessed by trying.
    """
    typed = code[:_MAX_CHARS].upper().translate(_READ_AS)
    letters = "".join(letter for letter in typed if letter in ALPHABET)
    if len(letters) != LENGTH:
        return None
    return hashlib.sha256(b"recovery code " + letters.encode()).digest()
