"""Accessibility checks of a page, by axe-core."""

from __future__ import annotations

from typing import Any

from tests.browser.person import Person

STILL = """() => document.getAnimations().every(
    (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
"""Nothing is fading in, which would change its colours."""
LIGHTS: dict[str, dict[str, Any]] = {
    "light": {"resultTypes": ["violations"]},
    # At night the same things have other colours.
    "dark": {"resultTypes": ["violations"], "runOnly": ["cat.color"]},
}
"""What axe looks for, by day and by night."""


def violations(person: Person, axe: str) -> list[str]:
    """Return what axe finds wrong with the page as it is now, by day and by night."""
    page = person.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for light, options in LIGHTS.items():
        page.emulate_media(color_scheme=light)
        person.until(lambda: page.evaluate(STILL))
        answer: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
        assert answer["passes"] or answer["incomplete"], "axe looked at nothing"
        found += [
            f"{light}: {one['id']}: {node['target']} {node['html']} {node['failureSummary']}"
            for one in answer["violations"]
            for node in one["nodes"]
        ]
    page.emulate_media(color_scheme="light")
    return found
