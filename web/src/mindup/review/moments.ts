// The moments of a game worth looking at again, from its review.

import type { Review } from './reviewed'

export type Reviewed = Review['picks'][number]
export interface Moment {
  kind: 'find' | 'lucky' | 'unlucky'
  pick: Reviewed
  /** How many points it was about. */
  points: number
}
const MOST = 3

/** The three picks that lost a player most, the costliest first; one as good as the best is none of them. */
export function costliest(picks: Reviewed[], seat: number): Reviewed[] {
  return picks
    .filter((pick) => pick.seat === seat && pick.lost > 0 && !pick.equal.includes(pick.card))
    .sort((one, other) => other.lost - one.lost)
    .slice(0, MOST)
}

/** How far a pick was ahead of the next best card, if it was the one best. */
function ahead({ card, equal, values }: Reviewed): number {
  if (equal.length !== 1 || equal[0] !== card) return 0
  const others = Object.entries(values).flatMap(([other, { lead }]) => (Number(other) === card ? [] : [lead]))
  return (values[card]?.lead ?? 0) - Math.max(...others)
}

/** A player's best find, and the turns whose guess turned out best and worst for them. */
export function moments(picks: Reviewed[], seat: number): Moment[] {
  const mine = picks.filter((pick) => pick.seat === seat)
  const most = (kind: Moment['kind'], points: (pick: Reviewed) => number): Moment[] =>
    mine
      .map((pick) => ({ kind, pick, points: points(pick) }))
      .filter((one) => (kind === 'unlucky' ? one.points < 0 : one.points > 0))
      .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
      .slice(0, 1)
  return [...most('find', ahead), ...most('lucky', ({ luck }) => luck ?? 0), ...most('unlucky', ({ luck }) => luck ?? 0)]
}
