"""Mind Up! by Maxime Rambourg: 3–6 players, simultaneous picks, three rounds.

The framework imports none of it: `plug` names its parts.
"""

from typing import Any

from tacit.games.mindup.plug import PLUG
from tacit.games.mindup.rules.cards import BONUS, COLOUR, DECK, Card, Colour
from tacit.games.mindup.rules.chances import Preview, chances, expectation, unseen
from tacit.games.mindup.rules.objectives import OBJECTIVES, Objective
from tacit.games.mindup.rules.pad import PAD
from tacit.games.mindup.rules.play import (
    choices,
    evolve,
    follows,
    initial,
    legal,
    over,
    refusal,
    waiting,
)
from tacit.games.mindup.rules.records import (
    Action,
    Event,
    GameEnded,
    Past,
    Pick,
    Revealed,
    RoundBegun,
    RoundEnded,
    State,
    TakeBack,
    Turn,
)
from tacit.games.mindup.rules.scoresheet import result, score_line, scoresheet
from tacit.games.mindup.rules.scoring import Points, Score, places, score_table, totals
from tacit.games.mindup.rules.setup import PLAYERS, Settings, Setup, draw
from tacit.games.mindup.rules.start import Start
from tacit.games.mindup.rules.tableau import EMPTY, Order, Tableau, column_for, place
from tacit.games.mindup.rules.view import (
    DECIDES,
    PERSONAL,
    Dealt,
    Picked,
    Sight,
    View,
    history,
    odds,
    own,
    shared,
    view,
    witness,
)
from tacit.games.mindup.rules.what_if import start_at

NAME = "mindup"
TITLE = "Mind Up!"
RESULT: tuple[str, ...] = ("totals", "places")
BOX: dict[str, Any] = {}

__all__ = ["BONUS", "BOX", "COLOUR", "DECIDES", "DECK", "EMPTY", "NAME", "OBJECTIVES", "PAD"]
__all__ += ["PERSONAL", "PLAYERS", "PLUG", "RESULT", "TITLE"]
__all__ += ["Action", "Card", "Colour", "Dealt", "Event", "GameEnded", "Objective", "Order", "Past"]
__all__ += ["Pick", "Picked", "Points", "Preview", "Revealed", "RoundBegun", "RoundEnded", "Score"]
__all__ += ["Settings", "Setup", "Sight", "Start", "State", "Tableau", "TakeBack", "Turn", "View"]
__all__ += ["chances", "choices", "column_for", "draw", "evolve", "expectation", "follows"]
__all__ += ["history", "initial", "legal", "odds", "over", "own", "place", "places", "refusal"]
__all__ += ["result", "score_line", "score_table", "scoresheet", "shared", "start_at", "totals"]
__all__ += ["unseen", "view", "waiting", "witness"]
