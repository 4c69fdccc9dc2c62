"""Where the layers above the rules find what is particular to Mind Up!."""

from __future__ import annotations

from tacit.core.plug import Environment, Plug

PLUG = Plug(
    rules="tacit.games.mindup",
    bots="tacit.games.mindup.bots.asking:ASKING",
    bot_faces="tacit.games.mindup.bots.faces:FACES",
    table="tacit.games.mindup.conduct:CONDUCT",
    story="tacit.games.mindup.review.story",
    review="tacit.games.mindup.review.review",
    pages="tacit.games.mindup.review.page",
    fields="tacit.games.mindup.field:FIELDS",
    ended="tacit.games.mindup:GameEnded",
    terminal="tacit.games.mindup.terminal.face:FACE",
    worlds="tacit.games.mindup.worlds",
    daily="tacit.games.mindup.daily:DAILY",
    evening="tacit.games.mindup.evening:EVENING",
    puzzles="tacit.games.mindup.puzzles:FILE",
    puzzle_maker="tacit.games.mindup.puzzles.making:make",
    env=Environment(
        title="MindUp",
        single="tacit.games.mindup.env.single:MindUpSingle",
        vector="tacit.games.mindup.env.vector:MindUpVector",
        parallel="tacit.games.mindup.env.parallel:MindUpParallel",
        in_turn="tacit.games.mindup.env.parallel:in_turn",
    ),
    order=1,
)
