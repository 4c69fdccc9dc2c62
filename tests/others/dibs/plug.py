"""Where Tacit finds what is particular to Dibs."""

from tacit.core.plug import Environment, Plug

PLUG = Plug(
    rules="dibs",
    bots="dibs.bots:ASKING",
    bot_faces="dibs.bots:FACES",
    table="dibs.conduct:CONDUCT",
    review="dibs.review",
    pages="dibs.review",
    env=Environment(
        title="Dibs",
        single="dibs.env:DibsSingle",
        parallel="dibs.env:DibsParallel",
        in_turn="dibs.env:in_turn",
    ),
)
