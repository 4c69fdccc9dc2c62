"""A player who only hears: finds controls by role and name, and listens to the live regions."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator

from tests.browser.person import Person

PRESSES_S = 10.0
"""Seconds within which a control can be used, on a busy machine too."""

LISTENS = """addEventListener('DOMContentLoaded', () => {
    window.heard = []
    const last = new Map()
    const listen = () => {
        for (const one of document.querySelectorAll('[aria-live], [role=status], [role=log]')) {
            const text = one.textContent.replace(/\\s+/g, ' ').trim()
            if (text !== (last.get(one) ?? '')) {
                last.set(one, text)
                if (text) window.heard.push(text)
            }
        }
    }
    new MutationObserver(listen).observe(
        document.documentElement, { subtree: true, childList: true, characterData: true },
    )
})"""
"""What a screen reader reads out by itself: every live region, whenever its text has changed."""


class Ear:
    """Plays by the accessibility tree alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.page.add_init_script(LISTENS)

    def heard(self) -> list[str]:
        """Return everything read out since the page was opened."""
        return list(self.page.evaluate("window.heard ?? []"))

    def hears(self, text: str, since: int = 0) -> None:
        """Wait until something is read out."""
        self.person.until(lambda: any(text in one for one in self.heard()[since:]))

    def control(self, role: Any, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str)).first

    def offers(self, role: Any, name: str | re.Pattern[str]) -> bool:
        """Tell whether there is a control that can be used."""
        found = self.control(role, name)
        return found.count() > 0 and found.is_enabled()

    def press(self, role: Any, name: str | re.Pattern[str]) -> None:
        """Activate a control by keyboard, as a screen reader does."""
        self.control(role, name).press("Enter", timeout=PRESSES_S * 1000)

    def names(self, role: Any, within: Locator | None = None) -> list[str]:
        """Return the names of all controls of a role, as the accessibility tree has them."""
        tree = (within or self.page.locator("body")).aria_snapshot()
        return re.findall(rf'- {role} "([^"]+)"(?! \[disabled\])', tree)
