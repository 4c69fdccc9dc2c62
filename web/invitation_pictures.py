"""Draws the pictures that messengers show of an invitation (`make invitations`).

A picture is a game's scene of the home page with the game's name on it.
It holds nothing of any table.
"""

from __future__ import annotations

import asyncio
import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright
from screenshots import CHROMIUM, site

from tacit.core.plug import own_games, rulebook

PICTURES = Path(__file__).parent / "public" / "invite"
SIZE = (1200, 630)
COLOURS = 224
"""Enough for flat art; the files stay small."""
DRAW = """(title) => {
    const is = (article) => article.querySelector('h2').textContent === title
    const article = [...document.querySelectorAll('article')].find(is)
    const night = article.classList.contains('night')
    const scene = article.querySelector('.scene')
    const says = (text, style) => {
        const line = document.createElement('p')
        line.textContent = text
        line.style.cssText = `position: absolute; ${style}`
        return line
    }
    const stage = document.createElement('div')
    stage.className = night ? 'night' : ''
    stage.append(
        scene,
        says(title, 'inset: 52px auto auto 56px; font-size: 92px; font-weight: 800'),
        says('Tacit', 'inset: auto 52px 44px auto; font-size: 44px; font-weight: 700'),
    )
    stage.style.cssText = 'position: fixed; inset: 0; z-index: 999; line-height: 1'
    stage.style.color = night ? 'oklch(97% 0.02 85)' : 'oklch(24% 0.04 60)'
    scene.style.cssText = 'position: absolute; inset: 0; block-size: 100%'
    document.body.append(stage)
    return document.fonts.ready.then(() => null)
}"""


async def draw() -> None:
    """Draw the picture of each game."""
    PICTURES.mkdir(exist_ok=True)
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    async with site() as (url, _), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for game in own_games():
            page = await browser.new_page(
                viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce", locale="en"
            )
            await page.goto(url)
            await page.locator("article .scene svg").last.wait_for()
            await page.evaluate(DRAW, rulebook(game).TITLE)
            drawn = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
            drawn.quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(
                PICTURES / f"{game}.png", optimize=True
            )
            await page.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw())
