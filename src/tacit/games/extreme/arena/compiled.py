"""Games of teams by the compiled kernel: the same games as `arena.teams.play_team` plays.

Cards and seeds come from the same labels. What a player is at first, a pace that was drawn or what
an oracle was told, is read off the plain bot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from tacit.core.extras import missing_extra

try:
    import numba  # noqa: F401
    import numpy as np
    import numpy.typing as npt
except ImportError as missing:
    raise missing_extra("the compiled kernel", missing) or missing from missing

from tacit.bots.bot import BotError
from tacit.bots.registry import bot_seed, find_bot
from tacit.core.chance import SEED_BYTES, mix
from tacit.games.extreme import TEAMS
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.belief.ear import EAR
from tacit.games.extreme.bots.belief.tempo import Tempo
from tacit.games.extreme.bots.numbers import NOBODY, SEATS, Fields
from tacit.games.extreme.bots.oracle import Oracle
from tacit.games.extreme.bots.people import PERSON, Person
from tacit.games.extreme.bots.splitmix import SplitMix
from tacit.games.extreme.kernel.kinds import KINDS
from tacit.games.extreme.kernel.play import play_many
from tacit.games.extreme.kernel.state import TABLE
from tacit.log.game import seed_from

AT_FIRST = tuple(
    field
    for field in EAR
    if field[0] in {"players", "beliefs", "told", "known", "echo", "policy", "version"}
)
"""What an ear knows before it has heard anything: all other fields are 0."""
ROWS = 1 << 15
"""Room for the trace of one game."""


class Played(NamedTuple):
    """Some games of one team, each a row of these arrays."""

    won: npt.NDArray[np.int64]
    level: npt.NDArray[np.int64]
    lives_lost: npt.NDArray[np.int64]
    stars_used: npt.NDArray[np.int64]
    paces: npt.NDArray[np.float64]
    """By game and seat, the logarithm of the pace a simulated person has at the end."""
    tempi: npt.NDArray[np.float64]
    """By game, who believes, and of whom: the four numbers of a tempo, for both piles at once."""

    def believed(self, game: int, seat: int, other: int) -> Tempo:
        """Return what a seat believed of another's tempo at the end of a game."""
        return Tempo(*self.tempi[game, seat, other].tolist())


def play(
    team: Sequence[str],
    labels: Sequence[str],
    *,
    endless: int = 0,
    seated: Sequence[Any] | None = None,
) -> Played:
    """Play a game for each label, as `arena.play_team` does for the label of its number.

    In a drill `endless` is the number of lives that there are before every card. Bots that are
    `seated` begin with what they know.
    """
    tables = _tables(team, seated or _seated(team), endless)
    return _play(tables, team, _lots(labels), np.zeros((0, 5), np.int64))


def play_deal(team: Sequence[str], bots: Sequence[Any], key: bytes, own: Sequence[int]) -> Played:
    """Play the same cards again and again, with these bots; the person in seat 0 has other luck.

    `own` has the seeds that seat 0 has in these games, and only there sits a person.
    """
    lots = [(key, (luck,)) for luck in own]
    return _play(_tables(team, bots, 0), team, lots, np.zeros((0, 5), np.int64))


def trace(team: Sequence[str], label: str, *, endless: int = 0) -> tuple[Any, Any, Played]:
    """Play one game and return its course as rows (see `trace.note`), the table, and the rest."""
    rows = np.zeros((ROWS, 5), np.int64)
    tables = _tables(team, _seated(team), endless)
    found = _play(tables, team, _lots([label]), rows)
    return rows[: tables[1]["traced"]], tables[1], found


Lot: TypeAlias = tuple[bytes, Sequence[int]]
"""The key of one game (`tacit.core.chance.mix`), and the seeds of its bots by seat."""


def _lots(labels: Iterable[str]) -> list[Lot]:
    """Return the seeds that the labels of games stand for."""
    return [
        (mix(seed_from(label), ()), [bot_seed(f"{label} seat {seat}") for seat in range(SEATS)])
        for label in labels
    ]


def _play(tables: Any, team: Sequence[str], lots: Sequence[Lot], rows: Any) -> Played:
    games = len(lots)
    keys = np.zeros((games, SEED_BYTES), np.uint8)
    paces = np.zeros((games, SEATS))
    luck = np.zeros((games, SEATS), np.uint64)
    people = [find_bot(name, "extreme") for name in team]
    for game, (key, bot_seeds) in enumerate(lots):
        keys[game] = np.frombuffer(key, np.uint8)
        for seat, kind in enumerate(people):
            if issubclass(kind, Person):
                own = SplitMix(bot_seeds[seat])
                paces[game, seat] = math.log(kind.draw_pace(own))
                luck[game, seat] = own.state
    scores = np.zeros((games, 4), np.int64)
    tempi = np.zeros((games, SEATS, SEATS, 4))
    if not play_many(tables, keys, paces, luck, scores, tempi, rows):
        raise BotError(f"A game of {' and '.join(team)} does not come to an end.")
    won, level, lives_lost, stars_used = scores.T
    return Played(won, level, lives_lost, stars_used, paces, tempi)


def _seated(team: Sequence[str]) -> list[Any]:
    seated = [find_bot(name, "extreme")(seat, len(team), 0) for seat, name in enumerate(team)]
    for bot in seated:
        if isinstance(bot, Oracle):
            bot.told(seated)
    return seated


def _tables(team: Sequence[str], seated: Sequence[Any], endless: int) -> Any:
    """Return a table before its first deal, and room beside it for the one that is played at."""
    players = len(team)
    tables = np.zeros(2, TABLE)
    table = tables[0]
    begun = TEAMS[players]
    table["players"], table["endless"] = players, endless
    table["last_level"], table["lives"], table["stars"] = begun
    table["votes"] = table["chosen"] = table["ear"] = NOBODY
    table["kind"][:players] = [KINDS[name] for name in team]
    for seat, bot in enumerate(seated):
        if isinstance(bot, Adaptive):
            table["ear"][seat] = seat if isinstance(bot, Oracle) else team.index("adaptive")
            _fill(table["ears"][seat], bot.listener, AT_FIRST)
        if isinstance(bot, Person):
            _fill(table["people"][seat], bot, PERSON)
    return tables


def _fill(record: Any, plain: Any, fields: Fields) -> None:
    """Write the numbers of a plain record into one that compiled code works on."""
    for name, kind, shape in fields:
        found = getattr(plain, name)
        if isinstance(kind, tuple):
            for here, inner in enumerate(found):
                _fill(record[name][here], inner, kind)
        elif shape:
            record[name][: len(found)] = found
        else:
            record[name] = found
