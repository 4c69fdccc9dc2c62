"""One game of the arena: whatever a bot does, the game is finished and judged.

A bot that crashes, ends its process, plays what it may not, or takes far too long forfeits the
game. `random` plays on for it so that the others can finish; it is last, with no points and no part
of the win, and the places of the others are reckoned without it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.arena.runner.asking import Asking, Care, Forfeit, Watch, reason_of
from tacit.arena.runner.crew import Task
from tacit.arena.runner.entrant import Entrant, maker
from tacit.arena.runner.patience import Patience
from tacit.arena.tournament.league import Lineup
from tacit.bots.random import Random
from tacit.bots.registry import bot_seed
from tacit.games.mindup import Card, Pick, View
from tacit.games.rulebook import Seat, seats
from tacit.log.game import Game, seed_from


class Terms(msgspec.Struct, frozen=True):
    """What all games of one arena have in common."""

    entrants: tuple[Entrant, ...]
    players: int
    objectives: int
    seed: int
    millis: float
    """Thinking time a card for bots that name none of their own."""
    patience: Patience = Patience()


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
    """Those among them that took their process with them."""
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
    game = Game(
        "mindup",
        {"players": terms.players, "objectives": terms.objectives},
        seed=seed_from(f"arena {terms.seed} deal {match.deal}"),
    )
    players = [_Player(terms, match, seat, watch) for seat in seats(terms.players)]
    for player in players:
        player.sit_down()
    while not game.over:
        cards = [player.card(game.view(player.seat)) for player in players]
        for player, card in zip(players, cards, strict=True):
            game.play(player.seat, Pick(seat=player.seat, card=card))
    watch.warm.update(terms.entrants[bot].label for bot in match.lineup)
    return _judge(game.result, match, sorted(players, key=lambda player: player.slot))


class _Player:
    """A bot in its seat, or whoever plays on for it."""

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
        care = Care(watch, self._budget, terms.patience)
        counts = self._entrant.playouts is not None
        self._asking = Asking(self.slot, self._entrant.label, care, counts=counts)
        self._bot: Any = None

    @property
    def seconds(self) -> float:
        """How long the bot has thought."""
        return self._asking.seconds

    def sit_down(self) -> None:
        """Make the bot, unless it is known that it cannot play this game."""
        if self._lost is not None:
            self._give_up(self._lost)
            return
        try:
            self._bot = self._asking.ask(self._make)
        except Forfeit as reason:
            self._give_up(str(reason))

    def card(self, view: View) -> Card:
        """Return the card to play, the bot's own as long as it behaves."""
        if self.forfeit is None:
            try:
                card = self._asking.card(self._bot, view)
            except Forfeit as reason:
                self._give_up(str(reason))
            else:
                self.cards += 1
                return card
        return Card(self._bot.choose(view, self._budget))

    def _make(self) -> Any:
        return maker(self._entrant, "mindup")(self.seat, self._players, self._seed)

    def _give_up(self, reason: str) -> None:
        self.forfeit = reason_of(reason)
        self._bot = Random(self.seat, self._players, self._seed)


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
