"""Links that move a guest to another device: each works once and expires soon."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from tacit.server.people.identity import LINK_VALID_S, Identity
from tacit.store.shared import Shared
from tacit.table.log.records import PersonId

TOKEN_BYTES = 18


class DeviceLinks:
    """Keeps links in memory on a single node, in the shared store on several."""

    def __init__(self, identity: Identity, shared: Shared | None, clock: Callable[[], int]) -> None:
        self._identity = identity
        self._shared = shared
        self._clock = clock

    async def lend(self, person: PersonId) -> str:
        """Return a token for a link; it voids the guest's link before."""
        if self._shared is None:
            return self._identity.link(person, self._clock() / 1000)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await asyncio.to_thread(self._shared.lend, token, person, LINK_VALID_S)
        return token

    async def look(self, token: str) -> PersonId | None:
        """Return the guest of a token, without using it up."""
        if self._shared is None:
            return self._identity.look(token, self._clock() / 1000)
        person = await asyncio.to_thread(self._shared.lent, token)
        return None if person is None else PersonId(person)

    async def redeem(self, token: str) -> PersonId | None:
        """Use up a token and return its guest; None if it is used, expired or made up."""
        if self._shared is None:
            return self._identity.redeem(token, self._clock() / 1000)
        person = await asyncio.to_thread(self._shared.redeem, token)
        return None if person is None else PersonId(person)
