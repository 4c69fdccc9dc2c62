"""How a game of The Mind Extreme was played in time: every card, each player's pace, one number."""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme import COLOUR, POSITION, LevelBegun, Mistake, Play, State, Turned, view
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.bots.belief.tempo import USUAL_PACE_S
from tacit.games.extreme.bots.playtime import played
from tacit.games.extreme.review.clock import LEVEL_WEIGHT, USUAL_SPREAD, Clock, Waits, clock_of
from tacit.games.extreme.review.moments import Go, Wait, Watched, chosen, explain
from tacit.log.replay import Replay
from tacit.review.reviewing import Depth, Progress, nothing, states

WHITE, RED, BOTH = 1, -1, 0


def review(replay: Replay, _depth: Depth, progress: Progress) -> dict[str, Any]:
    """Return the review of a game, as docs/review.md describes it."""
    players = len(replay.names)
    waits, listener = Waits(players), Listener(players)
    levels: list[_Level] = []
    watched = Watched()
    for number, (before, event, after) in enumerate(states(replay), start=1):
        waits.see(before, event, after)
        listener.hear(view(after, None))
        if isinstance(event, LevelBegun):
            levels.append(_Level(event.level))
        levels[-1].see(event, after)
        _watch(watched, before, event, after)
        progress(number, len(replay.events), nothing)
    game = clock_of(waits.found)
    for level in levels:
        mine = [wait for wait in waits.found if wait.level == level.number]
        level.clock = game and clock_of(mine, likely=game, weight=LEVEL_WEIGHT)
    game = game or Clock(math.log(USUAL_PACE_S), USUAL_SPREAD)  # nobody ever waited
    return {
        "game": replay.rules.NAME,
        "synchrony": round(game.synchrony, 3),
        "levels": [level.told(game) for level in levels],
        "moments": chosen(watched.errors, watched.plays, math.exp(game.log_pace)),
        "counts": _counts(watched, math.exp(game.log_pace)) | replay.result | _practice(replay),
        "seats": [
            {"name": name} | _tempo(listener, seat) for seat, name in enumerate(replay.names)
        ],
    }


def _practice(replay: Replay) -> dict[str, bool]:
    """Say that lives were only counted, if it was practice."""
    return {"practice": True} if replay.settings.practice else {}


def _watch(watched: Watched, before: State, event: object, after: State) -> None:
    """Note every card laid and every mistake."""
    match event:
        case LevelBegun():
            watched.begin()
        case Play():
            watched.lay(event, played(after.pauses, event.at), before)
        case Mistake():
            watched.err(event.aside)
        case Turned() if event.overtook:
            watched.turn(event.card, event.overtook)
        case _:
            pass


def _counts(watched: Watched, pace_s: float) -> dict[str, int]:
    """Return how many lives went to cards that came early, to cards kept late, and to neither."""
    last = [explain(error, pace_s)[-1] for error in watched.errors]
    early, late = (sum(isinstance(one, kind) for one in last) for kind in (Wait, Go))
    return {"early": early, "late": late, "even": len(last) - early - late}


def _tempo(listener: Listener, seat: int) -> dict[str, Any]:
    """Return what a listener at the table, such as Echo, believes of a seat at the end."""
    belief = listener.beliefs[seat]
    if not belief.heard:
        return {"pace": {"white": None, "red": None}, "spread": None}
    return {
        "pace": {
            "white": round(math.exp(belief.tempo(WHITE).log_pace), 3),
            "red": round(math.exp(belief.tempo(RED).log_pace), 3),
        },
        "spread": round(belief.tempo(BOTH).steadiness, 3),
    }


class _Level:
    """One level, as it is walked through."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.clock: Clock | None = None
        self._plays: list[dict[str, Any]] = []
        self._times: list[int] = []
        """By play: when, in milliseconds of play."""
        self._early: dict[int, int] = {}
        """By play that was a mistake on an open pile: how many numbers too early."""

    def see(self, event: object, after: State) -> None:
        """Take in an event."""
        match event:
            case Play():
                now = played(after.pauses, event.at)
                margin = self._after_others(event, now)
                play = {"t": event.at, "seat": event.seat, "card": event.card, "margin": margin}
                self._plays.append(play)
                self._times.append(now)
            case Mistake():
                first = min(POSITION[card] for _, card in event.aside)
                self._early[len(self._plays) - 1] = POSITION[event.card] - first
            case Turned() if event.overtook:
                self._overtook(event)
            case _:
                pass

    def _after_others(self, event: Play, now: int) -> int | None:
        """Return how long after another player's last card on that pile this one came."""
        for play, then in zip(reversed(self._plays), reversed(self._times), strict=True):
            if play["seat"] != event.seat and COLOUR[play["card"]] is COLOUR[event.card]:
                return now - then
        return None

    def _overtook(self, event: Turned) -> None:
        """A blind card came too early: by as much as the last one it overtook came later."""
        at = {play["card"]: number for number, play in enumerate(self._plays)}
        late = max(self._times[at[card]] for _, card in event.overtook)
        number = at[event.card]
        self._plays[number]["margin"] = self._times[number] - late

    def told(self, game: Clock) -> dict[str, Any]:
        """Return the level's part of the review."""
        pace = math.exp(game.log_pace)
        for number, numbers in self._early.items():
            self._plays[number]["margin"] = -round(1000 * pace * numbers)
        clock = self.clock or game
        return {
            "level": self.number,
            "synchrony": round(clock.synchrony, 3),
            "plays": self._plays,
        }
