"""The Mind Extreme by Wolfgang Warsch: 2–4 players, cooperative, in real time.

The framework imports none of it: `plug` names its parts.
"""

from typing import Any

from tacit.games.extreme.plug import PLUG
from tacit.games.extreme.rules.allowed import refusal
from tacit.games.extreme.rules.blind import overtaken_in
from tacit.games.extreme.rules.cards import COLOUR, DECK, POSITION, Card, Colour, first_of, in_order
from tacit.games.extreme.rules.evolve import evolve
from tacit.games.extreme.rules.levels import (
    LEVELS,
    MOST_LIVES,
    MOST_STARS,
    TEAMS,
    Level,
    Reward,
    Team,
)
from tacit.games.extreme.rules.pad import PAD
from tacit.games.extreme.rules.play import follows, initial, legal, over, waiting
from tacit.games.extreme.rules.records import (
    Action,
    Discard,
    Event,
    GameEnded,
    Laid,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Pause,
    Phase,
    Play,
    ProposeStar,
    Ready,
    StarAgreed,
    StarRefused,
    Started,
    StarUsed,
    State,
    Stop,
    Turned,
    Vote,
)
from tacit.games.extreme.rules.scoresheet import result, scoresheet
from tacit.games.extreme.rules.setup import PLAYERS, Settings, Setup, draw
from tacit.games.extreme.rules.view import (
    DECIDES,
    PERSONAL,
    Chosen,
    Dealt,
    LaidSeen,
    Pile,
    PlayedBlind,
    Sight,
    View,
    history,
    odds,
    own,
    shared,
    view,
    witness,
)

NAME = "extreme"
TITLE = "The Mind Extreme"
RESULT: tuple[str, ...] = ("outcome", "level")
BOX: dict[str, Any] = {
    "levels": [level._asdict() for level in LEVELS.values()],
    "teams": {players: team._asdict() for players, team in TEAMS.items()},
    "most_lives": MOST_LIVES,
    "most_stars": MOST_STARS,
}

__all__ = ["BOX", "COLOUR", "DECIDES", "DECK", "LEVELS", "MOST_LIVES", "MOST_STARS", "NAME", "PAD"]
__all__ += ["PERSONAL", "PLAYERS", "PLUG", "POSITION", "RESULT", "TEAMS", "TITLE"]
__all__ += ["Action", "Card", "Chosen", "Colour", "Dealt", "Discard", "Event", "GameEnded", "Laid"]
__all__ += ["LaidSeen", "LayHand", "Level", "LevelBegun", "LevelPassed", "LiftHand", "Mistake"]
__all__ += ["Pause", "Phase", "Pile", "Play", "PlayedBlind", "ProposeStar", "Ready", "Reward"]
__all__ += ["Settings", "Setup", "Sight", "StarAgreed", "StarRefused", "StarUsed", "Started"]
__all__ += ["State", "Stop", "Team", "Turned", "View", "Vote"]
__all__ += ["draw", "evolve", "first_of", "follows", "history", "in_order", "initial", "legal"]
__all__ += ["odds", "over", "overtaken_in", "own", "refusal", "result", "scoresheet", "shared"]
__all__ += ["view", "waiting", "witness"]
