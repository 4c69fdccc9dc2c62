"""A guest wants the answer of a puzzle without an answer of their own, or to break the site."""

from __future__ import annotations

import json
import random

from tacit.review.puzzle import puzzles
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import people
from tests.server.sites import inside, quick

SOLUTION = (b'"best"', b'"lost"', b'"reasons"', b'"found_by"', b'"obvious"')
"""The fields of a solution."""
NO_MOVES = (
    b"", b"{", b"[]", b"{}", b"null", b'{"move":null}', b'{"move":7}', b'{"move":["7"]}',
    b'{"move":""}', b'{"move":"99"}', b'{"move":"-1"}', b'{"move":" 7"}', b'{"move":"07"}',
    b'{"move":"7","best":"7"}', b'{"move":"\\u0667"}', b'{"move":"7\\u0000"}', b'{"move":"*"}',
    b'{"move":"' + b"7" * 5000 + b'"}', b'{"move":' + b"[" * 5000 + b"]" * 5000 + b"}",
)  # fmt: skip
"""Bodies that are no move of any puzzle."""
NO_PUZZLES = (
    "mindup/0", "mindup/9999", "mindup/-1", "mindup/1.5", "mindup/1e0", "mindup/99999",
    "mindup/%D9%A1", "mindup/1/", "mindup/1%00", "extreme/1", "chess/1", "../mindup/1",
    "..%2Fmindup%2F1", "mindup/1/solution", "MINDUP/1",
)  # fmt: skip
"""Addresses at which there is none."""
ASKS = ("", "?solution=1", "?move=7", "?seat=0", "?best", "?number=1&number=2")
"""What is asked besides a position."""


@attack("a puzzle tells its answer to none but a move, and no nonsense", small=80, full=3000)
async def get_the_answer_of_a_puzzle(effort: Effort) -> Outcome:
    rng, told, tries = random.Random(effort.seed), 0, 0
    known = puzzles("mindup")
    async with (
        inside(quick(effort.folder / "puzzles.db")) as site,
        people(site.url, "Eve") as (eve,),
    ):
        entries = len(site.site.store.open_tables(10))

        async def answer(way: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
            headers = {} if body is None else {"Content-Type": "application/json"}
            address = f"{eve.url}/api/puzzles/{path}"
            async with eve.http.request(way, address, data=body, headers=headers) as response:
                return response.status, await response.read()

        for _ in range(effort.tries):
            site.later(60)  # the rate limit lets a few more through
            number = rng.randrange(len(known))
            asked = await answer("GET", f"mindup/{number + 1}{rng.choice(ASKS)}")
            wrong = await answer("POST", f"mindup/{number + 1}", rng.choice(NO_MOVES))
            nowhere = await answer(rng.choice(("GET", "POST")), rng.choice(NO_PUZZLES), b"{}")
            tries += 3
            for status, body in (asked, wrong, nowhere):
                told += status >= 500 or any(field in body for field in SOLUTION)
            told += wrong[0] < 400 or nowhere[0] < 400
            if asked[0] == 200:
                view = json.loads(asked[1])["begin"]["view"]
                told += len(view["hand"]) != len(known[number].view["hand"]) or "hands" in view
        assert len(site.site.store.open_tables(10)) == entries, "nothing is kept of it"
        right = await answer("POST", "mindup/1", json.dumps({"move": known[0].best}).encode())
        assert right[0] == 200, "a move gets it"
        assert all(field in right[1] for field in SOLUTION[:3])
    return Outcome(tries, told, f"{len(NO_MOVES)} bodies, {len(NO_PUZZLES)} addresses")
