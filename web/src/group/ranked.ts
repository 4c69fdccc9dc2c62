// The order of members in the tally of a game.

import type { GameTally } from '../net/protocol'

export const ranked = (one: GameTally): GameTally['scores'] => [...one.scores].sort((a, b) => b.won - a.won || (b.best ?? 0) - (a.best ?? 0) || a.member - b.member)
