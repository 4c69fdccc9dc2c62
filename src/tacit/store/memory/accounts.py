"""Passkeys, recovery codes and answers in memory."""

from __future__ import annotations

import threading

from tacit.store.accounts import Consent, Kept, Passkey


class MemoryKeeping:
    """See `Keeping`."""

    def __init__(self) -> None:
        self._keeping = threading.Lock()
        self._passkeys: dict[bytes, Passkey] = {}
        self._spent: dict[bytes, int] = {}
        self._kept: dict[str, Kept] = {}
        self._consents: dict[str, Consent] = {}

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False if its id is taken."""
        with self._keeping:
            return self._passkeys.setdefault(passkey.id, passkey) is passkey

    def passkey(self, key_id: bytes) -> Passkey | None:
        """Return the passkey of an id."""
        return self._passkeys.get(key_id)

    def passkeys(self, person: str) -> list[Passkey]:
        """Return somebody's passkeys, the first added first."""
        with self._keeping:
            mine = [one for one in self._passkeys.values() if one.person == person]
        return sorted(mine, key=lambda one: (one.added, one.id))

    def use_passkey(self, key_id: bytes, counter: int, at: int) -> bool:
        """Note that a passkey was used; False if it is gone or its counter has not moved on."""
        with self._keeping:
            known = self._passkeys.get(key_id)
            if known is None or not (counter > known.counter or counter == known.counter == 0):
                return False
            self._passkeys[key_id] = known._replace(counter=counter, used=at)
            return True

    def remove_passkey(self, person: str, key_id: bytes) -> bool:
        """Remove one of somebody's passkeys; False if they have no such."""
        with self._keeping:
            known = self._passkeys.get(key_id)
            if known is None or known.person != person:
                return False
            del self._passkeys[key_id]
            return True

    def spend(self, challenge: bytes, until: int, now: int) -> bool:
        """Note that a challenge was answered; False if it was before."""
        with self._keeping:
            self._spent = {one: end for one, end in self._spent.items() if end >= now}
            first = challenge not in self._spent
            self._spent.setdefault(challenge, until)
        return first

    def keep_name(self, person: str, name: str) -> None:
        """Keep what somebody is called."""
        with self._keeping:
            self._kept[person] = self._kept.get(person, Kept())._replace(name=name)

    def keep_code(self, person: str, code: bytes, made: int) -> None:
        """Keep the hash of somebody's recovery code, instead of the one before."""
        with self._keeping:
            self._kept[person] = self._kept.get(person, Kept())._replace(code=code, made=made)

    def kept(self, person: str) -> Kept:
        """Return what is kept of somebody."""
        return self._kept.get(person, Kept())

    def person_of_code(self, code: bytes) -> str | None:
        """Return whose recovery code has this hash."""
        with self._keeping:
            return next((one for one, kept in self._kept.items() if kept.code == code), None)

    def keep_consent(self, person: str, consent: Consent) -> None:
        """Keep somebody's answer about research, instead of the one before."""
        with self._keeping:
            self._consents[person] = consent

    def consent(self, person: str) -> Consent | None:
        """Return somebody's answer about research; None if they gave none."""
        return self._consents.get(person)

    def agreed(self) -> set[str]:
        """Return all whose games may be used for research."""
        with self._keeping:
            return {person for person, consent in self._consents.items() if consent.agreed}

    def forget_kept(self, person: str) -> None:
        """Forget somebody's passkeys, code, name and answer."""
        with self._keeping:
            self._passkeys = {i: one for i, one in self._passkeys.items() if one.person != person}
            self._kept.pop(person, None)
            self._consents.pop(person, None)
