"""Time as players feel it: only while play is on. Hands on the table stop all counting."""

from __future__ import annotations

from tacit.games.extreme import POSITION, Colour, Pause, View


def played(pauses: tuple[Pause, ...], at: int) -> int:
    """Return the milliseconds of play from the level's deal to a moment.

    >>> played((Pause(1000, True), Pause(5000, False), Pause(9000, True)), 9500)
    4500
    """
    total = 0
    since: int | None = None
    for pause in pauses:
        if pause.at > at:
            break
        if since is not None:
            total += pause.at - since
        since = pause.at if pause.playing else None
    return total if since is None else total + at - since


def resumed(pauses: tuple[Pause, ...]) -> int:
    """Return when play went on for the last time; 0 if it never has."""
    return max((pause.at for pause in pauses if pause.playing), default=0)


def counted_from(view: View, colour: Colour) -> tuple[int, int, int]:
    """Return where a seat counts on from on a pile: the number of cards known, position and time.

    On an open pile it is the top card; on a blind one the last card the seat laid itself. Before
    the first it is 0, at the beginning of play.
    """
    cards = 0
    position = 0
    at = 0
    for laid in view.events:
        if laid.colour is colour and laid.card is not None:
            cards += 1
            position = POSITION[laid.card]
            at = laid.at
    return cards, position, played(view.pauses, at) if cards else 0
