"""A game in which a star is proposed and refused as often as one likes."""

import tacit
from tacit.games import extreme


def stubborn_game(times):
    """Return the replay of a game in which a star is refused so often; then it is lost."""
    game = tacit.new("extreme", players=2, seed=5)
    at = 0

    def act(kind, seat, **more):
        nonlocal at
        at += 1
        game.play(seat, kind(seat=seat, at=at, **more))

    while not game.over:
        match game.view(0).phase:
            case extreme.Phase.GATHERING:
                for kind in (extreme.LayHand, extreme.LiftHand):
                    act(kind, 0)
                    act(kind, 1)
            case extreme.Phase.PLAYING:
                for _ in range(times):
                    act(extreme.ProposeStar, 0)
                    act(extreme.Vote, 1, agree=False)
                times = 0
                plays = [
                    action
                    for seat in (0, 1)
                    for action in game.legal(seat)
                    if isinstance(action, extreme.Play)
                ]
                last = max(plays, key=lambda play: extreme.POSITION[play.card])
                act(extreme.Play, last.seat, card=last.card)
            case extreme.Phase.PASSED:
                act(extreme.Ready, 0)
                act(extreme.Ready, 1)
    return game.replay()
