"""One game of the arena: whatever a bot does, the game ends and is judged.

A bot that crashes, ends its process, plays what it may not, or takes far too long forfeits the
game. `random` plays on for it so that the others can finish; it is last, with no points and no part
of the win, and the others are placed without it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.arena import ArenaError
from tacit.arena.runner.asking import Asker, Care, Forfeit, Timeouts, Watch, reason_of
from tacit.arena.runner.crew import Task
from tacit.arena.runner.entrant import Entrant, maker
from tacit.arena.tournament.league import Lineup
from tacit.bots.asking import MOST_ACTIONS, Step, asking_of
from tacit.bots.registry import bot_seed, find_bot
from tacit.core.rulebook import Millis, Seat, seats
from tacit.log.game import Game, seed_from


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of one arena have in common."""

    game: str
    entrants: tuple[Entrant, ...]
    players: int
    own: dict[str, int] = {}
    """The other settings of the game."""
    seed: int
    millis: float
    """Thinking time a card for bots that name none of their own."""
    timeouts: Timeouts = Timeouts()

    @property
    def settings(self) -> dict[str, int]:
        """What the rules are told."""
        return {"players": self.players, **self.own}


class Match(msgspec.Struct, frozen=True):
    """One game to play: a deal, and who plays it from where."""

    deal: int
    rotation: int
    """By how many seats the line-up has moved on: slot 0 begins in seat 0."""
    lineup: Lineup
    lost: dict[int, str]
    """By slot, why a bot has forfeited before the game begins."""


class Played(msgspec.Struct, frozen=True):
    """One finished game, by slot: the place of a bot in its line-up, whatever seat it had."""

    deal: int
    rotation: int
    lineup: Lineup
    shares: tuple[float, ...]
    """Of the win: 1 for the only winner, a half for each of two."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    forfeits: dict[int, str]
    gone: tuple[int, ...]
    """Slots of bots that ended their process."""
    seconds: tuple[float, ...]
    cards: tuple[int, ...]
    """How many decisions those seconds were for."""


class Deal(Task, frozen=True, kw_only=True):
    """What a process is asked to play: a deal, in these rotations."""

    number: int
    lineup: Lineup

    def label(self, terms: Terms, slot: int) -> str:
        """Return who sits in a slot."""
        return terms.entrants[self.lineup[slot]].label

    def play(self, terms: Terms, part: int, watch: Watch) -> Played:
        """Play it in one rotation."""
        match = Match(self.number, part, self.lineup, self.lost.get(part, {}))
        return play_game(terms, match, watch)


def play_game(terms: Terms, match: Match, watch: Watch) -> Played:
    """Play one game to its end."""
    seed = seed_from(f"arena {terms.seed} deal {match.deal}")
    game = Game(terms.game, terms.settings, seed=seed)
    players = [_Player(terms, match, seat, watch) for seat in seats(terms.players)]
    for player in players:
        player.sit_down()
    if asking_of(terms.game).timed:
        _play_in_time(game, players)
    else:
        _play_at_once(game, players)
    watch.warm.update(terms.entrants[bot].label for bot in match.lineup)
    return _judge(game.result, match, sorted(players, key=lambda player: player.slot))


def _play_at_once(game: Game, players: list[_Player]) -> None:
    """Let all who are waited for choose before any of them sees what the others chose."""
    while not game.over:
        steps = [players[seat].step(game) for seat in game.waiting]
        for step in steps:
            if step is not None:
                game.play(step.action.seat, step.action)


def _play_in_time(game: Game, players: list[_Player]) -> None:
    """Let the bot that acts first act, then ask all again."""
    for _ in range(MOST_ACTIONS):
        if game.over:
            return
        now = game.state.now
        steps = [(player.seat, player.step(game)) for player in players]
        wanted = [
            (max(now, step.due(now)), seat, step.action) for seat, step in steps if step is not None
        ]
        if not wanted:
            _no_bot_acts(game, players)
            continue
        at, seat, action = min(wanted, key=lambda one: one[:2])
        game.play(seat, replace(action, seat=seat, at=Millis(at)))
    raise ArenaError(f"The bots did not finish a game within {MOST_ACTIONS} actions.")


def _no_bot_acts(game: Game, players: list[_Player]) -> None:
    """All bots wait: those that the game waits for forfeit."""
    slow = [players[seat] for seat in game.waiting if players[seat].forfeit is None]
    if not slow:
        raise ArenaError("All bots wait for each other.")
    for player in slow:
        player.give_up("waits for ever, though the game waits for it")


class _Player:
    """A bot in its seat, or the bot that plays on for it."""

    def __init__(self, terms: Terms, match: Match, seat: Seat, watch: Watch) -> None:
        self.seat = seat
        self.slot = (seat + match.rotation) % terms.players
        self.forfeit: str | None = None
        self.cards = 0
        self._players = terms.players
        self._lost = match.lost.get(self.slot)
        self._entrant = terms.entrants[match.lineup[self.slot]]
        self._seed = _seed(terms, match, self.slot)
        self._budget = (self._entrant.millis or terms.millis) / 1000
        care = Care(watch, self._budget, terms.timeouts)
        counts = self._entrant.playouts is not None
        self._game = terms.game
        self._asking = asking_of(terms.game)
        self._asker = Asker(self.slot, self._entrant.label, care, counts=counts)
        self._bot: Any = None

    @property
    def seconds(self) -> float:
        """How long the bot has thought."""
        return self._asker.seconds

    def sit_down(self) -> None:
        """Make the bot, unless it is known that it cannot play this game."""
        if self._lost is not None:
            self.give_up(self._lost)
            return
        try:
            self._bot = self._asker.ask(self._make)
        except Forfeit as reason:
            self.give_up(str(reason))

    def step(self, game: Game) -> Step | None:
        """Return what to do next, as the bot says while it has not forfeited."""
        awaited = self.seat in game.waiting
        if self._asking.kind(game.state, awaited=awaited) is None:
            return None
        view, now = game.view(self.seat), getattr(game.state, "now", 0)
        if self.forfeit is None:
            try:
                ask = self._asker.step
                step = ask(self._asking, self._bot, view, self.seat, awaited=awaited, now=now)
                self._check(game, step)
            except Forfeit as reason:
                self.give_up(str(reason))
            else:
                self.cards += 1
                return step
        return self._asking.next_step(
            self._bot, view, self.seat, awaited=awaited, now=now, budget=self._budget
        )

    def _check(self, game: Game, step: Step | None) -> None:
        """Forfeit a plan that is not allowed; a choice was checked before."""
        if step is None or step.at is None:
            return
        at = Millis(max(step.at, game.state.now))
        action = step.action
        if not isinstance(action, game.rules.Action):
            raise Forfeit("planned what is no action of this game")
        refused = game.rules.refusal(game.state, replace(action, seat=self.seat, at=at))
        if refused is not None:
            raise Forfeit(str(refused))

    def _make(self) -> Any:
        return maker(self._entrant, self._game)(self.seat, self._players, self._seed)

    def give_up(self, reason: str) -> None:
        """Let `random` play on."""
        self.forfeit = reason_of(reason)
        stand_in = find_bot("random", self._game)
        self._bot = stand_in(self.seat, self._players, self._seed)


def _seed(terms: Terms, match: Match, slot: int) -> int:
    """Return a bot's own luck in a deal: the same in whatever seat and company."""
    bot = match.lineup[slot]
    copy = match.lineup[:slot].count(bot)
    label = terms.entrants[bot].label
    return bot_seed(f"arena {terms.seed} deal {match.deal} bot {label} {copy}")


def _judge(result: Any, match: Match, players: list[_Player]) -> Played:
    """Place those who finished among themselves, and the others last."""
    official = [
        result["places"][player.seat] if player.forfeit is None else None for player in players
    ]
    finished = [place for place in official if place is not None]
    last = len(players)
    places = tuple(
        last if mine is None else 1 + sum(place < mine for place in finished) for mine in official
    )
    best = [mine is not None and place == 1 for mine, place in zip(official, places, strict=True)]
    return Played(
        deal=match.deal,
        rotation=match.rotation,
        lineup=match.lineup,
        shares=tuple(1 / sum(best) if won else 0.0 for won in best),
        scores=tuple(
            result["totals"][player.seat] if player.forfeit is None else 0 for player in players
        ),
        places=places,
        forfeits={player.slot: player.forfeit for player in players if player.forfeit is not None},
        gone=tuple(sorted(match.lost)),
        seconds=tuple(player.seconds for player in players),
        cards=tuple(player.cards for player in players),
    )
