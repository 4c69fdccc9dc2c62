"""What messengers show of a link: a title, a sentence and a picture, as tags in the page's head.

The link of a table is its invitation: its preview tells the game and the host's name, as the
table's door does, and nothing else. A preview reads memory only and its picture is a file, so a
thousand crawlers load no table and draw nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from aiohttp import web

from tacit.core.plug import rulebook
from tacit.server.http.base_path import at
from tacit.server.http.visitor import is_secure, known_person
from tacit.server.site import SITE
from tacit.table.tell.presence import door

PICTURES = Path(__file__).parents[1] / "static" / "invite"
"""A picture of each game, 1200 × 630: `make invitations` draws them."""
MOST_LANGUAGES = 10
"""Languages that are read of what a browser accepts."""


class Invitation(NamedTuple):
    """An invitation in one language."""

    title: str
    about: str


INVITATIONS: Mapping[str, Invitation] = {
    "en": Invitation(
        "{host} invites you to {game}",
        "Take a seat: it plays in the browser, with no account and nothing to install.",
    ),
    "fr": Invitation(
        "{host} t’invite à jouer à {game}",
        "Prends place : ça se joue dans le navigateur, sans compte ni installation.",
    ),
    "it": Invitation(
        "{host} ti invita a giocare a {game}",
        "Siediti con noi: si gioca nel browser, senza account e senza installare nulla.",
    ),
    "de": Invitation(
        "{host} lädt dich zu {game} ein",
        "Setz dich dazu: Gespielt wird im Browser, ohne Konto und ohne Installation.",
    ),
    "es": Invitation(
        "{host} te invita a jugar a {game}",
        "Siéntate: se juega en el navegador, sin cuenta y sin instalar nada.",
    ),
    "pt": Invitation(
        "{host} convida você para jogar {game}",
        "Sente-se com a gente: joga-se no navegador, sem conta e sem instalar nada.",
    ),
}


def language_of(wanted: str, accepted: str) -> str:
    """Return the language that a link asks for, else the first that its reader accepts.

    >>> language_of("fr", "de"), language_of("", "nl, pt-BR;q=0.8, de;q=0.7"), language_of("x", "")
    ('fr', 'pt', 'en')
    """
    offered = (wanted, *accepted.split(",", MOST_LANGUAGES)[:MOST_LANGUAGES])
    primary = (one.strip().partition(";")[0].partition("-")[0].lower() for one in offered)
    return next((one for one in primary if one in INVITATIONS), "en")


def of_table(request: web.Request) -> bytes:
    """Return the tags for the link of a table; none for a table that is not in memory.

    So a link that leads nowhere, a table that has ended and one that is evicted look the same.
    """
    site = request.app[SITE]
    state = site.tables.seen(request.match_info["table"])
    if state is None:
        return b""
    person = known_person(request)
    shown = door(state, None if person is None else state.guest_of(person))
    if not shown.host:
        return b""
    asked = request.query.get("lang", ""), request.headers.get("Accept-Language", "")
    said = INVITATIONS[language_of(*asked)]
    game = rulebook(shown.game).TITLE
    return _tags(
        title=said.title.format(host=shown.host, game=game),
        about=said.about,
        picture=_origin(request) + at(request, _picture(shown.game)),
    )


@cache
def _picture(game: str) -> str:
    """Return the path of a game's picture; a game of another package has the icon of the site."""
    own = (PICTURES / f"{game}.png").is_file()
    return f"/static/invite/{game}.png" if own else "/static/icon-512.png"


def of_replay(request: web.Request) -> bytes:
    """Return the tags for the link of a replay."""
    table, number = (quote(request.match_info[part], safe="") for part in ("table", "number"))
    path = f"/api/tables/{table}/games/{number}/picture.png"
    return _tags(title="Tacit", picture=_origin(request) + at(request, path))


def with_tags(response: web.Response, tags: bytes) -> web.Response:
    """Put tags into the head of a page."""
    assert isinstance(response.body, bytes)
    response.body = response.body.replace(b"</head>", tags + b"</head>", 1)
    return response


def _origin(request: web.Request) -> str:
    return f"{'https' if is_secure(request) else 'http'}://{request.host}"


def _tags(*, title: str, picture: str, about: str = "") -> bytes:
    told = {
        "og:type": "website",
        "og:site_name": "Tacit",
        "og:title": title,
        "og:description": about,
        "og:image": picture,
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}"'
        f' content="{escape(value)}">'
        for name, value in told.items()
        if value
    ).encode()
