"""Records the server's messages for the tutorials, on scripted deals (`make tutorials`).

The tutorials play these messages to the same components as a live table, so no rule of the games is
written a second time for them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tacit.core.rulebook import Decided, settle
from tacit.games import extreme, mindup
from tacit.table.decide.game import act
from tacit.table.log.fold import fold
from tacit.table.log.journal import Pending
from tacit.table.log.records import Entry, Guest, PersonId, Settings
from tacit.table.log.state import Person, Sitter, Stage, TableState
from tacit.table.outputs import ConnectionId
from tacit.table.tell.updates import Updates

OUT = Path(__file__).parent / "src"
YOU = PersonId("you")


def at_table(game: str, play: Any, bots: list[str]) -> TableState:
    """Return a table at which you sit with bots and a game is going on."""
    return TableState(
        game=game,
        seed=bytes(32),
        settings=Settings(),
        seats=(Sitter(guest=Guest(0)), *(Sitter(bot=bot) for bot in bots)),
        people=(Person(id=YOU, name="You"),),
        stage=Stage.PLAYING,
        games=1,
        play=play,
    )


class Recorder:
    """Plays actions at a table and keeps what you would be sent."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._teller = Updates(state, 1)
        self.messages: list[Any] = []

    def begin(self) -> Any:
        """Return the first message: everything you may know."""
        return encode(self._teller.sync(YOU, 0, 0))

    def play(self, *actions: Any) -> list[Any]:
        """Return the messages these actions cause."""
        told = []
        for action in actions:
            done = act(self.state, action)
            assert isinstance(done, Decided), done
            entry: Entry[Any] = Entry(game=done.events)
            after = fold(self.state, entry)
            pending = Pending(1, self.state, after, entry, reply=None)
            (tell,) = self._teller.update(pending, [(ConnectionId(1), YOU)])
            self.state = after
            told.append(json.loads(tell.data))
        return told


def encode(message: Any) -> Any:
    """Return a message as JSON."""
    from tacit.table.tell.messages import ENCODER

    return json.loads(ENCODER.encode(message))


def record_mindup() -> dict[str, Any]:
    """Two turns: be highest and open a column, be lowest and join it. Cards change places."""
    hands = [(9, 24, 27, 36, 41, 49, 52), (12, 20, 30, 38, 47, 50, 56), (5, 10, 16, 33, 35, 43, 60)]
    row = (28, 44, 45)
    dealt = [card for hand in hands for card in hand] + list(row)
    rest = [card for card in mindup.DECK if card not in dealt]
    setup = mindup.Setup(
        players=3,
        deck=(*dealt, *rest),
        orders=((4, 2, 5, 1, 3),) * 3,
        objectives=((),) * 3,
    )
    play = settle(mindup.initial(setup), [], mindup.follows, mindup.evolve)
    recorder = Recorder(at_table("mindup", play, ["greedy", "greedy"]))
    pick = mindup.Pick
    return {
        "begin": recorder.begin(),
        "others1": recorder.play(pick(1, 30), pick(2, 16)),
        "mine1": recorder.play(pick(0, 52)),
        "others2": recorder.play(pick(1, 38), pick(2, 35)),
        "mine2": recorder.play(pick(0, 9)),
    }


def record_extreme() -> dict[str, Any]:
    """A level of two cards each: hands down, and white 12 before or after the partner's 5."""
    deals = ((("W12",), ("W5",)), (("W12", "R40"), ("W5", "R22")))
    setup = extreme.Setup(players=2, deals=deals)
    play = settle(extreme.initial(setup), [], extreme.follows, extreme.evolve)
    begun = extreme.LevelBegun(level=2, hands=deals[1])
    play = extreme.evolve(play, begun)

    def started() -> tuple[Recorder, dict[str, Any]]:
        recorder = Recorder(at_table("extreme", play, ["metronome"]))
        told = {
            "begin": recorder.begin(),
            "partnerDown": recorder.play(extreme.LayHand(1, 400)),
            "down": recorder.play(extreme.LayHand(0, 900)),
            "partnerUp": recorder.play(extreme.LiftHand(1, 1000)),
            "up": recorder.play(extreme.LiftHand(0, 1200)),
        }
        return recorder, told

    recorder, told = started()
    well = {
        "partner": recorder.play(extreme.Play(1, "W5", 2700)),
        "mine": recorder.play(extreme.Play(0, "W12", 4800)),
        "propose": recorder.play(extreme.ProposeStar(0, 6000), extreme.Vote(1, True, 6600)),
        "partnerGives": recorder.play(extreme.Discard(1, "R22", 7200)),
        "give": recorder.play(extreme.Discard(0, "R40", 8000)),
    }
    recorder, _ = started()
    early = {"mine": recorder.play(extreme.Play(0, "W12", 2000))}
    return told | {"well": well, "early": early, "blind": record_blind()}


def record_blind() -> dict[str, Any]:
    """A level with white face down: the 31 laid after the partner's card, or before it."""
    hands = (("W9", "W31"), ("W20", "W44"))
    setup = extreme.Setup(players=2, deals=((("W9",), ("W20",)),) * 3)
    play = settle(extreme.initial(setup), [], extreme.follows, extreme.evolve)
    play = extreme.evolve(play, extreme.LevelBegun(level=3, hands=hands))
    lay, lift, card = extreme.LayHand, extreme.LiftHand, extreme.Play

    def first_card() -> tuple[Recorder, dict[str, Any]]:
        recorder = Recorder(at_table("extreme", play, ["metronome"]))
        told = {
            "begin": recorder.begin(),
            "partnerDown": recorder.play(lay(1, 400)),
            "down": recorder.play(lay(0, 900), lift(1, 1000)),
            "up": recorder.play(lift(0, 1200)),
            "mine": recorder.play(card(0, "W9", 3900)),
        }
        return recorder, told

    recorder, told = first_card()
    told["partner"] = recorder.play(card(1, "W20", 7200))
    told["well"] = recorder.play(card(0, "W31", 10500), card(1, "W44", 14400))
    recorder, _ = first_card()
    told["early"] = recorder.play(card(0, "W31", 6000), card(1, "W20", 7200), card(1, "W44", 14400))
    return told


HEAD = """// The server's messages in the tutorial. Written by web/record_tutorials.py.

import type {{ ServerMessage }} from '../../net/protocol'

type Told = ServerMessage<'{game}'>
interface Tape {{
  [name: string]: Told | Told[] | Tape
}}

export const tape = """


def recordings() -> dict[Path, str]:
    """Return every recording, as a file whose types are checked with the app."""
    recorded = {"mindup": record_mindup(), "extreme": record_extreme()}
    texts = {}
    for game, recording in recorded.items():
        text = json.dumps(recording, separators=(",", ":"), ensure_ascii=False)
        texts[OUT / game / "learn" / "tape.ts"] = f"{HEAD.format(game=game)}{text} satisfies Tape\n"
    return texts


def main() -> None:
    """Write all recordings."""
    for path, text in recordings().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
