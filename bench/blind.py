"""What can rhythm alone give on a blind pile? One person, one bot, one pile, the pace known.

Nobody sees a card there, and a person counts on from their own last one. Four ways for the bot to
meet their count: by the clock alone, which is what `adaptive` comes to with a person of shape 1; by
all that their rhythm can tell, with how many cards they hold (the chance of every place for their
last card, and a card laid when a lower and a higher one of theirs are equally likely); and by being
told that place, which nobody is, with and without that even wait. The same cards and waits for all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.games.extreme.rules.cards import HIGHEST

SEED = 18
PILES = 2000
SPREADS = (0.07, 0.14, 0.3)
HANDS = (2, 4, 6)
"""Cards that each of the two holds: about half of the level's number."""
TIMES = np.geomspace(0.2, 2 * HIGHEST, 160)
"""Waits that are tried, in counts."""
PLACES = np.arange(HIGHEST + 1)

Array = npt.NDArray[Any]
Knowing = Callable[["Pile", int], Array]
"""How likely a person's last card lay where, after how many of theirs."""


class Pile:
    """The cards of both, and when the person lays theirs."""

    def __init__(self, rng: np.random.Generator, hand: int, spread: float) -> None:
        cards = rng.permutation(HIGHEST)[: 2 * hand] + 1
        self.bot, self.person = np.sort(cards[:hand]), np.sort(cards[hand:])
        self.spread = spread
        gaps = np.diff(self.person, prepend=0)
        self.waits = gaps * np.exp(spread * rng.normal(size=hand))
        self.at = np.cumsum(self.waits)
        free = np.ones(HIGHEST + 1)
        free[0] = free[self.bot] = 0
        self.free = free
        self.above = free.sum() - np.cumsum(free)
        self.heard = [np.eye(1, HIGHEST + 1)[0]]

    def next_cards(self, laid: int) -> Array:
        """Return how likely a card is their next, by where the last was (row) and where it is."""
        rest = self.person.size - laid
        ways = np.array([comb(int(many), rest - 1) for many in self.above]) * self.free
        chance = np.triu(np.tile(ways, (HIGHEST + 1, 1)), 1)
        total: Array = chance / np.maximum(chance.sum(axis=1, keepdims=True), 1e-300)
        return total

    def by_rhythm(self, laid: int) -> Array:
        """Return what their waits tell of the place of their last card."""
        while len(self.heard) <= laid:
            one = len(self.heard) - 1
            fits = density(PLACES[None, :] - PLACES[:, None], self.waits[one], self.spread)
            found = self.heard[-1] @ (self.next_cards(one) * fits)
            self.heard.append(found / found.sum())
        return self.heard[laid]

    def told(self, laid: int) -> Array:
        """Return the true place of their last card."""
        return np.eye(1, HIGHEST + 1, int(self.person[laid - 1]) if laid else 0)[0]


def density(gaps: Array, wait: Any, spread: float) -> Array:
    """Return how likely a wait is before each gap, up to a factor that is the same for all."""
    off = (np.log(wait) - np.log(np.maximum(gaps, 1e-3))) / spread
    found: Array = np.exp(-off * off / 2) * (gaps > 0)
    return found


def even_wait(pile: Pile, laid: int, card: int, knowing: Knowing) -> float:
    """Return the wait at which their next card would as likely be lower as higher."""
    joint = knowing(pile, laid)[:, None] * pile.next_cards(laid)
    gaps = np.maximum(PLACES[None, :] - PLACES[:, None], 0)
    side = np.where(card < PLACES, 1.0, -1.0)[None, :]
    by_gap = np.bincount(gaps.ravel(), (joint * side).ravel(), minlength=HIGHEST + 1)
    balance = by_gap @ density(PLACES[:, None], TIMES[None, :], pile.spread)
    return float(TIMES[int(np.argmax(balance > 0))] if (balance > 0).any() else TIMES[-1])


def by_clock(pile: Pile, laid: int, card: int) -> float:
    """Wait until the clock has come to the card."""
    return float(card - (pile.at[laid - 1] if laid else 0))


def by_rhythm(pile: Pile, laid: int, card: int) -> float:
    """Wait until lower and higher are even, by what can be heard."""
    return even_wait(pile, laid, card, Pile.by_rhythm)


def told(pile: Pile, laid: int, card: int) -> float:
    """Wait until their count has come to the card."""
    return float(card - (pile.person[laid - 1] if laid else 0))


def told_even(pile: Pile, laid: int, card: int) -> float:
    """Wait until lower and higher are even, by the true count."""
    return even_wait(pile, laid, card, Pile.told)


WAYS = {"clock": by_clock, "rhythm": by_rhythm, "told": told, "told, even": told_even}


def lives(pile: Pile, wait: Callable[[Pile, int, int], float]) -> int:
    """Lay all cards and count those that overtook a lower one."""
    order: list[int] = []
    now, laid, mine = 0.0, 0, 0
    while laid < pile.person.size and mine < pile.bot.size:
        last = pile.at[laid - 1] if laid else 0.0
        due = max(now, last + wait(pile, laid, int(pile.bot[mine])))
        now = min(due, pile.at[laid])
        if due < pile.at[laid]:
            order.append(int(pile.bot[mine]))
            mine += 1
        else:
            order.append(int(pile.person[laid]))
            laid += 1
    order += [*pile.bot[mine:].tolist(), *pile.person[laid:].tolist()]
    return sum(min(order[place:]) < card for place, card in enumerate(order))


def measure(hand: int, spread: float, piles: int) -> dict[str, Any]:
    """Return the lives lost on a pile by each way, and the 95 % interval of what it saves."""
    rng = np.random.default_rng([SEED, hand, round(100 * spread)])
    played = [Pile(rng, hand, spread) for _ in range(piles)]
    lost = {name: np.array([lives(pile, way) for pile in played]) for name, way in WAYS.items()}
    row: dict[str, Any] = {"cards": hand, "spread": spread}
    for name, one in lost.items():
        saved = lost["clock"] - one
        half = 1.96 * saved.std() / piles**0.5
        row[name] = {"lost": float(one.mean()), "saved": float(saved.mean()), "half": float(half)}
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="of 2000 piles: 0.1 is quick")
    args = parser.parse_args()
    piles = max(20, round(PILES * args.part))
    rows = []
    for spread in SPREADS:
        for hand in HANDS:
            row = measure(hand, spread, piles)
            rows.append(row)
            if not args.json:
                told = (
                    f"{name} {row[name]['lost']:.3f}"
                    + (
                        f" (saves {row[name]['saved']:.3f} ± {row[name]['half']:.3f})"
                        * (name != "clock")
                    )
                    for name in WAYS
                )
                print(f"spread {spread:.2f}, {hand} cards each: {', '.join(told)}", flush=True)
    if args.json:
        print(json.dumps({"bench": "blind", "seed": SEED, "piles": piles, "rows": rows}))


if __name__ == "__main__":
    main()
