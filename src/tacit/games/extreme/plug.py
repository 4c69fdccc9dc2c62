"""Where the layers above the rules find what is particular to The Mind Extreme."""

from __future__ import annotations

from tacit.core.plug import Environment, Plug

PLUG = Plug(
    rules="tacit.games.extreme",
    bots="tacit.games.extreme.bots.asking:ASKING",
    bot_faces="tacit.games.extreme.bots.faces:FACES",
    table="tacit.games.extreme.conduct:CONDUCT",
    story="tacit.games.extreme.review.story",
    review="tacit.games.extreme.review.review",
    pages="tacit.games.extreme.review.page",
    arena="tacit.games.extreme.arena.command",
    fields="tacit.games.extreme.arena.field:FIELDS",
    ended="tacit.games.extreme:GameEnded",
    heard="tacit.games.extreme.review.heard",
    terminal="tacit.games.extreme.terminal.face:FACE",
    worlds="tacit.games.extreme.worlds",
    daily="tacit.games.extreme.daily:DAILY",
    evening="tacit.games.extreme.evening:EVENING",
    env=Environment(
        title="Extreme",
        single="tacit.games.extreme.env.single:ExtremeSingle",
        vector="tacit.games.extreme.env.vector:ExtremeVector",
        parallel="tacit.games.extreme.env.parallel:ExtremeParallel",
        in_turn="tacit.games.extreme.env.parallel:in_turn",
    ),
    order=2,
)
