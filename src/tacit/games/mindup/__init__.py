"""Mind Up! by Maxime Rambourg: 3–6 players, simultaneous picks, three rounds."""

from tacit.games.mindup.cards import BONUS, COLOUR, DECK, Card, Colour
from tacit.games.mindup.chances import Preview, chances, unseen
from tacit.games.mindup.objectives import OBJECTIVES, Objective
from tacit.games.mindup.records import (
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
)
from tacit.games.mindup.rules import (
    decide,
    evolve,
    follows,
    initial,
    legal,
    over,
    refusal,
    waiting,
)
from tacit.games.mindup.scoresheet import result, score_line, scoresheet
from tacit.games.mindup.scoring import Score, places, score_table, totals
from tacit.games.mindup.setup import PLAYERS, Settings, Setup, draw
from tacit.games.mindup.tableau import EMPTY, Order, Tableau, column_for, place
from tacit.games.mindup.view import (
    DECIDES,
    PERSONAL,
    Dealt,
    Picked,
    Sight,
    View,
    own,
    shared,
    view,
    witness,
)

NAME = "mindup"
TITLE = "Mind Up!"

__all__ = [
    "BONUS",
    "COLOUR",
    "DECIDES",
    "DECK",
    "EMPTY",
    "NAME",
    "OBJECTIVES",
    "PERSONAL",
    "PLAYERS",
    "TITLE",
    "Action",
    "Card",
    "Colour",
    "Dealt",
    "Event",
    "GameEnded",
    "Objective",
    "Order",
    "Past",
    "Pick",
    "Picked",
    "Preview",
    "Revealed",
    "RoundBegun",
    "RoundEnded",
    "Score",
    "Settings",
    "Setup",
    "Sight",
    "State",
    "Tableau",
    "TakeBack",
    "View",
    "chances",
    "column_for",
    "decide",
    "draw",
    "evolve",
    "follows",
    "initial",
    "legal",
    "over",
    "own",
    "place",
    "places",
    "refusal",
    "result",
    "score_line",
    "score_table",
    "scoresheet",
    "shared",
    "totals",
    "unseen",
    "view",
    "waiting",
    "witness",
]
