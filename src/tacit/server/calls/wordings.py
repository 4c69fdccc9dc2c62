"""What a call says, in the language of its reader. It tells no card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tacit.core.plug import rulebook

MOST_NAMES = 3
MOST_CHARS = 120


class Wording(NamedTuple):
    """The sentences of one language."""

    turn: str
    group: str
    chat: str
    """The text for a chat that all players read."""


WORDINGS: Mapping[str, Wording] = {
    "en": Wording(
        "It is your turn.",
        "{name} is at the table. Come and play!",
        "{game}: it is the turn of {names}.",
    ),
    "fr": Wording(
        "C’est à toi de jouer.",
        "{name} est à la table. Viens jouer\N{NARROW NO-BREAK SPACE}!",
        "{game}\N{NO-BREAK SPACE}: au tour de {names}.",
    ),
    "it": Wording(
        "Tocca a te.", "{name} è al tavolo. Vieni a giocare!", "{game}: tocca a {names}."
    ),
    "de": Wording("Du bist dran.", "{name} sitzt am Tisch. Spiel mit!", "{game}: Am Zug: {names}."),
    "es": Wording(
        "Te toca jugar.", "{name} está en la mesa. ¡Ven a jugar!", "{game}: turno de {names}."
    ),
    "pt": Wording("É a sua vez.", "{name} está na mesa. Venha jogar!", "{game}: vez de {names}."),
}


def of(language: str) -> Wording:
    """Return the sentences of a language, English if there are none."""
    return WORDINGS.get(language, WORDINGS["en"])


def table_title(game: str, others: Sequence[str]) -> str:
    """Return what a table is known by: its game and the others who play.

    >>> table_title("mindup", ["Ben", "Cleo"])
    'Mind Up!: Ben, Cleo'
    """
    title = rulebook(game).TITLE
    named = ", ".join(others[:MOST_NAMES])
    return f"{title}: {named}"[:MOST_CHARS] if named else title
