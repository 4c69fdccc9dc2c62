"""What a listener knows of a table: all that it heard, and what follows from it.

By seat: what it believes of their tempo; whether their tempo was `told`, so that there is nothing
to learn; how much to listen to them if that is `known`, else NOBODY; the logarithm of the odds that
they `echo` the table; and the cards they have `left`. `laid` and `aside` count what it has heard of
a level, `last` is when the latest card was laid, and `alone_since` the milliseconds of play at
which one player alone had cards left, else NOBODY. Cards laid from then on are marked in `alone`.

By pile: the `top` card and `since` when it lies there, in milliseconds of play; the positions
`seen`; by seat the silences since their last card, from which tops on and the logarithms of their
seconds, but for those too short to mean anything. Of a blind pile: by seat how many `cards` they
laid, and where their count was then, by their rhythm (`count`, `count_at`); how far the clock has
come by the tempo of the table (`clock`, in positions), and when (`clock_at`).

`version` counts what it has heard; advice, and the risk that a card was `judged` to be, hold until
that changes. From `unseen` on it is room to work in.
"""

from __future__ import annotations

from tacit.games.extreme.bots.belief.leading import POLICY
from tacit.games.extreme.bots.belief.tempo import BELIEF
from tacit.games.extreme.bots.numbers import MAX_LAID, PLACES, SEATS, Fields

EAR: Fields = (
    ("players", int, ()),
    ("beliefs", BELIEF, (SEATS,)),
    ("told", int, (SEATS,)),
    ("known", float, (SEATS,)),
    ("echo", float, (SEATS,)),
    ("policy", float, (len(POLICY),)),
    ("held", float, ()),
    ("held_cards", int, ()),
    ("level", int, ()),
    ("laid", int, ()),
    ("aside", int, ()),
    ("last", int, ()),
    ("turned", int, ()),
    ("alone", int, (MAX_LAID,)),
    ("alone_since", int, ()),
    ("left", int, (SEATS,)),
    ("blind", int, (2,)),
    ("top", int, (2,)),
    ("since", int, (2,)),
    ("seen", int, (2, PLACES)),
    ("silences", int, (2, SEATS)),
    ("silent_top", int, (2, SEATS, 2 * MAX_LAID)),
    ("silent_wait", float, (2, SEATS, 2 * MAX_LAID)),
    ("silent_then", int, (2, SEATS, 2 * MAX_LAID)),
    ("cards", int, (2, SEATS)),
    ("count", float, (2, SEATS)),
    ("count_at", int, (2, SEATS)),
    ("clock", float, (2,)),
    ("clock_at", int, (2,)),
    ("version", int, ()),
    ("advised", int, (SEATS, 2)),
    ("advised_card", int, (SEATS, 2)),
    ("wait", float, (SEATS, 2)),
    ("log_wait", float, (SEATS, 2)),
    ("free", int, (SEATS, 2)),
    ("judged", int, (SEATS, 2)),
    ("judged_card", int, (SEATS, 2)),
    ("risk", float, (SEATS, 2)),
    ("unseen", int, (PLACES,)),
    ("chances", float, (SEATS, PLACES)),
    ("centres", float, (SEATS, PLACES)),
    ("none", float, (SEATS,)),
    ("spread", float, (SEATS,)),
    ("sizes", float, (SEATS * PLACES,)),
    ("middles", float, (SEATS * PLACES,)),
    ("widths", float, (SEATS * PLACES,)),
)
"""Its fields: plain Python has a record of them, the kernel one of numpy."""
