"""Messages of clients, as they should be and as they should not be."""

from __future__ import annotations

import json
import random
from typing import Any

from tacit.games.extreme import DECK, Phase
from tacit.table.log.state import Stage, TableState

MESSAGES_A_TABLE = 2000
"""After this many a table is seen to be in order, and another one is taken."""
EMOTES = ("wave", "clap", "laugh", "think", "heart", "oops")
KINDS = {
    "mindup": ("pick", "take-back"),
    "extreme": (
        "lay-hand",
        "lift-hand",
        "play",
        "stop",
        "propose-star",
        "vote",
        "discard",
        "ready",
    ),
}
FITTING = {
    Phase.GATHERING: ("lay-hand",),
    Phase.LIFTING: ("lift-hand",),
    Phase.PLAYING: ("play", "play", "play", "propose-star", "stop"),
    Phase.VOTING: ("vote",),
    Phase.CHOOSING: ("discard",),
    Phase.PASSED: ("ready",),
}
RARE = ("leave", "remove", "pass-host", "pause", "stand", "free", "configure", "claim-host")
USUAL = (
    "join",
    "join",
    "contribute",
    "sit",
    "rename",
    "choose-mark",
    "add-bot",
    "start",
    "start",
    "rematch",
    "resume",
    "resume",
    "stand-in",
    "say",
    "show",
)
WORDS = (
    "",
    "Ann",
    "аnn",
    "\u202eBob",
    "\u200b",
    "e\u0301\u0327" * 30,
    "👩‍👩‍👧‍👦" * 9,
    "x" * 300,
    "\x00\x07",
    "\ud83d",
    "{text} {0} %s",
    "W8",
    "</script>",
    "../../etc/passwd",
    "00" * 32,
    "zz",
)
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    7,
    41,
    2**31,
    2**63,
    2**64,
    -(2**63) - 1,
    10**40,
    10**1000,
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    [],
    {},
    [[]],
    {"kind": "pick"},
    {"": ""},
    ["W8", 8],
    *WORDS,
)


class Mutants:
    """Draws messages: some that make sense now, some nearly so, some that never did."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._ids = 0

    def draw(self, state: TableState, seat: int | None) -> bytes:
        """Return the bytes of a message from the player in this seat of a table in this state."""
        dice = self.rng.random()
        if dice < 0.02:
            return self.rng.randbytes(self.rng.randrange(60))
        message = self.sensible(state, seat)
        if dice < 0.40:
            return json.dumps(message).encode()
        if dice < 0.80:
            for _ in range(self.rng.choice((1, 1, 2, 4))):
                message = self.change(message)
            return self.write(message)
        return self.garble(self.write(message))

    # Messages that make sense

    def sensible(self, state: TableState, seat: int | None) -> Any:
        """Return a message that the player in this seat might well send."""
        dice = self.rng.random()
        if dice < 0.03:
            version = self.rng.choice((0, 1, 5, 50))
            return {"type": "hello", "protocol": 1, "version": version}
        if dice < 0.08:
            return {"type": "pong", "n": self.rng.randrange(1, 40)}
        self._ids += 1
        again = self.rng.random() < 0.05
        number = self.rng.randrange(self._ids) if again else self._ids
        return {"type": "do", "id": f"m{number}", "request": self._request(state, seat)}

    def _request(self, state: TableState, seat: int | None) -> dict[str, Any]:
        acts = 0.75 if state.stage is Stage.PLAYING else 0.1
        if seat is None and self.rng.random() < 0.5:
            number = self.rng.randrange(6)
            return self.rng.choice(({"do": "join", "name": "Ann"}, {"do": "sit", "seat": number}))
        if self.rng.random() < acts:
            return {"do": "act", "action": self._action(state, seat)}
        do = self.rng.choice(RARE if self.rng.random() < 0.15 else USUAL)
        return {"do": do, **self._fields(do)}

    def _fields(self, do: str) -> dict[str, Any]:
        rng = self.rng
        match do:
            case "join":
                return {"name": rng.choice(WORDS), "watch": rng.random() < 0.2}
            case "rename":
                return {"name": rng.choice(WORDS)}
            case "choose-mark":
                parts = {part: rng.randrange(9) for part in ("shape", "colour", "face")}
                return {"mark": rng.choice((parts, {}, None, "cat"))}
            case "contribute":
                return {"contribution": rng.choice(("", "ab", "AB cd", *WORDS))}
            case "sit" | "free" | "stand-in":
                return {"seat": rng.randrange(-1, 7)}
            case "add-bot":
                bot = rng.choice(("random", "random", "greedy", "metronome", "x:y"))
                return {"seat": rng.randrange(6), "bot": bot}
            case "remove" | "pass-host":
                return {"guest": rng.randrange(-1, 9)}
            case "say":
                return {"text": rng.choice(WORDS)}
            case "show":
                return {"emote": rng.choice(EMOTES)}
            case "configure":
                return {"settings": self._settings()}
            case _:
                return {}

    def _settings(self) -> dict[str, Any]:
        rng = self.rng
        return {
            "objectives": rng.choice((0, 0, 1, 5, 6)),
            "turn_seconds": rng.choice((None, None, 5, 3600, 0)),
            "public": rng.random() < 0.5,
            "spectators": rng.random() < 0.9,
        }

    def _action(self, state: TableState, seat: int | None) -> dict[str, Any]:
        rng = self.rng
        kind = rng.choice(KINDS[state.game])
        if state.play is None or seat is None or seat >= len(state.play.hands):
            return {"kind": kind, "card": rng.choice(("W8", 8, None))}
        if rng.random() < 0.9:
            mindup = state.game == "mindup"
            kind = "pick" if mindup else rng.choice(FITTING.get(state.play.phase, (kind,)))
        action: dict[str, Any] = {"kind": kind}
        if kind in ("pick", "play", "discard"):
            hand = state.play.hands[seat]
            anything = range(1, 61) if state.game == "mindup" else DECK
            action["card"] = rng.choice(hand if hand and rng.random() < 0.9 else anything)
        if kind == "vote":
            action["agree"] = rng.random() < 0.7
        return action

    # Messages that make less

    def change(self, value: Any) -> Any:
        """Change something somewhere in a JSON value."""
        rng = self.rng
        if not isinstance(value, dict) or not value or rng.random() < 0.1:
            return rng.choice(JUNK)
        changed = dict(value)
        name = rng.choice(tuple(changed))
        dice = rng.random()
        if dice < 0.6:
            changed[name] = self.change(changed[name])
        elif dice < 0.75:
            del changed[name]
        elif dice < 0.9:
            changed[rng.choice(("at", "seat", "by", "type", "do", "kind", "x" * 50, "é"))] = (
                rng.choice(JUNK)
            )
        else:
            changed[name.upper()] = changed.pop(name)
        return changed

    def write(self, value: Any) -> bytes:
        """Write JSON in one of the ways it can be written; half a pair of characters escaped."""
        rng = self.rng
        text = json.dumps(value, separators=rng.choice(((",", ":"), (" , ", " :\t"))))
        if rng.random() < 0.3:
            text = json.dumps(value, ensure_ascii=False)
        if rng.random() < 0.05 and text.startswith("{"):
            junk = json.dumps(rng.choice(JUNK))
            text = f'{{"{rng.choice(("type", "id", "request"))}":{junk},{text[1:]}'
        if rng.random() < 0.02:
            deep = rng.choice((10, 100, 900, 3000))
            text = text.replace(":", ":" + "[" * deep, 1)
        return text.encode(errors="surrogatepass")

    def garble(self, data: bytes) -> bytes:
        rng = self.rng
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.randrange(12))
        match rng.randrange(5):
            case 0:
                return data[:start]
            case 1:
                return data[:start] + data[end:]
            case 2:
                return data[:end] + data[start:]
            case 3:
                return data[:start] + rng.randbytes(end - start) + data[end:]
            case _:
                odd = rng.choice((b"\x00", b'"', b"}", b"\xff", b"9" * 400))
                return data[:start] + odd + data[end:]
