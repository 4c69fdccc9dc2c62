"""What happened in The Mind Extreme, in a line for the player who saw it."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.games.extreme import (
    COLOUR,
    Card,
    Colour,
    Dealt,
    GameEnded,
    LevelPassed,
    Play,
    PlayedBlind,
    ProposeStar,
    StarAgreed,
    StarRefused,
    Started,
    Stop,
)
from tacit.games.extreme.rules.view import MistakeSeen, StarSeen, TurnedSeen

STYLE = {Colour.WHITE: "bold", Colour.RED: "bold red"}
NAME_CHARS = 20


def shown(card: Card) -> Text:
    """Return a card; its letter tells the colour where there are no colours.

    >>> shown(Card("W12")).plain
    'W12'
    """
    return Text(card, style=STYLE[COLOUR[card]])


def told(sight: Any, names: tuple[str, ...]) -> Text | None:
    """Return the line about what a player saw; None if there is nothing to say."""
    who = safe_text(names[sight.seat], NAME_CHARS) if hasattr(sight, "seat") else ""
    match sight:
        case Dealt():
            word = "card" if sight.level == 1 else "cards"
            return Text(f"Level {sight.level}: {sight.level} {word} each.", style="bold")
        case Started():
            return Text("Hands are lifted: play.")
        case Play():
            return Text(f"{who}: ") + shown(sight.card)
        case PlayedBlind():
            return Text(f"{who}: a {sight.colour} card, face down", style=STYLE[sight.colour])
        case MistakeSeen():
            return _overtaken("Mistake", sight, sight.aside, names)
        case TurnedSeen() if sight.overtook:
            return _overtaken("Turned", sight, sight.overtook, names)
        case TurnedSeen():
            return Text("Turned: ") + shown(sight.card) + Text(f" ({who})")
        case _:
            return _told_rest(sight, who, names)


def _told_rest(sight: Any, who: str, names: tuple[str, ...]) -> Text | None:
    match sight:
        case Stop():
            return Text(f"{who}: stop! All hands on the table.")
        case ProposeStar():
            return Text(f"{who}: shall we use a star?")
        case StarRefused():
            return Text(f"{who}: no star now.")
        case StarAgreed():
            return Text("All agree: each gives a card.")
        case StarSeen():
            given = zip(names, sight.discards, strict=True)
            line = Text("The star takes ")
            cards = [(safe_text(name, NAME_CHARS), card) for name, card in given if card]
            return line + Text(", ").join(shown(card) + Text(f" ({who})") for who, card in cards)
        case LevelPassed():
            reward = f" A {sight.reward} for you." if sight.gained else ""
            return Text(f"Level {sight.level} is passed.{reward}", style="bold")
        case GameEnded():
            return Text("The game is over.", style="bold")
        case _:
            return None


def _overtaken(
    word: str, sight: Any, late: tuple[tuple[int, Card], ...], names: tuple[str, ...]
) -> Text:
    line = Text(f"{word}: ", style="bold") + shown(sight.card) + Text(" came before ")
    cards = (shown(card) + Text(f" ({safe_text(names[seat], NAME_CHARS)})") for seat, card in late)
    lives = "1 life" if sight.lives == 1 else f"{sight.lives} lives"
    return line + Text(", ").join(cards) + Text(f". {lives} left.", style="bold")
