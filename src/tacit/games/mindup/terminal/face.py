"""What Mind Up! shows in the terminal: the row, all columns with their values, and the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from rich.text import Text

from tacit.games.mindup import (
    COLOUR,
    Dealt,
    Pick,
    Revealed,
    RoundEnded,
    TakeBack,
    View,
    column_for,
    place,
)
from tacit.games.mindup.review.story import STYLE, SYMBOL, face
from tacit.games.mindup.terminal.sheets import clipped, result_sheet, round_sheet
from tacit.games.mindup.terminal.words import objective
from tacit.terminal.face import STEP_MS, Key, Look, Moment

NAME_CHARS = 11
POINTS_CHARS = 11
PLAYER_LINES = 2
"""For the columns of one player, where more would push the hand off the screen."""


class MindUpFace:
    """Draws views of Mind Up!, and says which keys there are."""

    def draw(self, look: Look) -> Text:
        """Draw the table."""
        view: View = look.view
        lines = [self._head(view), self._row(view), Text()]
        hand = [Text(), *self._hand(look)]
        players = self._columns(look)
        if len(lines) + len(players) + len(hand) > look.height:
            players = self._columns(look, PLAYER_LINES)
        room = look.height - sum(map(len, (lines, players, hand, view.objectives)))
        if room > len(players):  # so that people find their columns more easily
            players = [line for one in players for line in (one, Text())]
        lines += [*players, *hand]
        room = look.height - len(lines)
        lines[2:2] = [self._objective(view, at) for at in range(len(view.objectives))][:room]
        return Text("\n").join(lines)

    def _head(self, view: View) -> Text:
        head = Text("Mind Up!", style="bold")
        turns = view.turn + max(0, len(view.hand) - 2)  # the last card is not played
        return head + Text(f" · round {view.round} of 3 · turn {view.turn} of {turns}")

    def _row(self, view: View) -> Text:
        row = Text("Row".ljust(NAME_CHARS), style="bold")
        return row + Text("   ").join(face(card) for card in view.row)

    def _objective(self, view: View, at: int) -> Text:
        met = view.seat is not None and view.met[view.seat][at]
        mark = "✓" if met else "·"
        return Text(f"{mark} {objective(view.objectives[at])}", style="bold" if met else "")

    def _columns(self, look: Look, most: int = 9) -> list[Text]:
        view: View = look.view
        width = max(10, (look.width - NAME_CHARS - POINTS_CHARS) // len(view.order))
        head = Text(" " * NAME_CHARS)
        for value in view.order:
            head.append(f"×{value}".ljust(width), style="bold")
        head.append("round  game".rjust(POINTS_CHARS), style="dim")
        lines = [head]
        for seat in range(view.players):
            lines += self._player(look, seat, width)[:most]
        return lines

    def _player(self, look: Look, seat: int, width: int) -> list[Text]:
        view: View = look.view
        is_awaited = view.pick is not None and not view.picked[seat]
        mark = "●" if view.picked[seat] else "…" if is_awaited else " "
        cells = [_cell(column, width) for column in view.tableaux[seat]]
        points = view.points[seat]
        lines = []
        for at in range(max(1, *map(len, cells))):
            name = f"{mark} {clipped(look.names[seat], NAME_CHARS - 3)}" if at == 0 else ""
            line = Text(name.ljust(NAME_CHARS), style="bold" if seat == view.seat else "")
            for cell in cells:
                part = cell[at] if at < len(cell) else Text()
                line += part + Text(" " * (width - part.cell_len))
            if at == 0:
                line.append(f"{points.total:>5}{points.so_far:>6}")
            lines.append(line)
        return lines

    def _hand(self, look: Look) -> list[Text]:
        view: View = look.view
        numbers, cards = Text(" " * NAME_CHARS), Text("Your hand".ljust(NAME_CHARS), style="bold")
        width = min(8, (look.width - NAME_CHARS) // max(1, len(view.hand)))
        for at, card in enumerate(view.hand):
            shown = face(card)
            left, right = ("[", "]") if card == view.pick else (" ", " ")
            if at == look.cursor % len(view.hand):
                left, right = ("›", right) if left == " " else (left, right)
                shown.stylize("reverse")
            cell = Text(left) + shown + Text(right)
            numbers.append(f" {at + 1}".ljust(max(width, cell.cell_len)))
            cards += cell + Text(" " * max(0, width - cell.cell_len))
        return [numbers, cards]

    def keys(self, view: View, legal: Sequence[Any], cursor: int) -> list[Key]:
        """A number or enter picks a card, arrows choose it, backspace takes it back."""
        picks = {action.card: action for action in legal if isinstance(action, Pick)}
        if not picks:
            return []
        hand, count = view.hand, len(view.hand)
        keys = [Key(str(at + 1), "", picks.get(card), at) for at, card in enumerate(hand)]
        here = cursor % count
        keys += [
            Key("left", "", cursor=(here - 1) % count),
            Key("right", "", cursor=(here + 1) % count),
            Key(f"1-{count}", "play a card"),
            Key("←→", "choose"),
            Key("enter", "play it", picks.get(hand[here]), here),
        ]
        back = next((action for action in legal if isinstance(action, TakeBack)), None)
        if back is not None:
            keys.append(Key("backspace", "take it back", back))
        return keys

    def moments(
        self, before: View, sight: Any, after: View, names: tuple[str, ...]
    ) -> Iterator[Moment]:
        """Tell a turn card by card, from the lowest, then what a round was worth."""
        match sight:
            case Dealt():
                yield Moment(after, Text(f"Round {sight.round} begins.", style="bold"))
            case Revealed():
                yield from _revealed(before, sight, after, names)
            case RoundEnded():
                for at, card in enumerate(sight.last):
                    said = (
                        Text(f"{clipped(names[at], 20)}: ") + face(card) + Text(" is the last card")
                    )
                    yield Moment(before, said, STEP_MS // 3)
                yield Moment(after, sheet=round_sheet(after, names))
            case _:
                yield Moment(after)

    def result(self, view: View, names: tuple[str, ...]) -> Text:
        """Tell the places."""
        return result_sheet(view, names)


def _revealed(
    before: View, sight: Revealed, after: View, names: tuple[str, ...]
) -> Iterator[Moment]:
    """Show which card of the row each card takes, lowest first."""
    tableaux, row = list(before.tableaux), list(before.row)
    for seat in sorted(range(len(names)), key=sight.plays.__getitem__):
        played, taken = sight.plays[seat], sight.taken[seat]
        column = column_for(tableaux[seat], taken)
        tableaux[seat] = place(tableaux[seat], taken)
        row.remove(taken)
        said = Text(f"{clipped(names[seat], 20)}: ") + face(played) + Text(" takes ") + face(taken)
        said.append(f", column ×{before.order[column]}")
        shown = replace(before, tableaux=tuple(tableaux), row=tuple(row), pick=None)
        yield Moment(shown, said, STEP_MS)
    yield Moment(after)


def _cell(column: Sequence[Any], width: int) -> list[Text]:
    """Return a column's cards in lines that fit: the colour's symbol once, then the numbers."""
    if not column:
        return [Text("·", style="dim")]
    colour = COLOUR[column[0]]
    lines = [SYMBOL[colour]]
    for card in column:
        number = face(card).plain.replace(SYMBOL[colour], "") if width >= 18 else str(card)
        if len(lines[-1]) + 1 + len(number) >= width:
            lines.append(" ")
        lines[-1] += f" {number}"
    return [Text(line, style=STYLE[colour]) for line in lines]


FACE = MindUpFace()
