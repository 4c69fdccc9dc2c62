"""Whether the words of a page can be read: none is cut off, outside the window or too small."""

from __future__ import annotations

from typing import Any

from tests.browser.person import Person

TV = {"width": 1920, "height": 1080}
LEAST_ON_TV_PX = 24.0
"""Letters that are read from four metres, on a screen of this size."""

LOOK = """() => {
    // Pictures, whose words stand beside them, and what only screen readers say.
    const DRAWN = '.unseen, .avatar, .objective .picture'
    const page = document.scrollingElement
    const found = {wide: page.scrollWidth - innerWidth, cut: [], small: []}
    const clips = (how) => how === 'hidden' || how === 'clip'
    const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
    // How much larger an element is drawn than its styles say.
    const drawn = (one) => {
        if (one.ownerSVGElement) return Math.abs(one.getScreenCTM().a)
        const {width, height} = one.getBoundingClientRect()
        return Math.max(width / one.offsetWidth || 0, height / one.offsetHeight || 0)
    }
    const cut = (rects, from, slack) => {
        for (let one = from; one; one = one.parentElement) {
            const style = getComputedStyle(one), box = one.getBoundingClientRect()
            const {overflowX: across, overflowY: down} = style
            const outside = (rect) =>
                (clips(across) && (rect.left < box.left - 1.5 || rect.right > box.right + 1.5)) ||
                (clips(down) && (rect.top < box.top - slack || rect.bottom > box.bottom + slack))
            if (one !== document.documentElement && rects.some(outside)) return true
            if (!clips(across) && across !== 'visible') return false  // it scrolls
        }
        return rects.some((rect) => rect.left < -1.5 || rect.right > innerWidth + 1.5)
    }
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node; (node = all.nextNode()); ) {
        const said = node.data.trim(), around = node.parentElement
        if (!said || !seen(around) || around.closest(DRAWN)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const rects = [...range.getClientRects()].filter(({width, height}) => width && height)
        if (!rects.length) continue
        const size = parseFloat(getComputedStyle(around).fontSize) * drawn(around)
        if (cut(rects, around, 0.35 * size)) found.cut.push(said)
        found.small.push([Math.round(10 * size) / 10, said])
    }
    for (const field of document.querySelectorAll('input, select'))
        if (seen(field) && field.scrollWidth > field.clientWidth + 1)
            found.cut.push(field.value || field.placeholder)
    return found
}"""
"""Of each text in sight: whether anything cuts it, and how large its letters are drawn."""


def looked(person: Person) -> dict[str, Any]:
    """Look at a page once its letters are there."""
    person.page.evaluate("document.fonts.ready.then(() => undefined)")
    told: dict[str, Any] = person.page.evaluate(LOOK)
    assert told["small"], "there is no word on the page"
    return told


def faults(person: Person, *, least_px: float = 0.0, names: tuple[str, ...] = ()) -> list[str]:
    """Return what cannot be read; long names and addresses may end in dots."""
    told = looked(person)
    wide = [f"{told['wide']} px too wide"] if told["wide"] > 0 else []
    kept = [text for text in told["cut"] if text not in names and not text.startswith("http")]
    cut = [f"cut: {text}" for text in kept]
    small = [f"{size} px: {text}" for size, text in told["small"] if size < least_px - 0.1]
    return wide + cut + small
