// The order of members in the tally of a game.

import type { GameTally, Score } from '../net/protocol'

/** Teams of different sizes have different last levels. */
const share = (one: Score): number => (one.best ?? 0) / (one.of ?? 1)

export const ranked = (one: GameTally): GameTally['scores'] => [...one.scores].sort((a, b) => b.won - a.won || share(b) - share(a) || a.member - b.member)
