"""The fourteen Bonus Objectives (MU-04, MU-31…MU-36), one small function for each condition.

A condition is asked once for each player, with every last card placed (MU-23): of their tableau,
of the order of the Score values, and of all tableaux at the table, their own among them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tacit.games.mindup.rules.cards import Colour
from tacit.games.mindup.rules.tableau import Order, Tableau, column_of, count

KEPT_FROM = 3
"""MU-36: that many objectives or more stay all game; fewer are renewed each round (MU-34)."""

Condition: TypeAlias = Callable[[Tableau, Order, tuple[Tableau, ...]], bool]


class Objective(NamedTuple):
    """A Bonus Objective card: a player who meets the condition gets the value (MU-33)."""

    letter: str
    value: int
    met: Condition


def one_or_three_orange(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#1. One or three orange cards."""
    return count(mine, Colour.ORANGE) in (1, 3)


def orange_in_one_or_two(mine: Tableau, order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#2. Without orange it is not met."""
    column = column_of(mine, Colour.ORANGE)
    return column is not None and order[column] in (1, 2)


def two_or_four_blue(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#3. Two or four blue cards."""
    return count(mine, Colour.BLUE) in (2, 4)


def no_colour_above_blue(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#4. A tie counts."""
    return count(mine, Colour.BLUE) == max(len(column) for column in mine)


def nobody_fewer_pink(mine: Tableau, _order: Order, table: tuple[Tableau, ...]) -> bool:
    """#5. Ties count, and so does zero."""
    return count(mine, Colour.PINK) == min(count(other, Colour.PINK) for other in table)


def nobody_more_pink(mine: Tableau, _order: Order, table: tuple[Tableau, ...]) -> bool:
    """#6. Ties count: if nobody has pink, everybody meets it."""
    return count(mine, Colour.PINK) == max(count(other, Colour.PINK) for other in table)


def green_rightmost(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#7. Columns fill from the left, so the rightmost used one is the last that is not empty."""
    used = sum(1 for column in mine if column)
    return column_of(mine, Colour.GREEN) == used - 1


def green_in_four_or_five(mine: Tableau, order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#8. Without green it is not met."""
    column = column_of(mine, Colour.GREEN)
    return column is not None and order[column] in (4, 5)


def purple_at_least_orange(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#9. None of either counts."""
    return count(mine, Colour.PURPLE) >= count(mine, Colour.ORANGE)


def nobody_more_purple(mine: Tableau, _order: Order, table: tuple[Tableau, ...]) -> bool:
    """#10. Ties count: if nobody has purple, everybody meets it."""
    return count(mine, Colour.PURPLE) == max(count(other, Colour.PURPLE) for other in table)


def all_five_colours(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#11. All five colours."""
    return all(mine)


def exactly_three_colours(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#12. Exactly three colours."""
    return sum(1 for column in mine if column) == 3


def some_colour_with_three(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#13. Met once, however many colours have three."""
    return any(len(column) == 3 for column in mine)


def some_colour_with_four(mine: Tableau, _order: Order, _table: tuple[Tableau, ...]) -> bool:
    """#14. Met once, however many colours have four."""
    return any(len(column) == 4 for column in mine)


OBJECTIVES: dict[int, Objective] = {
    1: Objective("A", +2, one_or_three_orange),
    2: Objective("A", -2, orange_in_one_or_two),
    3: Objective("B", +2, two_or_four_blue),
    4: Objective("B", +2, no_colour_above_blue),
    5: Objective("C", -2, nobody_fewer_pink),
    6: Objective("C", +2, nobody_more_pink),
    7: Objective("D", +2, green_rightmost),
    8: Objective("D", +2, green_in_four_or_five),
    9: Objective("E", +2, purple_at_least_orange),
    10: Objective("E", -2, nobody_more_purple),
    11: Objective("F", +2, all_five_colours),
    12: Objective("F", +2, exactly_three_colours),
    13: Objective("G", -2, some_colour_with_three),
    14: Objective("G", +2, some_colour_with_four),
}
