"""Where the layers above the rules find what is particular to The Mind Extreme."""

from __future__ import annotations

from tacit.games.plug import Plug

PLUG = Plug(
    rules="tacit.games.extreme",
    bots="tacit.bots.extreme_asking:ASKING",
    table="tacit.table.extreme_conduct:CONDUCT",
    story="tacit.review.extreme_story",
    review="tacit.review.extreme_review",
    pages="tacit.review.extreme_page",
    arena="tacit.commands.arena_teams",
    ended="tacit.games.extreme:GameEnded",
    heard="tacit.review.extreme_heard",
    worlds="tacit.arena.examination.extreme_worlds",
)
