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
    over: str
    """It names no winner: the table shows the result."""
    chat_over: str
    ending: str
    """A reminder: a quarter of the time is left."""
    test: str
    """A test message for a chat."""


WORDINGS: Mapping[str, Wording] = {
    "en": Wording(
        "It is your turn.",
        "{name} is at the table. Come and play!",
        "{game}: it is the turn of {names}.",
        "The game is over. See how it ended.",
        "{game}: the game is over ({names}).",
        "It is your turn, and little time is left.",
        "A test message from Tacit: it works.",
    ),
    "fr": Wording(
        "C’est à toi de jouer.",
        "{name} est à la table. Viens jouer\N{NARROW NO-BREAK SPACE}!",
        "{game}\N{NO-BREAK SPACE}: au tour de {names}.",
        "La partie est finie. Viens voir le résultat.",
        "{game}\N{NO-BREAK SPACE}: la partie est finie ({names}).",
        "C’est à toi de jouer, et il reste peu de temps.",
        "Message d’essai de Tacit\N{NO-BREAK SPACE}: ça marche.",
    ),
    "it": Wording(
        "Tocca a te.",
        "{name} è al tavolo. Vieni a giocare!",
        "{game}: tocca a {names}.",
        "La partita è finita. Guarda com’è andata.",
        "{game}: la partita è finita ({names}).",
        "Tocca a te, e resta poco tempo.",
        "Messaggio di prova di Tacit: funziona.",
    ),
    "de": Wording(
        "Du bist dran.",
        "{name} sitzt am Tisch. Spiel mit!",
        "{game}: Am Zug: {names}.",
        "Die Partie ist zu Ende. Schau, wie sie ausging.",
        "{game}: Die Partie ist zu Ende ({names}).",
        "Du bist dran, und die Zeit wird knapp.",
        "Testnachricht von Tacit: Es klappt.",
    ),
    "es": Wording(
        "Te toca jugar.",
        "{name} está en la mesa. ¡Ven a jugar!",
        "{game}: turno de {names}.",
        "La partida ha terminado. Mira cómo ha quedado.",
        "{game}: la partida ha terminado ({names}).",
        "Te toca jugar y queda poco tiempo.",
        "Mensaje de prueba de Tacit: funciona.",
    ),
    "pt": Wording(
        "É a sua vez.",
        "{name} está na mesa. Venha jogar!",
        "{game}: vez de {names}.",
        "A partida acabou. Veja como ficou.",
        "{game}: a partida acabou ({names}).",
        "É a sua vez, e resta pouco tempo.",
        "Mensagem de teste do Tacit: funciona.",
    ),
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
