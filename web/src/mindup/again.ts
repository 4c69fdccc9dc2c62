// The picks that cost somebody most, to be picked again.

import type { MindUpReview } from './reviewed'

export type Reviewed = MindUpReview['picks'][number]
const MOST = 3

/** The three picks that lost a player most, the costliest first. */
export function costliest(picks: Reviewed[], seat: number): Reviewed[] {
  return picks
    .filter((pick) => pick.seat === seat && pick.lost > 0)
    .sort((one, other) => other.lost - one.lost)
    .slice(0, MOST)
}
