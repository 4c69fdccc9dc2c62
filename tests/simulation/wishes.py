"""What people do at a table besides playing: all that is polite, and some that is not."""

from __future__ import annotations

import random
from typing import Any

from tacit.table.decide import requests as ask
from tacit.table.log.records import Guest, Settings

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Ann", "Бен")
TEXTS = ("Hello!", "Well played.", "Who is next?", "…", "  \u200b ", "x" * 300)
EMOTES = ("wave", "clap", "laugh", "think", "heart", "oops")
BOTS = {"mindup": ("random", "greedy"), "extreme": ("random", "metronome")}
KINDS = (
    *("pick", "take-back", "lay-hand", "lift-hand", "play", "stop"),
    *("propose-star", "vote", "discard", "ready", "level-begun", "nonsense"),
)


def settings(rng: random.Random, game: str, objectives: int | None = None) -> Settings:
    """Draw settings; now and then ones that cannot be."""
    if objectives is None:
        objectives = rng.randrange(6) if game == "mindup" else 0
    seconds = (None, 5, 8, 15, 40) if game == "mindup" else (None, None, 20)
    return Settings(
        objectives=objectives,
        turn_seconds=3 if rng.random() < 0.05 else rng.choice(seconds),
        public=rng.random() < 0.5,
        spectators=rng.random() < 0.85,
    )


def contribution(rng: random.Random) -> str:
    """Draw an addition to the shuffle."""
    return rng.randbytes(rng.randrange(1, 9)).hex()


def whim(rng: random.Random, house: dict[str, Any]) -> Any:
    """Draw something people do without any need, in its right place more often than not."""
    stage, host = house["stage"], house["host"] == house["you"]
    others = [one["guest"] for one in house["guests"] if one["guest"] != house["you"]]
    free = [seat for seat, one in enumerate(house["seats"]) if one["name"] is None]
    options: list[tuple[float, Any]] = [
        (6, ask.Say(text=rng.choice(TEXTS))),
        (6, ask.Show(emote=rng.choice(EMOTES))),
        (1, ask.Rename(name=rng.choice(NAMES))),
        (0.4, ask.Leave()),
    ]
    if stage == "lobby":
        options.append((4, ask.Contribute(contribution=contribution(rng))))
        options.append((0.5, ask.Stand()))
        if free:
            options.append((2, ask.Sit(seat=rng.choice(free))))
    elif stage == "playing":
        options.append((2, ask.Pause()))
    if host:
        keep = None if stage == "lobby" else house["settings"]["objectives"]
        options.append((2, ask.Configure(settings=settings(rng, house["game"], keep))))
        options.append((1, ask.Free(seat=rng.randrange(len(house["seats"])))))
        if others:
            options.append((1, ask.PassHost(guest=Guest(rng.choice(others)))))
            options.append((0.3, ask.Remove(guest=Guest(rng.choice(others)))))
    weights = [weight for weight, _ in options]
    return rng.choices([one for _, one in options], weights)[0]


def rudeness(rng: random.Random, game: str) -> Any:
    """Draw a request without looking at the table at all."""
    seat = rng.randrange(-1, 7)
    guest = Guest(rng.randrange(-1, 7))
    return rng.choice(
        (
            ask.Join(name=rng.choice((*NAMES, " ")), contribution=rng.choice(("", "ff", "xyz"))),
            ask.Contribute(contribution=rng.choice(("", "00", "zz", "a" * 200))),
            ask.Sit(seat=seat),
            ask.Stand(),
            ask.Rename(name="\u202e"),
            ask.Configure(settings=settings(rng, rng.choice(("mindup", "extreme")))),
            ask.AddBot(seat=seat, bot=rng.choice((*BOTS[game], "nobody"))),
            ask.Free(seat=seat),
            ask.PassHost(guest=guest),
            ask.ClaimHost(),
            ask.Start(),
            ask.Rematch(),
            ask.Pause(),
            ask.Resume(),
            ask.StandIn(seat=seat),
            ask.Act(action=action(rng, game)),
            ask.Act(action=action(rng, game)),
            ask.Act(action=action(rng, game)),
        )
    )


def action(rng: random.Random, game: str) -> dict[str, Any]:
    """Draw something that may or may not be an action of the game."""
    numbers = rng.randrange(62)
    names = f"{rng.choice('WRX')}{rng.randrange(52)}"
    said: dict[str, Any] = {"kind": rng.choice(KINDS)}
    if rng.random() < 0.6:
        said["card"] = numbers if (game == "mindup") == (rng.random() < 0.9) else names
    if rng.random() < 0.3:
        said["agree"] = rng.random() < 0.5
    if rng.random() < 0.2:
        said |= {"seat": rng.randrange(6), "at": rng.randrange(10_000_000)}
    return said
