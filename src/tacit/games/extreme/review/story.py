"""A game of The Mind Extreme level by level: two piles growing side by side, second by second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.games.extreme import (
    COLOUR,
    Card,
    Colour,
    GameEnded,
    LevelBegun,
    LevelPassed,
    Mistake,
    Play,
    StarRefused,
    Started,
    StarUsed,
    State,
    Stop,
    Turned,
    initial,
    view,
)
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.review.sentences import in_step, moment, summary
from tacit.log.replay import Replay
from tacit.review.reviewing import setup_of, states
from tacit.review.show import LONGEST_NAME_CHARS, legend, letter, player

STYLE = {Colour.WHITE: "bold bright_white", Colour.RED: "bold red"}


def face(card: Card) -> Text:
    """Return a card as it is printed here: its number in its colour."""
    return Text(card, style=STYLE[COLOUR[card]])


def tell(replay: Replay) -> Iterator[RenderableType]:
    """Yield a game part by part."""
    yield Rule(f"[bold]The Mind Extreme[/] · {len(replay.names)} players")
    yield legend(replay.names)
    level = _Level(initial(setup_of(replay)))
    listener = Listener(len(replay.names))
    for before, event, after in states(replay):
        listener.hear(view(after, None))
        match event:
            case LevelBegun():
                level = _Level(after)
            case LevelPassed():
                level.passed(event, after)
                level.tempi(listener)
                yield level.table
            case GameEnded(outcome="lost"):
                level.note("The last life is gone.", style="bold red")
                yield level.table
                yield Text(f"Lost in level {event.level}.", style="bold red")
            case GameEnded() if before.setup.practice:
                yield Text(f"Level {event.level} was practised.", style="bold green")
            case GameEnded():
                yield Text(f"Won! All {event.level} levels are passed.", style="bold green")
            case _:
                level.add(event, before, after)


class _Level:
    """One level's table, written row by row."""

    def __init__(self, state: State) -> None:
        self._blind, reward = state.blind, state.reward
        supply = f"{_hearts(state.lives)} {_stars(state.stars)}"
        title = f"Level {state.level} · {supply if state.price else 'practice'}"
        if self._blind:
            title += f" · blind: {' and '.join(self._blind)}"
        if reward:
            title += f" · reward: a {reward}"
        self.table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
        self.table.add_column("seconds", justify="right", style="dim", min_width=7)
        self.table.add_column("white ↑", min_width=7)
        self.table.add_column("red ↓", min_width=7)
        self.table.add_column("")

    def add(self, event: object, before: State, after: State) -> None:
        """Write down an event, if it is one to be told."""
        seconds = f"{after.now / 1000:.1f}"
        match event:
            case Play():
                self._card(seconds, event.seat, event.card)
            case Mistake():
                self._overtook(event.card, event.aside)
                self._lost(after)
            case Started():
                self.note("Hands down, hands up.", seconds)
            case Stop():
                self.note(f"{letter(event.seat)} stops.", seconds)
            case StarRefused():
                self.note(f"{letter(event.seat)} wants no star.", seconds)
            case StarUsed():
                given = [str(card) for card in event.discards if card is not None]
                self.note(f"A star: {', '.join(given)} set aside.", seconds, style="yellow")
            case Turned() if event.overtook:
                self._overtook(event.card, event.overtook)
                self._lost(after)
            case Turned() if not before.turned:
                self.note("The blind cards are turned over.")
            case _:
                pass

    def _card(self, seconds: str, seat: int, card: Card) -> None:
        laid = face(card) + Text(f"  {letter(seat)}", style="dim")
        white = COLOUR[card] is Colour.WHITE
        hidden = Text("face down", style="dim") if COLOUR[card] in self._blind else ""
        self.table.add_row(seconds, laid if white else "", "" if white else laid, hidden)

    def _overtook(self, card: Card, late: tuple[tuple[int, Card], ...]) -> None:
        owned = ", ".join(f"{one} ({letter(seat)})" for seat, one in late)
        self.note(f"{card} came before {owned}.", style="red")

    def _lost(self, after: State) -> None:
        lost = f"A life is lost: {_hearts(after.lives)}" if after.price else "A mistake."
        self.note(lost, style="red")

    def note(self, text: str, seconds: str = "", style: str = "dim") -> None:
        """Write a remark beside the piles."""
        self.table.add_row(seconds, "", "", Text(text, style=style))

    def passed(self, event: LevelPassed, after: State) -> None:
        """Write how the level ended."""
        gained = ""
        if event.gained and event.reward:
            gained = f" A {event.reward} is gained: {_hearts(after.lives)} {_stars(after.stars)}"
        self.note(f"Level {event.level} is passed.{gained}", style="green")
        if event.one_pile_first:
            self.note("One pile was finished before the other began.")

    def tempi(self, listener: Listener) -> None:
        """Write what a listener now believes of every player it has heard."""
        for seat, belief in enumerate(listener.beliefs):
            if belief.heard:
                self.note(f"{letter(seat)}: {belief.words()}")


def _hearts(lives: int) -> str:
    return "♥" * lives or "no life left"


def _stars(stars: int) -> str:
    return "★" * stars or "no star"


def scored(result: dict[str, Any]) -> Table:
    """Return what the score pad found, as a table."""
    errors = result["errors"]
    table = Table(title=f"{errors} error{'' if errors == 1 else 's'}")
    table.add_column("card", justify="right")
    table.add_column("overtook")
    for mistake in result["mistakes"]:
        table.add_row(str(mistake["card"]), " ".join(map(str, mistake["overtook"])))
    return table


def ended(result: dict[str, Any], _seat: int) -> str:
    """Say how a game ended for a seat."""
    return f"The team has {result['outcome']} at level {result['level']}."


def reviewed(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield a review: what the lives went to, the moments that mattered, and everybody's pace."""
    safe = [line | {"name": safe_text(line["name"], LONGEST_NAME_CHARS)} for line in found["seats"]]
    yield Text(summary(found["counts"]), style="bold")
    for one in found["moments"]:
        said = " ".join(moment(found | {"seats": safe}, one))
        yield Text(f"   level {one['level']}  ", style="dim").append(said, style="")
    yield Text(in_step(found["synchrony"]))
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("player", "s a white number", "s a red one", "unsteady by"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for seat, line in enumerate(found["seats"]):
        paces = [_number(line["pace"][colour]) for colour in ("white", "red")]
        table.add_row(player(seat, line["name"]), *paces, _number(line["spread"]))
    yield table
    yield _levels(found)


def _levels(found: dict[str, Any]) -> Table:
    """Return each level's synchrony, its mistakes and its closest call."""
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("level", "synchrony", "cards", "mistakes", "closest"):
        table.add_column(heading, justify="right")
    for level in found["levels"]:
        margins = [play["margin"] for play in level["plays"] if play["margin"] is not None]
        close = min((margin for margin in margins if margin >= 0), default=None)
        table.add_row(
            str(level["level"]),
            f"{level['synchrony']:.2f}",
            str(len(level["plays"])),
            str(sum(margin < 0 for margin in margins)),
            "" if close is None else f"{close / 1000:.2f} s",
        )
    return table


def _number(number: float | None) -> str:
    return "–" if number is None else f"{number:.2f}"
