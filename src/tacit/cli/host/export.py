"""`tacit export`: the games that all their players gave to research, without names."""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tacit.cli.input import InputError
from tacit.core.whole_file import whole_file

if TYPE_CHECKING:
    from tacit.store import Store
    from tacit.store.games import KeptGame

FORMAT = "tacit-research"
VERSION = 1
SALT_CHARS = 16
"""The shortest salt that a host may choose."""
AT_ONCE = 50
"""Logs that are read in one step: few, so that a running site is not slowed down."""
ID_CHARS = 16


def run(args: argparse.Namespace) -> int:
    """Write the games and their data card; the site may run."""
    from tacit.store import open_existing

    salt = _salt(args.salt)
    out = None if args.out == "-" else Path(args.out)
    card = Path(args.card) if args.card else _beside(out)
    store = open_existing(args.site.db)
    try:
        chosen = _choose(store, salt)
        written = _write(_lines(store, chosen, salt), out)
    finally:
        store.close()
    found = chosen.counts | {"written": written}
    if card is not None:
        _whole(card, [_card(found).encode()])
    _tell(args, found, out, card)
    return 0


def _salt(text: str | None) -> bytes:
    if text is None:
        return secrets.token_bytes(32)
    if len(text) < SALT_CHARS:
        raise InputError(f"--salt must have at least {SALT_CHARS} characters and be hard to guess")
    return text.encode(errors="surrogateescape")


def _beside(out: Path | None) -> Path | None:
    if out is None:
        return None
    card = out.with_suffix(".md")
    if card == out:
        raise InputError(f"the data card would overwrite {out}: name it .jsonl, or give --card")
    return card


class _Picked(NamedTuple):
    """A game for research, and how many such games each player had until then."""

    id: str
    game: KeptGame
    nth: tuple[int | None, ...]


class _Chosen(NamedTuple):
    picked: list[_Picked]
    """Ordered by id, which does not reveal when they were played."""
    counts: dict[str, int]


def _choose(store: Store, salt: bytes) -> _Chosen:
    """Bring the projection up to date, and find the games in which all players agreed."""
    from tacit.server.history.projection import Projection, about
    from tacit.store.games import BEGINNING

    projection = Projection(store.games)
    while projection.read_new(AT_ONCE):
        pass
    agreed = store.agreed()
    played: Counter[str] = Counter()
    picked = []
    finished = unfinished = 0
    place = BEGINNING
    while games := store.games.after(place, AT_ONCE):
        place = games[-1].position
        for game in games:
            told = about(game)
            if told.practice:
                continue
            if told.result is None:
                unfinished += 1
                continue
            finished += 1
            people = [person for person in game.people if person]
            if all(person in agreed for person in people):
                played.update(people)
                nth = tuple(played[person] if person else None for person in game.people)
                named = f"{game.table} {game.position.number}"
                picked.append(_Picked(_hashed(salt, "game", named), game, nth))
    counts = {
        "games": len(picked),
        "people": len(played),
        "not_agreed": finished - len(picked),
        "given_up": unfinished,
    }
    return _Chosen(sorted(picked, key=lambda one: one.id), counts)


def _hashed(salt: bytes, what: str, text: str) -> str:
    """Return an id that cannot be computed without the salt."""
    said = f"tacit research {what} {text}".encode()
    return hmac.new(salt, said, hashlib.sha256).hexdigest()[:ID_CHARS]


def _lines(store: Store, chosen: _Chosen, salt: bytes) -> Iterator[bytes]:
    import msgspec

    from tacit.table.log.records import decode
    from tacit.table.past.research import told

    for first in range(0, len(chosen.picked), AT_ONCE):
        agreed = store.agreed()  # a player may have changed their answer since
        some = [
            one
            for one in chosen.picked[first : first + AT_ONCE]
            if all(not person or person in agreed for person in one.game.people)
        ]
        tables = {one.game.table for one in some}
        logs = {log.table: decode(log.entries) for log in store.games.read(tables)}
        for one in some:
            shown = told(logs.get(one.game.table, ()), one.game.position.number)
            if shown is None:  # removed meanwhile
                continue
            seats = [
                {"player": _hashed(salt, "person", person), "nth": nth} if person else {"bot": bot}
                for person, nth, bot in zip(one.game.people, one.nth, shown.bots, strict=True)
            ]
            line = {
                "format": FORMAT,
                "version": VERSION,
                "id": one.id,
                "game": shown.game,
                "settings": shown.settings,
                "seats": seats,
                "events": shown.events,
                "result": shown.result,
            }
            yield msgspec.json.encode(line)


def _write(lines: Iterator[bytes], out: Path | None) -> int:
    """Write the lines to a file or to standard output; return how many."""
    if out is None:
        count = 0
        for line in lines:
            sys.stdout.buffer.write(line + b"\n")
            count += 1
        sys.stdout.buffer.flush()
        return count
    return _whole(out, (line + b"\n" for line in lines))


def _whole(path: Path, pieces: Iterable[bytes]) -> int:
    """Write a file atomically; return how many pieces."""
    count = 0
    with whole_file(path) as beside, beside.open("wb") as file:
        for piece in pieces:
            file.write(piece)
            count += 1
    return count


def _card(found: dict[str, int]) -> str:
    from tacit import __version__

    text = Path(__file__).with_name("data_card.md").read_text("utf-8")
    known = {name: f"{number:,}" for name, number in found.items()}
    return text.format(**known, format=FORMAT, version=VERSION, tacit=__version__)


def _tell(
    args: argparse.Namespace, found: dict[str, int], out: Path | None, card: Path | None
) -> None:
    where = sys.stderr if out is None else sys.stdout
    if args.json:
        report = found | {"out": args.out, "card": None if card is None else str(card)}
        print(json.dumps(report), file=where)
        return
    print(
        f"{found['written']:,} games of {found['people']:,} people who agreed;"
        f" {found['not_agreed']:,} are left out, because not all their players did.",
        file=where,
    )
    if card is not None:
        print(f"What the data is, and what it is not: {card}", file=where)
