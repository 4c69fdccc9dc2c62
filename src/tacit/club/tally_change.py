"""What a group's last game did to its tally: told with the result, from the tally itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tacit.club.tally import Duel, GameTally, TalliedGame, Tally, tally


class TallyChange(msgspec.Struct, frozen=True):
    """What one game changed in the tally of its kind; records are only told if there was one."""

    bests: tuple[int, ...] = ()
    """Members who have never had as many points."""
    streaks: tuple[int, ...] = ()
    """Members whose row of wins is now their longest, and more than one."""
    duels: tuple[Duel, ...] = ()
    """As they stand now; the member named first came in before the other."""
    closest: bool = False
    """The lead was smaller than ever. Where all win together, they came further than ever: a first
    win, or a larger share of their levels."""
    streak: bool = False
    """The row of games won together is now the longest, and more than one."""


def last_change(
    games: Sequence[TalliedGame], now: Tally, people: Sequence[str], here: set[str]
) -> TallyChange:
    """Return what the last of some games did to their tally, which is `now`."""
    if not games or games[-1].result is None:
        return TallyChange()
    last = games[-1]
    earlier = tally((one for one in games[:-1] if one.game == last.game), people, here)
    after = next(one for one in now.games if one.game == last.game)
    before = earlier.games[0] if earlier.games else None
    return _change(before, after)


def _change(before: GameTally | None, after: GameTally) -> TallyChange:
    if before is None:
        return TallyChange(duels=_moved((), after.duels))
    was = {one.member: one for one in before.scores}
    pairs = [(was[one.member], one) for one in after.scores if one.member in was]
    return TallyChange(
        bests=tuple(
            now.member
            for old, now in pairs
            if old.best is not None and now.best is not None and now.share > old.share
        ),
        streaks=tuple(now.member for old, now in pairs if _is_longer(old.streak, now.streak)),
        duels=_moved(before.duels, after.duels),
        closest=_is_closer(before, after),
        streak=_is_longer(before.streak, after.streak),
    )


def _is_longer(before: int, now: int) -> bool:
    return now > max(before, 1)


def _is_closer(before: GameTally, after: GameTally) -> bool:
    if before.closest is None or after.closest is None:
        return False
    if after.together:
        return after.closest.reached > before.closest.reached
    return after.closest.points < before.closest.points


def _moved(before: Sequence[Duel], after: Sequence[Duel]) -> tuple[Duel, ...]:
    """Return the duels that are not as they were, the member who was ahead first."""
    was = {(one.member, one.other): one.ahead for one in before}
    moved = [one for one in after if one not in before]
    return tuple(
        one
        if one.ahead > was.get((one.member, one.other), 0)
        else Duel(one.other, one.member, one.behind, one.ahead)
        for one in moved
    )
