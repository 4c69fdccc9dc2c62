"""Passkeys, on Chromium's virtual authenticator, and recovery codes: a guest gets their name and
tables back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE, Person

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def come_by_name(come, site):
    """Come by a name that browsers trust without https."""
    address = site.url.replace("127.0.0.1", "localhost")
    return lambda name, **rest: come(name, base_url=address, **rest)


class Keys:
    """A device's place for passkeys, which another device may share as a cloud would have it."""

    def __init__(self, person: Person) -> None:
        self._line = person.context.new_cdp_session(person.page)
        self._line.send("WebAuthn.enable")
        added = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._where = {"authenticatorId": added["authenticatorId"]}

    def all(self) -> list[dict]:
        return self._line.send("WebAuthn.getCredentials", self._where)["credentials"]

    def take(self, other: Keys) -> None:
        for one in other.all():
            self._line.send("WebAuthn.addCredential", self._where | {"credential": one})


def settings(person: Person) -> None:
    person.page.goto("/")
    person.button("Settings").click()
    person.sees("Use your name on any device")


def loses_everything(person: Person) -> None:
    """As a browser does that was told to forget this site."""
    person.page.goto("/")
    person.page.get_by_label("Your name").wait_for()  # by then it has written what it had read
    person.page.evaluate("localStorage.clear()")
    person.context.clear_cookies()
    person.page.goto("/")
    expect(person.page.get_by_label("Your name")).to_have_value("")
    expect(person.page.get_by_text("Pick up where you left off")).to_have_count(0)


def finds(person: Person) -> None:
    person.button("Find my games from another device").click()


def is_back(person: Person, name: str) -> None:
    person.sees(f"Welcome back, {name}!")
    expect(person.page.get_by_label("Your name")).to_have_value(name)
    person.sees("Pick up where you left off")


def test_a_passkey_brings_back_name_and_tables(come_by_name, axe):
    anna = come_by_name("Anna", **PHONE)
    keys = Keys(anna)
    anna.opens("Mind Up!")
    settings(anna)
    anna.button("Add a passkey").click()
    anna.sees("You can get your name and games back on any device.")
    assert len(keys.all()) == 1
    assert violations(anna, axe) == []
    loses_everything(anna)
    finds(anna)
    assert violations(anna, axe) == []
    anna.button("Use my passkey").click()
    is_back(anna, "Anna")


def test_a_guest_with_games_is_asked_first(come_by_name, axe):
    anna, phone = come_by_name("Anna"), come_by_name("Ben", **PHONE)
    keys, shared = Keys(anna), Keys(phone)
    anna.opens("Mind Up!")
    settings(anna)
    anna.button("Add a passkey").click()
    anna.sees("You can get your name and games back on any device.")
    shared.take(keys)
    phone.opens("The Mind Extreme")
    phone.page.goto("/")
    finds(phone)
    phone.button("Use my passkey").click()
    phone.sees("Found you, Anna, with one table to continue.")
    phone.sees("Until now you were Ben, with one table", exact=False)
    assert violations(phone, axe) == []
    phone.button("Stay as I am").click()
    expect(phone.page.get_by_label("Your name")).to_have_value("Ben")
    finds(phone)
    phone.button("Use my passkey").click()
    phone.button("Continue as Anna").click()
    is_back(phone, "Anna")
    # A passkey that was removed opens nothing; the device that came by it stays until it is ended.
    settings(anna)
    anna.page.get_by_role("button", name="Remove: ").click()
    anna.sees("Removed.", exact=False)
    loses_everything(phone)
    phone.troubles.clear()
    finds(phone)
    phone.button("Use my passkey").click()
    phone.sees("This passkey does not work here.")
    phone.troubles.clear()  # the browser notes every answer that is a no


def test_a_recovery_code_brings_back_name_and_tables_where_there_are_no_passkeys(come, axe):
    anna = come("Anna", **PHONE)  # by a number, where no browser has passkeys
    anna.opens("Mind Up!")
    settings(anna)
    expect(anna.button("Add a passkey")).to_have_count(0)
    anna.sees("Passkeys work only at an address that begins with https.", exact=False)
    anna.button("Make a recovery code").click()
    code = anna.page.get_by_role("group", name="Your recovery code").locator("output").inner_text()
    assert violations(anna, axe) == []
    loses_everything(anna)
    finds(anna)
    anna.page.get_by_label("Recovery code").fill(code.lower())
    anna.button("Find me").click()
    is_back(anna, "Anna")
    settings(anna)
    anna.sees("You have a recovery code, made on", exact=False)
    anna.button("Make a new code").click()
    anna.sees("Your recovery code")
    loses_everything(anna)
    finds(anna)
    anna.page.get_by_label("Recovery code").fill(code)
    anna.button("Find me").click()
    anna.sees("This code does not work here. Only your newest one does.")
    anna.troubles.clear()  # the browser notes every answer that is a no
