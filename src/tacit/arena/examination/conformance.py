"""Does a bot do all that a bot has to? The checks of `tacit check-bot`, in order."""

from __future__ import annotations

import functools
import os
import random
import statistics
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from tacit.arena.examination.observed import EXAMINED, Misbehaved, Notes, Observed
from tacit.arena.runner.asking import Asker
from tacit.arena.runner.match import play_match
from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import counts_playouts, find_bot
from tacit.core.chance import Chance, mix
from tacit.core.plug import part, rulebook
from tacit.core.rulebook import Rulebook, Seat, decide, settle
from tacit.log.game import ActionRefused, Game, seed_from

PLAYOUTS = 20
"""For questions that need the same choice again, of bots that can count."""
TRIALS = 6


class Finding(msgspec.Struct, frozen=True):
    """A question, and what is wrong if the answer is no."""

    question: str
    problem: str | None = None
    skipped: str | None = None
    """Why it was not asked."""


def examine(name: str, game: str, notes: Notes) -> Iterator[Finding | str]:
    """Ask everything, in a process of its own; each question is told before it is asked."""
    exam = _Exam(name, game, notes)
    with tempfile.TemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        for question, ask in exam.questions(printed):
            yield question
            yield _asked(question, ask)


class _Skipped(Exception):
    """A question that cannot be put to this bot."""


def _asked(question: str, ask: Callable[[], None]) -> Finding:
    try:
        ask()
    except _Skipped as why:
        return Finding(question, skipped=str(why))
    except BaseException as error:  # whatever a bot raises, its exit included
        return Finding(question, problem=_told(error))
    return Finding(question)


def _told(error: BaseException) -> str:
    """Say what went wrong and, if it was the bot's own code, where."""
    cause = error.__cause__ or error
    if isinstance(cause, (Misbehaved, BotError, ActionRefused)):
        return " ".join(str(error).split())
    place = traceback.extract_tb(cause.__traceback__)[-1]
    what = f"{type(cause).__name__}: {cause}".removesuffix(": ")
    return " ".join(f"{what} ({Path(place.filename).name}, line {place.lineno})".split())


class _Exam:
    """One bot and one game."""

    def __init__(self, name: str, game: str, notes: Notes) -> None:
        self._name = name
        self._rules: Rulebook = rulebook(game)
        self._asking = asking_of(game)
        self._worlds = part(game, "worlds")
        self._notes = notes
        usual = msgspec.structs.replace(notes.care.timeouts, most_late=sys.maxsize)
        self._care = notes.care._replace(timeouts=usual)
        """Being late is a question of its own: it ends no game here."""
        self._bot: Any = None
        self._finished = False

    def questions(self, printed: IO[bytes]) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield what is asked, and how."""
        rules = self._rules
        few, many = rules.PLAYERS[0], rules.PLAYERS[-1]
        games = f"{few} to {many} players"
        if self._worlds is not None:
            games += self._worlds.TRIED_WORDS
        yield "is found by its name in a new process", self._is_found
        yield f"plays whole games from every seat, {games}", self._plays
        yield "leaves its view as it is", self._leaves_its_view
        millis = 1000 * self._notes.care.budget_s
        yield f"answers within its budget of {millis:g} ms", self._is_in_time
        yield "does the same again for the same seed", self._repeats_itself
        yield "does not depend on what it cannot know", self._does_not_peek
        yield "prints nothing", lambda: _is_silent(printed)

    def _is_found(self) -> None:
        self._bot = find_bot(self._name, self._rules.NAME)

    def _settings(self) -> Iterator[dict[str, int]]:
        for players in self._rules.PLAYERS:
            for more in ({},) if self._worlds is None else self._worlds.TRIED:
                yield {"players": players, **more}

    def _found(self) -> Any:
        if self._bot is None:
            raise _Skipped("there is no bot to ask")
        return self._bot

    def _plays(self) -> None:
        for settings in self._settings():
            self._play(settings, self._found(), self._notes)
        self._finished = True

    def _play(self, settings: dict[str, int], make: Any, notes: Notes) -> None:
        """Play a game with the bot in all seats."""
        name = f"check {settings}"
        names = [EXAMINED] * settings["players"]
        game = Game(self._rules.NAME, settings, seed=seed_from(name), names=names)
        makers = [functools.partial(Observed, notes, self._asking, make)] * game.players
        play_match(game, makers, name, care=self._care)

    def _leaves_its_view(self) -> None:
        if not self._notes.answers:
            raise _Skipped("it has not answered anything")
        if self._notes.changed_view is not None:
            raise Misbehaved(f"{self._notes.changed_view} changed the view it was given")

    def _is_in_time(self) -> None:
        if not self._notes.seconds:
            raise _Skipped("it has not answered anything")
        usual = statistics.median(self._notes.seconds)
        care = self._notes.care
        if usual > 2 * care.budget_s + care.timeouts.usual_s:
            worst = max(self._notes.seconds)
            raise Misbehaved(f"takes {1000 * usual:.0f} ms an answer, once {1000 * worst:.0f} ms")

    def _same_again(self) -> Any:
        """Return what makes the bot so that it can do the same again."""
        bot = self._found()
        if not self._finished:
            raise _Skipped("it does not finish its games")
        if counts_playouts(bot):
            return functools.partial(bot, playouts=PLAYOUTS)
        if getattr(bot, "timed", False):
            raise _Skipped("it goes by the clock and cannot count playouts")
        return bot

    def _repeats_itself(self) -> None:
        make = self._same_again()
        for settings in self._settings():
            first, second = self._notes.fresh(), self._notes.fresh()
            self._play(settings, make, first)
            self._play(settings, make, second)
            for here, there in zip(first.answers, second.answers, strict=False):
                if here != there:
                    seat, method, _, answer = here
                    raise Misbehaved(
                        f"in seat {seat}, {method} answered {answer}, the second time {there[3]}"
                    )

    def _does_not_peek(self) -> None:
        make = self._same_again()
        if self._worlds is None:
            raise _Skipped("this game does not say what else could be hidden")
        rng = random.Random(f"check {self._rules.NAME}")  # noqa: S311  # no secrets here
        for trial in range(TRIALS):
            self._compare_worlds(make, rng, trial)

    def _compare_worlds(self, make: Any, rng: random.Random, trial: int) -> None:
        """Play a game, exchange what the bot could not know, and ask it all questions again."""
        rules = self._rules
        settings = rng.choice(list(self._settings()))
        seat = Seat(rng.randrange(settings["players"]))
        seed = seed_from(f"worlds {trial}")
        names = [EXAMINED] * settings["players"]
        game = Game(rules.NAME, settings, seed=seed, names=names)
        makers: list[Any] = [find_bot("random", rules.NAME)] * game.players
        seeds: list[int] = []

        def observed(place: int, players: int, luck: int) -> Any:
            seeds.append(luck)
            return Observed(self._notes.fresh(), self._asking, make, place, players, luck)

        makers[seat] = observed
        play_match(game, makers, f"worlds {trial}", care=self._care)
        setup = rules.draw(game.settings, Chance(mix(seed, ())))
        actions = [event for event in game.events if isinstance(event, rules.Action)]
        actions = actions[: rng.randrange(len(actions))]
        log = _log(rules, setup, actions)
        worlds = ((setup, actions), self._worlds.another(setup, log, seat, rng))
        answers = []
        for world, acts in worlds:
            notes = self._notes.fresh()
            asker = Asker(seat, EXAMINED, self._care)
            seat_it = functools.partial(Observed, notes, self._asking, make)
            bot = asker.ask(functools.partial(seat_it, seat, game.players, seeds[0]))
            _ask_along(rules, world, acts, functools.partial(self._ask_again, asker, bot, seat))
            answers.append(notes.answers)
        if answers[0] != answers[1]:
            raise Misbehaved("its choice changes with cards it cannot see")

    def _ask_again(
        self, asker: Asker, bot: Any, seat: Seat, state: Any, before: tuple[Seat, ...]
    ) -> None:
        """Ask as the game would, where all choose at once only the first time round."""
        waiting = self._rules.waiting(state)
        awaited = seat in waiting
        if self._asking.timed or (awaited and not set(waiting) < set(before)):
            view, now = self._rules.view(state, seat), getattr(state, "now", 0)
            asker.step(self._asking, bot, view, seat, awaited=awaited, now=now)


def _log(rules: Rulebook, setup: Any, actions: list[Any]) -> list[Any]:
    """Return all that happens when these actions are taken."""
    log: list[Any] = []
    state = settle(rules.initial(setup), log, rules.follows, rules.evolve)
    for action in actions:
        done: Any = decide(rules, state, action)
        log += done.events
        state = done.state
    return log


def _ask_along(
    rules: Rulebook,
    setup: Any,
    actions: list[Any],
    ask: Callable[[Any, tuple[Seat, ...]], None],
) -> None:
    """Let a game happen, and ask wherever a bot would be asked."""
    state = settle(rules.initial(setup), [], rules.follows, rules.evolve)
    before: tuple[Seat, ...] = ()
    for action in [*actions, None]:
        ask(state, before)
        before = rules.waiting(state)
        if action is not None:
            done: Any = decide(rules, state, action)
            state = done.state


def _is_silent(printed: IO[bytes]) -> None:
    sys.stdout.flush()
    printed.seek(0)
    first = printed.readline().decode(errors="replace").strip()
    if first:
        raise Misbehaved(f"it printed {first[:60]!r}: use stderr, or say nothing")
