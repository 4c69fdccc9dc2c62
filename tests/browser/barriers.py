"""What would keep somebody from using a page who cannot see it well, or at all."""

from __future__ import annotations

from typing import Any

from tests.browser.person import Person

STILL = """() => document.getAnimations().every(
    (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
"""Nothing is fading in, which would change its colours."""


def violations(person: Person, axe: str) -> list[str]:
    """Return what axe finds wrong with the page as it is now."""
    page = person.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    person.until(lambda: page.evaluate(STILL))
    found: dict[str, Any] = page.evaluate("axe.run(document)")
    return [
        f"{one['id']}: {node['target']} {node['html']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
