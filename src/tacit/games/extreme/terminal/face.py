"""What The Mind Extreme shows in the terminal: piles, hands, lives and stars, in real time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.games.extreme import (
    COLOUR,
    Card,
    Colour,
    Discard,
    LayHand,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Stop,
    View,
    Vote,
)
from tacit.games.extreme.terminal.telling import STYLE, shown, told
from tacit.terminal.face import STEP_MS, Key, Look, Moment

NAME_CHARS = 18
DIRECTION = {Colour.WHITE: "up ↑", Colour.RED: "down ↓"}
KEY = {Colour.WHITE: "w", Colour.RED: "r"}


class ExtremeFace:
    """Draws views of The Mind Extreme, and says which keys there are."""

    def draw(self, look: Look) -> Text:
        """Draw the table."""
        view: View = look.view
        lines = [_head(view), _fortune(view), Text(), *_piles(view), Text()]
        lines += [_player(look, seat) for seat in range(view.players)]
        lines += _beside(view, look.width)
        lines += [Text(), _hand(view), Text(), Text(_what_now(look), style="bold")]
        return Text("\n").join(lines)

    def keys(self, view: View, legal: Sequence[Any], _cursor: int) -> list[Key]:
        """One key lays the lowest white card, one the highest red; space is the hand."""
        return [key for action in legal if (key := _key(view, action)) is not None]

    def moments(
        self, _before: View, sight: Any, after: View, names: tuple[str, ...]
    ) -> Iterator[Moment]:
        """Tell what happened; the turning of a blind pile card by card."""
        is_slow = type(sight).__name__ == "TurnedSeen"
        yield Moment(after, told(sight, names), STEP_MS if is_slow else 0)

    def result(self, view: View, names: tuple[str, ...]) -> Text:
        """Tell how far the team came."""
        won = view.outcome == "won"
        said = "You won: your team has passed every level!" if won else "The last life is gone."
        team = ", ".join(safe_text(name, NAME_CHARS) for name in names)
        lines = [Text("The end", style="bold"), Text(), Text(said, style="bold")]
        lines.append(Text(f"Level {view.level} of {view.last_level} · {team}"))
        return Text("\n").join(lines)


def _key(view: View, action: Any) -> Key | None:
    match action:
        case LayHand():
            return Key("space", "hand on the table", action)
        case LiftHand():
            word = "lift your hand" if view.phase is Phase.LIFTING else "take it back"
            return Key("space", word, action)
        case Ready():
            return Key("space", "next level", action)
        case Play(card=card):
            return Key(KEY[COLOUR[card]], f"lay {shown(card).plain}", action)
        case Discard(card=card):
            return Key(KEY[COLOUR[card]], f"give {shown(card).plain}", action)
        case Stop():
            return Key("s", "stop", action)
        case ProposeStar():
            return Key("p", "propose a star", action)
        case Vote(agree=agree):
            return Key("y", "agree", action) if agree else Key("n", "refuse", action)
        case _:
            return None


def _head(view: View) -> Text:
    head = Text("The Mind Extreme", style="bold")
    blind = " and ".join(view.blind)
    said = f" · level {view.level} of {view.last_level}"
    return head + Text(said + (f" · {blind} face down" if blind else ""))


def _fortune(view: View) -> Text:
    line = Text(f"lives {'♥' * view.lives} {view.lives}", style="bold")
    line.append(f"   stars {'★' * view.stars} {view.stars}")
    if view.reward is not None:
        line.append(f"   this level brings a {view.reward}")
    return line


def _piles(view: View) -> list[Text]:
    """Draw both piles side by side."""
    lines = [Text() for _ in range(5)]
    for colour, pile in view.piles.items():
        top = pile.top[1:] if pile.top is not None else ("?" if pile.count else "")
        word = "card" if pile.count == 1 else "cards"
        parts = (
            f"{colour}, {DIRECTION[colour]}",
            "╭──────╮",
            f"│{top:^6}│",
            "╰──────╯",
            f"{pile.count} {word}",
        )
        for line, part in zip(lines, parts, strict=True):
            line.append(part.ljust(26), style=STYLE[colour])
    return lines


def _player(look: Look, seat: int) -> Text:
    view: View = look.view
    name = safe_text(look.names[seat], NAME_CHARS - 2).ljust(NAME_CHARS)
    line = Text(name, style="bold" if seat == view.seat else "")
    cards = view.cards_left[seat]
    line.append(f"{'▮' * cards} {cards}".ljust(16))
    if view.down[seat]:
        line.append("hand on the table")
    elif view.phase is Phase.VOTING:
        line.append({True: "agrees", False: "refuses", None: "…"}[view.votes[seat]])
    elif view.phase is Phase.CHOOSING and view.chosen[seat]:
        line.append("has chosen")
    elif view.phase is Phase.PASSED and view.ready[seat]:
        line.append("ready")
    return line


def _beside(view: View, width: int) -> list[Text]:
    """Draw what lies beside the piles, and what was turned over."""
    lines = []
    cards = {"aside": [card for _, card in view.aside], "turned": [one.card for one in view.turned]}
    for word, those in cards.items():
        if those:
            line = Text(f"{word} ") + Text(" ").join(map(shown, those))
            line.truncate(width, overflow="ellipsis")
            lines.append(line)
    return lines


def _hand(view: View) -> Text:
    line = Text("Your hand  ", style="bold")
    for colour in Colour:
        own: list[Card] = [card for card in view.hand if COLOUR[card] is colour]
        for at, card in enumerate(own):
            face = shown(card)
            if at == 0:
                face.stylize("reverse")
            line += face + Text(" ")
        line.append("   " if own else "")
    return line if view.hand else line + Text("empty")


def _what_now(look: Look) -> str:
    view: View = look.view
    seat = view.seat or 0
    match view.phase:
        case Phase.GATHERING:
            return "Waiting for the others." if view.down[seat] else "Lay your hand on the table."
        case Phase.LIFTING:
            return "All hands are down: lift yours." if view.down[seat] else "The others lift."
        case Phase.PLAYING:
            return "Now. No words, no signs." if view.hand else "Your hand is empty: watch."
        case Phase.VOTING:
            return "A star is proposed. Do you agree?" if view.votes[seat] is None else "Waiting."
        case Phase.CHOOSING:
            has_to = view.hand and view.choice is None
            return "Choose the card that you give to the star." if has_to else "Waiting."
        case Phase.PASSED:
            return "Level passed."
        case _:
            return ""


FACE = ExtremeFace()
