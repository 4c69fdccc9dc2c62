"""The app's words in each language that the tests of Mind Up! need."""

from __future__ import annotations

import re
from typing import NamedTuple


class Words(NamedTuple):
    """The words of one language."""

    locale: str
    invited: str
    name: str
    come_in: str
    watch: str
    hand: str
    pick: str
    again: str
    skip: str
    over: re.Pattern[str]
    on: re.Pattern[str]
    won: re.Pattern[str]

    def lay_it(self, card: int) -> str:
        """Return what is said of a card that was lifted; Italian says l’8, but il 9."""
        said = self.again.format(card)
        return said.replace(f"il {card}", f"l’{card}") if card in (1, 8, 11) else said


LANGUAGES = {
    "en": Words(
        locale="en-GB",
        invited="You are invited!",
        name="Your name",
        come_in="Come in",
        watch="Just watch",
        hand="Your hand",
        pick="Pick a card.",
        again="Tap {} again to play it.",
        skip="Skip",
        over=re.compile(r"^Round \d is over$"),
        on=re.compile(r"^(On to round \d|Who won\?)$"),
        won=re.compile("win"),
    ),
    "fr": Words(
        locale="fr-CA",
        invited="Une invitation pour toi !",
        name="Ton nom",
        come_in="Entrer",
        watch="Juste regarder",
        hand="Ta main",
        pick="Choisis une carte.",
        again="Touche encore le {} pour le poser.",
        skip="Passer",
        over=re.compile(r"^Fin de la manche \d$"),
        on=re.compile(r"^(À la manche \d|Qui a gagné\s\?)$"),
        won=re.compile("gagn"),
    ),
    "it": Words(
        locale="it-IT",
        invited="Hai un invito!",
        name="Il tuo nome",
        come_in="Entra",
        watch="Guarda soltanto",
        hand="La tua mano",
        pick="Scegli una carta.",
        again="Tocca ancora il {} per giocarlo.",
        skip="Salta",
        over=re.compile(r"^Fine del round \d$"),
        on=re.compile(r"^(Al round \d|Chi ha vinto\?)$"),
        won=re.compile("[Vv]in"),
    ),
    "de": Words(
        locale="de-AT",
        invited="Du bist eingeladen!",
        name="Dein Name",
        come_in="Reinkommen",
        watch="Nur zuschauen",
        hand="Deine Hand",
        pick="Wähle eine Karte.",
        again="Noch mal tippen, um die {} zu legen.",
        skip="Weiter",
        over=re.compile(r"^Runde \d ist vorbei$"),
        on=re.compile(r"^(Auf in Runde \d|Wer gewinnt\?)$"),
        won=re.compile("gewinn|Sieg"),
    ),
    "es": Words(
        locale="es-MX",
        invited="¡Tienes una invitación!",
        name="Tu nombre",
        come_in="Entrar",
        watch="Solo mirar",
        hand="Tu mano",
        pick="Elige una carta.",
        again="Toca otra vez el {} para jugarlo.",
        skip="Saltar",
        over=re.compile(r"^Fin de la ronda \d$"),
        on=re.compile(r"^(A la ronda \d|¿Quién gana\?)$"),
        won=re.compile("[Gg]ana|Victoria"),
    ),
    "pt": Words(
        locale="pt-BR",
        invited="Um convite para você!",
        name="Seu nome",
        come_in="Entrar",
        watch="Só assistir",
        hand="Sua mão",
        pick="Escolha uma carta.",
        again="Toque de novo no {} para jogá-lo.",
        skip="Pular",
        over=re.compile(r"^Fim da rodada \d$"),
        on=re.compile(r"^(Para a rodada \d|Quem ganhou\?)$"),
        won=re.compile("ganh|Vitória"),
    ),
}
