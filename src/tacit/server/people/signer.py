"""One way to sign the site's tokens: an HMAC that is good for one purpose.

>>> cookies, sessions = Signer(bytes(32), "guest "), Signer(bytes(32), "admin ")
>>> cookies.is_signed("ann", cookies.sign("ann")), sessions.is_signed("ann", cookies.sign("ann"))
(True, False)
"""

from __future__ import annotations

import hmac


class Signer:
    """Signs texts. The purpose is part of what is signed: no token passes for another kind."""

    def __init__(self, secret: bytes, purpose: str, chars: int = 64) -> None:
        """`chars` is the length of a signature in hexadecimal digits."""
        self._secret = secret
        self._purpose = purpose
        self._chars = chars

    def digest(self, text: str) -> bytes:
        """Return the whole HMAC-SHA-256 of a text."""
        # Header bytes that are no text arrive as surrogates.
        signed = (self._purpose + text).encode(errors="surrogatepass")
        return hmac.digest(self._secret, signed, "sha256")

    def sign(self, text: str) -> str:
        """Return the signature of a text."""
        return self.digest(text).hex()[: self._chars]

    def is_signed(self, text: str, signature: str) -> bool:
        """Tell whether a signature belongs to a text, in a time that tells nothing about it."""
        return same(signature, self.sign(text))

    def token(self, text: str) -> str:
        """Return a text with its signature behind it."""
        return f"{text}.{self.sign(text)}"

    def read(self, token: str) -> str | None:
        """Return the text of a token; None if it was not signed here."""
        text, dot, signature = token.rpartition(".")
        return text if dot and self.is_signed(text, signature) else None


def same(given: str, wanted: str) -> bool:
    """Compare two texts in a time that does not tell how far they agree."""
    return hmac.compare_digest(
        given.encode(errors="surrogatepass"), wanted.encode(errors="surrogatepass")
    )
