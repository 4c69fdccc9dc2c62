"""Is a replay true? Its bytes, its shuffle, every event and the result are judged again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from tacit.core.chance import Chance, commitment, mix
from tacit.core.rulebook import SettingsError
from tacit.log.replay import Replay, lines, shortened

_OTHER_RESULT = "The result is not what the game gives."


class Verdict(msgspec.Struct, frozen=True):
    """The answer of `verify`: `problem` says in words what is wrong, None if nothing is."""

    ok: bool
    game: str
    events: int
    problem: str | None


def verify(replay: Replay, line: bytes | None = None, commitments: Collection[str] = ()) -> Verdict:
    """Judge a replay; with the line it was read from, a single changed byte is found too.

    `commitments` are those that players kept from before the game: the seed has to fit them.
    """
    problem = _wrong_bytes(replay, line) or _wrong_seed(replay, commitments) or _wrong_game(replay)
    return Verdict(
        ok=problem is None,
        game=replay.rules.NAME,
        events=len(replay.events),
        problem=None if problem is None else shortened(problem),
    )


def _wrong_bytes(replay: Replay, line: bytes | None) -> str | None:
    """A replay is written in one way only in each version, with its commitment and its digest."""
    if line is not None and line not in lines(replay):
        return "The file was changed after it was written: its bytes, commitment or digest differ."
    return None


def _wrong_seed(replay: Replay, commitments: Collection[str]) -> str | None:
    """A whole other game can be true in itself; a commitment kept elsewhere cannot be changed."""
    if any(kept != commitment(replay.seed) for kept in commitments):
        return "The seed is not the one that a player was promised before the game."
    return None


def _wrong_game(replay: Replay) -> str | None:
    rules = replay.rules
    try:
        chance = Chance(mix(replay.seed, replay.contributions))
        state = rules.initial(rules.draw(replay.settings, chance))
    except SettingsError as error:
        return str(error)
    players = replay.settings.players
    if len(replay.names) != players:
        return f"{players} players sat down, but there are {len(replay.names)} names."
    for number, event in enumerate(replay.events, start=1):
        problem = _wrong_event(replay, state, event)
        if problem is not None:
            return f"Event {number} of {len(replay.events)}: {problem}"
        state = rules.evolve(state, event)
    if not rules.over(state):
        return "The game stops before its end."
    return None if _is_result(rules.result(state), replay.result) else _OTHER_RESULT


def _is_result(found: Any, told: Any) -> bool:
    try:
        return msgspec.json.encode(found) == msgspec.json.encode(told)
    except RecursionError:  # a file may tell something deeper than can be written
        return False


def _wrong_event(replay: Replay, state: Any, event: Any) -> str | None:
    rules = replay.rules
    expected = rules.follows(state)
    if expected is not None:
        if event == expected:
            return None
        return f"{_kind(expected)} had to follow here, and not as the replay has it."
    if not isinstance(event, rules.Action):
        return f"{_kind(event)} does not follow from what happened before."
    refused = rules.refusal(state, event)
    return None if refused is None else f"not allowed: {refused}"


def _kind(event: Any) -> str:
    return str(msgspec.to_builtins(event)["kind"])
