"""The replay file: one finished game as one line of JSON, a promise kept across versions.

`docs/formats.md` describes it. A reader of this version opens every file ever released; a file from
a later version is refused by name, not misread.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import GenericAlias
from typing import Any

import msgspec

from tacit.core.chance import SEED_BYTES, commitment
from tacit.core.mark import Mark
from tacit.core.plug import rulebook
from tacit.core.rulebook import Rulebook, SettingsError
from tacit.core.whole_file import whole_file

FORMAT = "tacit-replay"
VERSION = 4
"""The newest version; each file is written in the oldest one that can hold its game."""
SUFFIX = ".tacit.json"
LATEST_MS = 2**53 - 1
"""Milliseconds of a table's clock: the largest whole number that all readers of JSON agree on."""

MAX_PROBLEM_CHARS = 400
"""Characters of a text about a file: it may repeat what stands in the file."""

_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def shortened(problem: str) -> str:
    """Shorten an error text that quotes a file."""
    return problem if len(problem) <= MAX_PROBLEM_CHARS else f"{problem[:MAX_PROBLEM_CHARS]}…"


class ReplayError(ValueError):
    """This is not a replay that can be read; the text says why."""

    def __init__(self, problem: str) -> None:
        super().__init__(shortened(problem))


class Replay(msgspec.Struct, frozen=True):
    """A finished game."""

    rules: Rulebook
    settings: Any
    names: tuple[str, ...]
    contributions: tuple[bytes, ...]
    seed: bytes
    events: tuple[Any, ...]
    result: Any
    marks: tuple[Mark | None, ...] = ()
    """By seat, as the players chose them; empty if nobody did."""


class Document(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """The file, field by field in the order written."""

    format: str
    version: int
    """1, 2 if the game goes on from another one, 3 if it has marks, or 4 if it is practice."""
    game: str
    settings: msgspec.Raw
    seats: tuple[str, ...]
    marks: tuple[Mark | None, ...] = ()
    """By seat; from version 3 on."""
    commitment: str
    contributions: tuple[str, ...]
    seed: str
    events: msgspec.Raw
    result: msgspec.Raw
    digest: str
    """SHA-256 of this line with an empty digest."""


class _Header(msgspec.Struct):
    """What every version says first."""

    format: str
    version: int


def dump(replay: Replay) -> bytes:
    """Return the line of JSON that stands in a file, without the line's end."""
    return _line(replay, _version(replay))


def lines(replay: Replay) -> tuple[bytes, ...]:
    """Return what may stand in a file. Practice had no version of its own at first."""
    return tuple(_line(replay, version) for version in {_version(replay), _first_version(replay)})


def _line(replay: Replay, version: int) -> bytes:
    document = Document(
        format=FORMAT,
        version=version,
        game=replay.rules.NAME,
        settings=msgspec.Raw(msgspec.json.encode(replay.settings)),
        seats=replay.names,
        commitment=commitment(replay.seed),
        contributions=tuple(contribution.hex() for contribution in replay.contributions),
        seed=replay.seed.hex(),
        events=msgspec.Raw(msgspec.json.encode(replay.events)),
        result=msgspec.Raw(msgspec.json.encode(replay.result)),
        digest="",
        marks=replay.marks,
    )
    digest = hashlib.sha256(msgspec.json.encode(document)).hexdigest()
    return msgspec.json.encode(msgspec.structs.replace(document, digest=digest))


def digest_of(line: bytes) -> str:
    """Return what a file says its digest is."""
    return msgspec.json.decode(line, type=Document).digest


def _version(replay: Replay) -> int:
    """Return which version of the file a game needs: 3 knows no practice."""
    return 4 if getattr(replay.settings, "practice", 0) else _first_version(replay)


def _first_version(replay: Replay) -> int:
    """Return the same for what is no practice: 1 knows no what-ifs, and 2 no marks."""
    if replay.marks:
        return 3
    return 2 if getattr(replay.settings, "start", msgspec.UNSET) is not msgspec.UNSET else 1


def load(line: bytes, most_events: int | None = None) -> Replay:
    """Read one line; ReplayError if it is not a replay. Whether it is true, `verify` tells.

    A game of more than `most_events` is refused: what is done with a replay costs by the event.
    """
    try:
        header = msgspec.json.decode(line, type=_Header)
    except _UNREADABLE as error:
        raise ReplayError(f"not a replay: {error}") from None
    if header.format != FORMAT:
        raise ReplayError(f"not a replay: its format is {header.format!r}, not {FORMAT!r}")
    if not 1 <= header.version <= VERSION:
        raise ReplayError(
            f"a replay of format version {header.version}, which this Tacit does not know "
            f"(it reads up to version {VERSION}): a newer Tacit may read it"
        )
    try:
        replay = _read(msgspec.json.decode(line, type=Document))
    except _UNREADABLE as error:
        raise ReplayError(f"a damaged replay: {error}") from None
    if most_events is not None and len(replay.events) > most_events:
        raise ReplayError(
            f"a replay of {len(replay.events)} events, more than the {most_events} taken here: "
            "`tacit replay` and `tacit verify` take any number"
        )
    return replay


def _read(document: Document) -> Replay:
    try:
        rules = rulebook(document.game)
    except SettingsError:
        raise ReplayError(
            f"a replay of {document.game!r}, a game this Tacit does not know"
        ) from None
    for what, given in (("players", document.seats), ("contributions", document.contributions)):
        if len(given) > rules.PLAYERS[-1]:
            raise ReplayError(
                f"a damaged replay: {len(given)} {what}, but {rules.TITLE} has at most "
                f"{rules.PLAYERS[-1]} players"
            )
    if document.marks and (document.version < 3 or len(document.marks) != len(document.seats)):
        raise ReplayError("a damaged replay: its marks are not those of its players")
    seed = _hex("seed", document.seed)
    if len(seed) != SEED_BYTES:
        raise ReplayError(f"a damaged replay: the seed has {len(seed)} bytes, not {SEED_BYTES}")
    events = msgspec.json.decode(document.events, type=GenericAlias(tuple, (rules.Event, ...)))
    if any(abs(getattr(event, "at", 0)) > LATEST_MS for event in events):
        raise ReplayError("a damaged replay: a time of its clock is too large to be one")
    return Replay(
        rules=rules,
        settings=msgspec.json.decode(document.settings, type=rules.Settings),
        names=document.seats,
        contributions=tuple(_hex("contribution", text) for text in document.contributions),
        seed=seed,
        events=events,
        result=msgspec.json.decode(document.result),
        marks=document.marks,
    )


def _hex(name: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ReplayError(f"a damaged replay: the {name} is not hexadecimal") from None


def write(replay: Replay, path: Path) -> None:
    """Write a file whole or not at all."""
    with whole_file(path) as beside:
        beside.write_bytes(dump(replay) + b"\n")
