"""Where the layers above the rules find what is particular to Mind Up!."""

from __future__ import annotations

from tacit.games.plug import Plug

PLUG = Plug(
    rules="tacit.games.mindup",
    bots="tacit.bots.mindup_asking:ASKING",
    table="tacit.table.mindup_conduct:CONDUCT",
    story="tacit.review.mindup_story",
    review="tacit.review.mindup_review",
    pages="tacit.review.mindup_page",
    ended="tacit.games.mindup:GameEnded",
    worlds="tacit.arena.examination.mindup_worlds",
)
