"""The compiled games of The Mind Extreme beside the readable ones: the same course, to the digit.

`python -m tests.games.extreme.kernel.proof --games 1000 --seed 1` plays line-ups of two to four,
whole games and drills, on both sides. It compares every event with its time, seat and card, the
score, what everybody's luck and pace came to, and every number of every belief. The first
difference is shown.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from typing import NamedTuple

from tacit.arena.runner.entrant import entrant, maker
from tacit.arena.runner.match import play_match
from tacit.games import extreme
from tacit.games.extreme import COLOUR, POSITION, Colour
from tacit.games.extreme.arena import compiled
from tacit.games.extreme.arena.teams import ENDLESS, revive, score
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.belief.priors import PRIOR
from tacit.games.extreme.bots.belief.shown import SHOWN
from tacit.games.extreme.bots.belief.tempo import BELIEF
from tacit.games.extreme.bots.numbers import NOBODY
from tacit.games.extreme.bots.oracle import Oracle
from tacit.games.extreme.bots.people import Person
from tacit.games.extreme.kernel.kinds import KINDS
from tacit.games.extreme.kernel.trace import EVENTS, RED_CARD
from tacit.log.game import Game, seed_from


class Lineup(NamedTuple):
    team: tuple[str, ...]
    label: str
    drill: bool


def code(card):
    return RED_CARD * (COLOUR[card] is Colour.RED) + POSITION[card]


def rows(events):
    """Write events as a trace does: kind, time, seat, card, value."""
    now = 0
    for event in events:
        now = getattr(event, "at", now)
        kind = EVENTS.index(event.__struct_config__.tag)
        seat = getattr(event, "seat", NOBODY)
        card = getattr(event, "card", None)
        value, aside = 0, ()
        match event:
            case extreme.LevelBegun():
                value = event.level
            case extreme.Vote():
                value = int(event.agree)
            case extreme.LevelPassed():
                value = int(event.gained)
            case extreme.GameEnded():
                value = int(event.outcome == "won")
            case extreme.Mistake():
                aside = event.aside
            case extreme.Turned():
                aside = event.overtook
            case extreme.StarUsed():
                aside = [(seat, card) for seat, card in enumerate(event.discards) if card]
        number = event.level if isinstance(event, extreme.GameEnded) else 0
        yield kind, now, seat, code(card) if card else number, value
        for owner, late in aside:
            yield EVENTS.index("aside"), now, owner, code(late), 0


def play_readable(lineup):
    game = Game("extreme", {"players": len(lineup.team)}, seed=seed_from(lineup.label))
    makers = [maker(entrant(name), "extreme") for name in lineup.team]
    after = revive if lineup.drill else lambda _: None
    after(game)
    seated = play_match(game, makers, lineup.label, after)
    return game, seated


def play_compiled(lineup):
    return compiled.trace(lineup.team, lineup.label, endless=ENDLESS if lineup.drill else 0)


def shown(row):
    kind, at, seat, card, value = row
    return f"{at} ms: {EVENTS[kind]}, seat {seat}, card {card}, value {value}"


def compare_course(game, traced):
    """Assert that all that happened did so in both."""
    both = itertools.zip_longest(rows(game.events), map(tuple, traced.tolist()))
    for place, (one, other) in enumerate(both):
        rule, kernel = (shown(row) if row else "the end" for row in (one, other))
        assert one == other, f"row {place}: {rule} by the rules, {kernel} by the kernel"


def compare_players(seated, table, found):
    """Assert that everybody has the same luck, pace and beliefs left."""
    for seat, bot in enumerate(seated):
        if isinstance(bot, Person):
            assert table["people"][seat]["luck"]["state"] == bot.luck.state, (
                f"the luck of seat {seat}"
            )
            assert found.paces[0, seat] == bot.tempo().log_pace, f"the pace of seat {seat}"
        if isinstance(bot, Oracle):
            bot.told(seated)  # as the kernel does at the end
        if isinstance(bot, Adaptive):
            ear = table["ears"][table["ear"][seat]]
            for other, belief in enumerate(bot.listener.beliefs):
                whom = f"what seat {seat} believes of seat {other}"
                assert found.believed(0, seat, other) == belief.tempo(0), whom
                assert ear["echo"][other] == bot.listener.echo[other], f"{whom}: echo"
                assert ear["told"][other] == bot.listener.told[other], f"{whom}: told"
                for name in ("follows", "following"):
                    assert ear["beliefs"][other][name] == getattr(belief, name), f"{whom}: {name}"
                if not ear["told"][other]:
                    compare_belief(belief, ear["beliefs"][other], whom)


def compare_belief(belief, packed, whom):
    live = belief.live
    assert (packed["live"], packed["heard"]) == (live, belief.heard), whom
    filters = [name for name, _, shape in BELIEF if shape == (len(PRIOR),)]
    assert len(filters) == 12
    for name in filters:
        assert packed[name][:live].tolist() == getattr(belief, name)[:live], f"{whom}: {name}"
    for name in (name for name, _, _ in SHOWN):
        assert packed[name].tolist() == getattr(belief, name), f"{whom}: {name}"


def prove_game(lineup):
    """Play one game with both; return the number of levels."""
    game, seated = play_readable(lineup)
    traced, table, found = play_compiled(lineup)
    compare_course(game, traced)
    for seat, bot in enumerate(seated):
        if isinstance(bot, Person):
            bot.hear(game.view(seat))  # the last card, as in the kernel
    result = score(game, seated)
    for name in ("won", "level", "lives_lost", "stars_used"):
        assert getattr(found, name)[0] == getattr(result, name), name
    compare_players(seated, table, found)
    return result.level


def lineups(seed):
    """Yield line-ups without end; everybody meets everybody, but bots who listen more often."""
    rng = random.Random(f"twin {seed}")
    pool = [*KINDS, "adaptive", "adaptive", "oracle"]
    for number in itertools.count():
        players = rng.choice(extreme.PLAYERS)
        team = tuple(rng.choice(pool) for _ in range(players))
        yield Lineup(team, f"proof {seed} game {number}", rng.random() < 0.5)


def prove(games, seed):
    """Play this many games; return the number of levels."""
    levels = 0
    for lineup in itertools.islice(lineups(seed), games):
        try:
            levels += prove_game(lineup)
        except AssertionError:
            print(f"seed {seed}: {lineup}")
            raise
    return levels


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begin = time.perf_counter()
    levels = prove(args.games, args.seed)
    seconds = time.perf_counter() - begin
    print(
        f"seed {args.seed}: {args.games:,} games of {levels:,} levels are the same in kernel and "
        f"rules, in {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
