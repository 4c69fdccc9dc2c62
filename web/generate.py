"""Generates the app's types and tables from the records in Python (`make records`).

- web/src/net/protocol.ts: the messages of the WebSocket and the bodies of the HTTP API
- web/src/GAME/records.ts: what a seat sees of a game and may do in it, from the game's rulebook
- web/src/GAME/printed.ts: what is printed on a game's cards
- web/src/parts/marks/art.ts: the shapes and faces of players, from src/tacit/core/marks.json
  and, of bots, from each game's faces.json
- web/src/app/words/refusals.ts: the keys of everything the server refuses

`tests/test_generated.py` fails when these files are not what this program would write.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from enum import EnumType
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

import tacit
from tacit.core.mark import BotFace, Face, art
from tacit.core.plug import every_game, own_games, part
from tacit.games import extreme, mindup
from tacit.games.extreme.bots.belief.roles import Role
from tacit.games.extreme.bots.belief.tempo import Steady
from tacit.games.extreme.rules.cards import HIGHEST
from tacit.games.extreme.tempi import Tempi
from tacit.games.mindup.rules.cards import PRINTED
from tacit.games.mindup.rules.setup import MOST_OBJECTIVES
from tacit.games.mindup.rules.tableau import SCORE_VALUES
from tacit.log.verify import Verdict
from tacit.server.cluster import admin_records
from tacit.server.history.my_games import MyGames, MyPractice, MyRecords
from tacit.server.history.reviews import Far
from tacit.server.http.admin import records as admin
from tacit.server.http.api import calls, hooks, puzzles
from tacit.server.http.api import records as api
from tacit.server.http.api.club import daily_records as daily
from tacit.server.http.api.club import evening_records as evenings
from tacit.server.http.api.club import group_records as groups
from tacit.server.tables.lobby import LobbyTable
from tacit.server.watch import messages as together_messages
from tacit.table.conduct import conduct_of
from tacit.table.decide import requests
from tacit.table.log.records import Settings
from tacit.table.log.turns import CORRESPONDENCE_DAYS
from tacit.table.tell import messages, view

WEB = Path(__file__).parent / "src"
SOURCES = Path(tacit.__file__).parent
HEAD = (
    "// Written by web/generate.py from the records in Python. Change those, then `make records`.\n"
)

ANSWERS = (
    LobbyTable,
    api.DoorAnswer,
    api.MyTable,
    api.AnnouncementAnswer,
    api.MeAnswer,
    calls.MyTurn,
    calls.PushAnswer,
    calls.PushKnown,
    calls.SubscribePush,
    hooks.HookAnswer,
    hooks.SetHook,
    api.MovedAnswer,
    api.NewTable,
    api.TableAnswer,
    api.RoomAnswer,
    api.LinkAnswer,
    api.LinkLook,
    api.KeptAnswer,
    api.CodeAnswer,
    api.ResearchAnswer,
    api.ForgetLook,
    api.ForgetAnswer,
    api.DeviceAnswer,
    api.Ended,
    MyGames,
    MyRecords,
    MyPractice,
    groups.GroupAnswer,
    groups.PlayTonight,
    puzzles.PuzzleAnswer,
    puzzles.PuzzleSolved,
    groups.MyGroup,
    groups.TableGroup,
    groups.TakeIn,
    groups.GroupDeal,
    daily.DailyAnswer,
    daily.DailyTable,
    daily.PlayDaily,
    daily.DayAnswer,
    evenings.EveningAnswer,
    evenings.EveningGameAnswer,
    evenings.MyEvening,
    evenings.NewEvening,
    evenings.JoinEvening,
    evenings.PassEveningHost,
    evenings.LockEvening,
    evenings.SitOut,
    evenings.WholeRound,
    api.Problem,
    Tempi,
    Verdict,
    Far,
    admin.AdminSession,
    admin.AdminGuest,
    admin.AdminTable,
    admin.AdminAnswer,
    admin.AdminDone,
    admin.AdminDoors,
    admin.AdminEnd,
    admin.AdminMute,
    admin.AdminRemove,
)
INCOMING = (messages.FromClient, requests.Request, api.Body, admin_records.Order)
"""What the app says itself; it may leave out whatever has a default."""

CALLED = {
    "HouseView": "House",
    "DeviceAnswer": "Device",
    "PasskeyAnswer": "Passkey",
    "KeptAnswer": "Kept",
    "Ended": "DevicesEnded",
    "Player": "WhoPlayed",
    "Tempo": "TempoHeard",
}
"""Records with another name in the app."""

CHOICES: dict[str, tuple[str, ...]] = {
    "Emote": get_args(requests.Emote),
    "Tempo": get_args(get_type_hints(Settings)["tempo"]),
    "Steady": get_args(Steady),
    "Role": get_args(Role),
}
"""Choices of texts that have a name in the app."""

_DETAILS = "Record<string, number | string>"
MEANT: dict[tuple[str, str], str] = {
    ("Sync", "view"): "Games[G]['view'] | null",
    ("Sync", "events"): "Games[G]['sight'][]",
    ("Sync", "legal"): "Games[G]['legal']",
    ("Update", "events"): "Games[G]['sight'][]",
    ("Update", "legal"): "Games[G]['legal']",
    ("Update", "house"): "Partial<House>",
    ("HistoryTold", "turns"): "Games[G]['history']",
    ("OddsTold", "odds"): "Games[G]['odds']",
    ("Act", "action"): "Games[G]['action']",
    ("Do", "request"): "Request<G>",
    ("No", "details"): _DETAILS,
    ("Problem", "details"): f"{_DETAILS} | null",
    ("Presence", "line"): "'good' | 'fair' | 'poor' | 'new' | 'gone'",
    ("NewTable", "settings"): "Partial<Settings>",
    ("PlayTonight", "settings"): "Partial<Settings>",
    ("Far", "part"): "Review | null",
    ("PuzzleAnswer", "begin"): "SyncMessage<G>",
}
"""The types of fields that are only `Any`, `str` or `dict` in Python."""

FRESH = ("fresh?: boolean", "view?: unknown")
FRESH_OR_NOT = """
  | { fresh: true; view: Games[G]['view'] }
  | {
      fresh?: false
      /** The fields that changed; null if there is no game. */
      view?: Partial<Games[G]['view']> | null
    }
"""
"""An update holds a whole view or a part of one, and tells which."""


class Sheet:
    """A file of TypeScript, which holds every type it mentions once."""

    def __init__(self, about: str) -> None:
        self.parts = [f"// {about}\n{HEAD}"]
        self._named: dict[str, Any] = {}
        self._generic: set[str] = set()

    def __str__(self) -> str:
        return "\n".join(self.parts)

    def say(self, text: str) -> None:
        """Add some lines."""
        self.parts.append(text.rstrip("\n") + "\n")

    def name(self, kind: Any) -> str:
        """Return the name of a record, an enumeration or a new type; write it if it is new."""
        name = CALLED.get(kind.__name__, kind.__name__)
        if isinstance(kind, type) and issubclass(kind, messages.ToClient):
            name = f"{str(kind.__struct_config__.tag).capitalize()}Message"
        if name not in self._named:
            self._named[name] = kind
            self._write(name, kind)
        if self._named[name] is not kind:
            raise ValueError(f"two things are called {name}: {self._named[name]} and {kind}")
        return f"{name}<G>" if name in self._generic else name

    def _write(self, name: str, kind: Any) -> None:
        if isinstance(kind, NewType):
            self.say(f"export type {name} = {self.type(kind.__supertype__)}")
        elif isinstance(kind, EnumType):
            self.say(f"{about(kind)}export type {name} = {either(one.value for one in kind)}")
        else:
            fields = self.fields(kind)
            if kind is messages.Update:
                fields = [line for line in fields if line.rpartition("\n")[2] not in FRESH]
            generic = any("G]" in line or "<G>" in line for line in fields)
            if generic:
                self._generic.add(name)
            parameter = "<G extends GameName = GameName>" if generic else ""
            body = "\n".join(textwrap.indent(line, "  ") for line in fields)
            head = f"{about(kind)}export"
            if kind is messages.Update:
                self.say(f"{head} type {name}{parameter} = {{\n{body}\n}} & ({FRESH_OR_NOT})")
            else:
                self.say(f"{head} interface {name}{parameter} {{\n{body}\n}}")

    def fields(self, kind: Any) -> list[str]:
        """Return the fields of a record as JSON has them."""
        config, notes = kind.__struct_config__, field_notes(kind)
        lines = [] if config.tag is None else [f"{config.tag_field}: {quoted(config.tag)}"]
        may_lack = config.omit_defaults or issubclass(kind, INCOMING)
        for field in msgspec.structs.fields(kind):
            hint = field.type
            lacking = UnsetType in get_args(hint) or (may_lack and not field.required)
            meant = MEANT.get((kind.__name__, field.name))
            if meant is None:
                meant = "GameName" if (field.name, hint) == ("game", str) else self.type(hint)
            note = comment(notes.get(field.name, ""))
            lines.append(f"{note}{field.encode_name}{'?' if lacking else ''}: {meant}")
        return lines

    def type(self, hint: Any) -> str:
        """Return a Python type in TypeScript."""
        origin, args = get_origin(hint), get_args(hint)
        plain = {int: "number", float: "number", str: "string", bool: "boolean", Any: "unknown"}
        if hint in (None, NoneType):
            return "null"
        if hint in plain:
            return plain[hint]
        if origin is Annotated:
            return self.type(args[0])
        if origin is Literal:
            called = [name for name, choices in CHOICES.items() if choices == args]
            return called[0] if called else either(args)
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(self.type(one) for one in args if one is not UnsetType))
        if origin is dict:
            return f"Record<{self.type(args[0])}, {self.type(args[1])}>"
        if origin is list or (origin is tuple and args[1:] == (...,)):
            one = self.type(args[0])
            return f"({one})[]" if "|" in one else f"{one}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.type, args))}]"
        if isinstance(hint, NewType | EnumType) or issubclass(hint, msgspec.Struct):
            return self.name(hint)
        raise TypeError(f"no word of TypeScript for {hint}")


def quoted(text: object) -> str:
    """Return a text between quotes, the way the app is written."""
    return json.dumps(text, ensure_ascii=False) if "'" in str(text) else f"'{text}'"


def either(values: Any) -> str:
    """Return one of some texts or numbers."""
    return " | ".join(quoted(one) if isinstance(one, str) else json.dumps(one) for one in values)


def about(kind: Any) -> str:
    """Return what a record is for, as a comment."""
    return comment((inspect.getdoc(kind) or "").split("\n\n")[0])


def comment(text: str) -> str:
    """Return a text as a comment; None in Python is null here."""
    said = " ".join(text.split()).replace("None", "null")
    return f"/** {said} */\n" if said else ""


def field_notes(kind: Any) -> dict[str, str]:
    """Return the docstrings of a record's fields, inherited ones too."""
    notes: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one is msgspec.Struct or not issubclass(one, msgspec.Struct):
            continue
        source = textwrap.dedent(inspect.getsource(one))
        (written,) = ast.parse(source).body
        body = written.body
        for field, note in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(note, ast.Expr):
                notes[ast.unparse(field.target)] = " ".join(ast.literal_eval(note.value).split())
    return notes


def returned(rules: Any, function: str) -> Any:
    """Return the return type of a function of a rulebook."""
    return get_type_hints(getattr(rules, function))["return"]


def union(name: str, members: list[str]) -> str:
    """Return a type that is one of several."""
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in members)


def protocol() -> str:
    """Return the messages of the WebSocket and the bodies of the HTTP API."""
    sheet = Sheet(
        "The messages of the WebSocket (docs/protocol.md) and the bodies of the HTTP API."
    )
    for game in every_game():
        sheet.parts[0] += f"import type * as {game} from '../{game}/plug'\n"
    games = "\n".join(f"  {game}: {game}.Kinds" for game in every_game())
    sheet.say(f"/** What each game calls its own. */\nexport interface Games {{\n{games}\n}}")
    sheet.say("export type GameName = keyof Games")
    reviews = " | ".join(f"{game}.Review" for game in every_game())
    sheet.say(f"/** The review of a game of any kind. */\nexport type Review = {reviews}")
    sheet.say(f"export const PROTOCOL = {messages.PROTOCOL}")
    for name, choices in CHOICES.items():
        sheet.say(f"export type {name} = {either(choices)}")
    for name in ("Emote", "Tempo"):
        values = listed(CHOICES[name])
        sheet.say(f"export const {PLURAL[name]}: readonly {name}[] = {values}")
    sheet.name(view.HouseView)
    server = [sheet.name(one) for one in get_args(messages.ServerMessage)]
    sheet.say(union("ServerMessage<G extends GameName = GameName>", server))
    asked = [f"{{ {'; '.join(sheet.fields(one))} }}" for one in get_args(requests.AnyRequest)]
    sheet.say(union("Request<G extends GameName = GameName>", [flat(one) for one in asked]))
    said = [f"{{ {'; '.join(sheet.fields(one))} }}" for one in get_args(messages.ClientMessage)]
    sheet.say(union("ClientMessage<G extends GameName = GameName>", [flat(one) for one in said]))
    told = [sheet.name(one) for one in get_args(together_messages.RoomMessage)]
    sheet.say(union("RoomMessage", told))
    said = [f"{{ {'; '.join(sheet.fields(one))} }}" for one in get_args(together_messages.RoomSaid)]
    sheet.say(union("RoomSaid", [flat(one) for one in said]))
    for one in ANSWERS:
        sheet.name(one)
    return str(sheet)


PLURAL = {"Emote": "EMOTES", "Tempo": "TEMPI"}


def flat(text: str) -> str:
    """Return a record in one line, without notes."""
    return " ".join(re.sub(r"/\*\*.*?\*/", "", text).split())


def listed(values: Any) -> str:
    """Return a list of texts."""
    return f"[{', '.join(quoted(one) for one in values)}]"


def records(game: str) -> str:
    """Return what a seat sees of a game and may do in it."""
    rules = every_game()[game]
    sheet = Sheet(f"{rules.TITLE}: what a seat sees of it and may do in it.")
    seats = f"{{ least: {rules.PLAYERS[0]}, most: {rules.PLAYERS[-1]} }}"
    sheet.say(f"export const PLAYERS = {seats}")
    races = listed(sorted(one.__struct_config__.tag for one in conduct_of(game).races))
    comment = "/** Kinds of actions in which the first player counts. */"
    sheet.say(f"{comment}\nexport const RACES: readonly Action['kind'][] = {races}")
    for name, bound in BOUNDS.get(game, {}).items():
        sheet.say(f"export const {name} = {bound}")
    sheet.name(returned(rules, "view"))
    sights = [sheet.name(one) for one in get_args(returned(rules, "witness"))]
    sheet.say(union("Sight", sights))
    actions, legal = [], []
    for action in get_args(rules.Action):
        hints = {field.name: field.type for field in msgspec.structs.fields(action)}
        choices = {name: sheet.type(hint) for name, hint in hints.items() if name not in TABLES}
        fields = "".join(f"; {name}: {kind}" for name, kind in choices.items())
        kind = quoted(action.__struct_config__.tag)
        actions.append(f"{{ kind: {kind}{fields} }}")
        legal.append(f"  {kind}?: {next(iter(choices.values()), 'never')}[]")
    sheet.say(union("Action", actions))
    sheet.say("/** By kind of action, the cards or answers it can be done with now. */")
    sheet.parts[-1] += "export interface Legal {\n" + "\n".join(legal) + "\n}\n"
    past, odds = sheet.type(returned(rules, "history")), sheet.type(returned(rules, "odds"))
    sheet.say(
        "/** What this game calls its own in the protocol. */\nexport interface Kinds {\n"
        "  view: View\n  sight: Sight\n  action: Action\n  legal: Legal\n"
        f"  history: {past}\n  odds: {odds}\n}}"
    )
    return str(sheet)


BOUNDS = {
    "mindup": {
        "MOST_OBJECTIVES": MOST_OBJECTIVES,
        "CORRESPONDENCE_DAYS": list(CORRESPONDENCE_DAYS),
    }
}
"""Limits of the host's settings, by game."""

TABLES = ("seat", "at", "compensated")
"""The fields of an action that the table fills in."""


def mindup_printed() -> str:
    """Return what is printed on the cards of Mind Up!, and how long it is."""
    sheet = Sheet("Mind Up!: what is printed on its cards, and how many turns it has.")
    sheet.name(mindup.Colour)
    sheet.say(f"export const COLOURS: readonly Colour[] = {listed(mindup.Colour)}")
    sheet.say("/** By colour: the numbers of the cards, and the bonus on each. */")
    sheet.parts[-1] += "export const PRINTED: Record<Colour, Record<number, number>> = {\n"
    for colour, cards in PRINTED.items():
        row = ", ".join(f"{number}: {bonus}" for number, bonus in cards.items())
        sheet.parts[-1] += f"  {colour}: {{ {row} }},\n"
    sheet.parts[-1] += "}\n"
    sheet.say(f"export type ObjectiveNumber = {either(mindup.OBJECTIVES)}")
    rows = "\n".join(
        f"  {number}: {{ letter: {quoted(one.letter)}, value: {one.value} }},"
        for number, one in mindup.OBJECTIVES.items()
    )
    kind = "Record<ObjectiveNumber, { letter: string; value: number }>"
    sheet.say(f"export const OBJECTIVES: {kind} = {{\n{rows}\n}}")
    sheet.say(f"export const SCORE_VALUES = {json.dumps(SCORE_VALUES)}")
    turns = turns_by_round()
    sheet.say(f"/** By round: how many turns it has. */\nexport const TURNS = {json.dumps(turns)}")
    sheet.say(f"/** In one player's columns. */\nexport const MOST_CARDS = {max(turns) + 1}")
    return str(sheet)


def turns_by_round() -> list[int]:
    """Return how many turns the rounds have, by playing a game."""
    game = tacit.new("mindup", players=mindup.PLAYERS[0], seed=1)
    while not game.over:
        for seat in range(mindup.PLAYERS[0]):
            game.play(seat, game.legal(seat)[0])
    rounds = [turn.round for turn in mindup.history(game.state)]
    return [rounds.count(number) for number in sorted(set(rounds))]


def extreme_printed() -> str:
    """Return what stands on the cards of The Mind Extreme."""
    sheet = Sheet("The Mind Extreme: what is printed on its cards.")
    sheet.parts[0] += "import type { Colour, Reward } from './records'\n"
    sheet.say(f"export const COLOURS: readonly Colour[] = {listed(extreme.Colour)}")
    sheet.say(f"/** The numbers of a colour run up to it. */\nexport const HIGHEST = {HIGHEST}")
    sheet.say(
        "/** A level card: the colours laid face down, and the reward. */\n"
        "export interface Level {\n  blind: readonly Colour[]\n  reward: Reward | null\n}"
    )
    rows = "\n".join(
        f"  {{ blind: {listed(one.blind)}, "
        f"reward: {'null' if one.reward is None else quoted(one.reward)} }},"
        for one in extreme.LEVELS.values()
    )
    sheet.say(f"/** From level 1. */\nexport const LEVELS: readonly Level[] = [\n{rows}\n]")
    sheet.say(
        "/** What a team of some size begins with, and the last level it has to pass. */\n"
        "export interface Team {\n  last_level: number\n  lives: number\n  stars: number\n}"
    )
    teams = "\n".join(
        f"  {players}: {{ {', '.join(f'{k}: {v}' for k, v in team._asdict().items())} }},"
        for players, team in extreme.TEAMS.items()
    )
    sheet.say(f"export const TEAMS: Record<number, Team> = {{\n{teams}\n}}")
    sheet.say(f"export const MOST_LIVES = {extreme.MOST_LIVES}")
    sheet.say(f"export const MOST_STARS = {extreme.MOST_STARS}")
    return str(sheet)


def marks() -> str:
    """Return the art of players' marks."""
    found = art()
    sheet = Sheet("Marks: the shapes and the faces of people and bots, in a square of 40.")
    sheet.say(
        "/** Paths to fill, and lines to draw. */\n"
        "export interface Face {\n  fill: string\n  line: string\n}"
    )
    sheet.say(_lines("SHAPES: readonly string[]", "[]", map(quoted, found.shapes.values())))
    sheet.say(f"export const COLOURS = {len(found.colours)}")
    sheet.say("/** The names of the faces of people; the first is the initial of their name. */")
    sheet.parts[-1] += f"export const FACE_NAMES = {listed(found.faces)} as const\n"
    sheet.say(_lines("FACES: readonly Face[]", "[]", map(drawn, found.faces.values())))
    sheet.say("/** A bot's own face, shape and colour. */")
    faces = {bot: face for game in own_games() for bot, face in _bot_faces(game).items()}
    bots = (
        f"{bot}: {{ shape: {face.shape}, colour: {face.colour}, {drawn(face)[2:]}"
        for bot, face in faces.items()
    )
    kind = "Record<string, Face & { shape: number; colour: number }>"
    sheet.parts[-1] += _lines(f"BOTS: {kind}", "{}", bots) + "\n"
    sheet.say(f"export const GUEST_BOT: Face = {drawn(found.guest_bot)}")
    return str(sheet)


def _bot_faces(game: str) -> dict[str, BotFace]:
    """Return the faces that a game gives its bots."""
    return part(game, "bot_faces") or {}


def _lines(name: str, brackets: str, values: Any) -> str:
    body = "".join(f"  {value},\n" for value in values)
    return f"export const {name} = {brackets[0]}\n{body}{brackets[1]}"


def drawn(face: Face) -> str:
    """Return a face with its eyes among what is filled."""
    eyes = "".join(
        f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0 {r:g} {r:g} 0 1 0 {-2 * r:g} 0"
        for x, y, r in face.eyes
    )
    return f"{{ fill: {quoted(eyes + face.fill)}, line: {quoted(face.line)} }}"


PRINTERS = {"mindup": mindup_printed, "extreme": extreme_printed}
"""The printed data of games that have some."""

UNSEEN = {"other-name"}
"""Refused before the app is loaded."""


def refusal_keys() -> list[str]:
    """Return the keys of all refusals in the sources."""
    keys = set()
    for folder in ("games", "table", "club", "server"):
        for path in sorted((SOURCES / folder).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refused":
                    key = call.args[0]
                    if isinstance(key, ast.Constant):  # else it is passed on
                        keys.add(key.value)
    return sorted(keys - UNSEEN)


def refusals() -> str:
    """Return the keys of everything the server refuses."""
    sheet = Sheet("The keys of all refusals. Their words are in refused.ts.")
    sheet.say(union("RefusalKey", [quoted(key) for key in refusal_keys()]))
    return str(sheet)


def files() -> dict[Path, str]:
    """Return every file with its text."""
    written = {
        WEB / "net" / "protocol.ts": protocol(),
        WEB / "parts" / "marks" / "art.ts": marks(),
        WEB / "app" / "words" / "refusals.ts": refusals(),
    }
    for game in every_game():
        written[WEB / game / "records.ts"] = records(game)
        if game in PRINTERS:
            written[WEB / game / "printed.ts"] = PRINTERS[game]()
    return written


def main() -> None:
    """Write the files, and print those that changed."""
    for path, text in files().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            sys.stdout.write(f"{path.relative_to(WEB.parent.parent)}\n")


if __name__ == "__main__":
    main()
