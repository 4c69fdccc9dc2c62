"""What everybody at a table of The Mind Extreme can hear: who laid what, when, and who was silent.

From that alone a listener believes something about each seat's tempo, its own included, and derives
when a card should be laid. Nothing here depends on the hand of whoever listens, so all listeners at
a table come to the same tempo, and one can tell another by how exactly it keeps it. Those who do
follow anyway; it is the others, people, who are listened to.
"""

from __future__ import annotations

import math

from tacit.games.extreme import COLOUR, POSITION, Colour, LaidSeen, Phase, View
from tacit.games.extreme.bots.advice import QUICK, SIGN, Ear, Pile
from tacit.games.extreme.bots.playtime import played
from tacit.games.extreme.bots.tempo import USUAL_PACE, normal
from tacit.games.extreme.rules.cards import HIGHEST

CLOSE = 150
"""Milliseconds after another card in which one may have been held up by it."""
ECHO_SPREAD = 0.015
"""How exactly somebody who echoes the table keeps its tempo, in logarithms."""
ECHO_SLIP = 0.05
"""How many of their waits are something else."""
SUREST_ECHO = 6.0
"""The logarithm of the odds that somebody is an echo, at most."""
STRANGE = 0.02
"""How dense a person's waits are at least, however far off."""


class Listener(Ear):
    """An ear that hears what happens at a table."""

    def __init__(self, players: int, pace: float = USUAL_PACE) -> None:
        super().__init__(players, pace)
        self._laid = self._aside = self._last = 0
        self._turned = False
        self._alone: set[tuple[int, int]] = set()
        """Who laid a card when nobody else had any: its wait says nothing about their tempo, only
        that they had been silent until they were left alone."""
        self._alone_since: int | None = None
        """Milliseconds of play at which only one player had cards left."""

    def hear(self, view: View) -> None:
        """Take in all that has happened since the last view."""
        if view.level != self.level:
            self._begin(view)
        for laid in view.events[self._laid :]:
            self._hear_card(view, laid)
        self._laid = len(view.events)
        self._hear_aside(view)
        if view.phase in (Phase.PASSED, Phase.OVER) and not self._turned:
            self._turned = True
            self._hear_turned(view)

    def _begin(self, view: View) -> None:
        if self.level:
            for belief in self.beliefs:
                belief.later()
        self.level = view.level
        self._laid = self._aside = self._last = 0
        self._turned = False
        self._alone.clear()
        self._alone_since = None
        self.left = [view.level] * self.players
        self.piles = {
            colour: Pile(colour, self.players, blind=colour in view.blind) for colour in Colour
        }

    def _hear_card(self, view: View, laid: LaidSeen) -> None:
        pile = self.piles[laid.colour]
        now = played(view.pauses, laid.at)
        self._advance(now)
        if not pile.blind and laid.card is not None:
            held_up = laid.at - self._last < CLOSE
            self._learn(laid.seat, pile, POSITION[laid.card], (now - pile.since) / 1000, held_up)
            pile.top, pile.since = POSITION[laid.card], now
            pile.seen.add(pile.top)
        else:
            pile.counts[laid.seat] = pile.counts[laid.seat][0] + 1, pile.clock
        self.left[laid.seat] -= 1
        if sum(self.left) == self.left[laid.seat]:
            self._alone.add((laid.seat, laid.at))
        self._last = laid.at
        self._leave_alone(now)

    def _leave_alone(self, now: int) -> None:
        """Who alone has cards left lays them without counting: until now they were silent."""
        holders = [seat for seat, left in enumerate(self.left) if left]
        if len(holders) == 1 and self._alone_since is None:
            self._alone_since = now
            for pile in self.piles.values():
                if not pile.blind:
                    silence = (pile.top, (now - pile.since) / 1000)
                    pile.silences[holders[0]].append(silence)

    def _advance(self, now: int) -> None:
        """Let the clocks of blind piles run on, before anything is learned that changes them."""
        for pile in self.piles.values():
            if pile.blind:
                pile.clock += (now - pile.clock_at) / 1000 / self.blind_pace(pile)
                pile.clock_at = now

    def _learn(self, seat: int, pile: Pile, position: int, wait: float, held_up: bool) -> None:
        """Learn from a card on an open pile, and note that all others were silent."""
        advice = self.advice(seat, pile, position)
        belief = self.beliefs[seat]
        gap = position - pile.top
        if wait > QUICK and not advice.free and not held_up:
            self._recognise(seat, math.log(wait / advice.wait), pile, gap, wait)
        self._resolve(seat, pile, position)
        if not advice.free and wait > QUICK:
            belief.laid(pile.sign, gap, wait)
        elif not advice.free and wait > 0:
            belief.hurried(pile.sign, gap, QUICK)
        for other, silences in enumerate(pile.silences):
            if other != seat:
                silences.append((pile.top, wait))

    def _recognise(self, seat: int, error: float, pile: Pile, gap: int, wait: float) -> None:
        """Do they lay their cards exactly when a listener would?"""
        tempo = self.beliefs[seat].tempo(pile.sign)
        off = (math.log(wait) - tempo.log_wait(gap)) / tempo.spread
        echo = (1 - ECHO_SLIP) * normal(error / ECHO_SPREAD) / ECHO_SPREAD + ECHO_SLIP / 2
        person = normal(off) / tempo.spread + STRANGE
        odds = self.echo[seat] + math.log(echo / person)
        self.echo[seat] = max(-SUREST_ECHO, min(SUREST_ECHO, odds))

    def _resolve(self, seat: int, pile: Pile, position: int) -> None:
        """Now that their card is known, so is what their silences meant."""
        for top, wait in pile.silences[seat]:
            if wait > QUICK and position > top + 1:
                self.beliefs[seat].silent(pile.sign, position - top, wait)
        pile.silences[seat].clear()

    def _hear_aside(self, view: View) -> None:
        """Cards set aside, by a mistake or a star, were held in silence until now."""
        if self._aside == len(view.aside):
            return
        now = played(view.pauses, view.now)
        first: dict[tuple[int, Colour], int] = {}
        for seat, card in view.aside[self._aside :]:
            colour, position = COLOUR[card], POSITION[card]
            first[seat, colour] = min(position, first.get((seat, colour), HIGHEST))
            self.piles[colour].seen.add(position)
            self.left[seat] -= 1
        self._aside = len(view.aside)
        for (owner, colour), position in first.items():
            pile = self.piles[colour]
            if not pile.blind:
                if position > pile.top:
                    pile.silences[owner].append((pile.top, (now - pile.since) / 1000))
                self._resolve(owner, pile, position)
        self._leave_alone(now)

    def _hear_turned(self, view: View) -> None:
        """A blind pile is turned over: everyone had counted on from their own last card."""
        for colour in view.blind:
            since = dict.fromkeys(range(self.players), (0, 0))
            for laid in view.events:
                if laid.colour is not colour or laid.card is None:
                    continue
                position, now = POSITION[laid.card], played(view.pauses, laid.at)
                top, then = since[laid.seat]
                if position > top + 1:
                    alone = (laid.seat, laid.at) in self._alone
                    self._hear_count(laid.seat, SIGN[colour], position - top, then, now, alone)
                since[laid.seat] = position, now

    def _hear_count(  # noqa: PLR0913, PLR0917
        self, seat: int, sign: int, gap: int, then: int, now: int, alone: bool
    ) -> None:
        """Somebody counted so far on a blind pile, or was left alone before they had."""
        belief = self.beliefs[seat]
        until = min(now, self._alone_since or now) if alone else now
        wait = (until - then) / 1000
        if not alone and wait > QUICK:
            belief.laid(sign, gap, wait)
        elif not alone and wait > 0:
            belief.hurried(sign, gap, QUICK)
        elif wait > QUICK:
            belief.silent(sign, gap, wait)
