// The moments of a game worth looking at again, from its review.

import type { Review } from './reviewed'

export type Reviewed = Review['picks'][number]
export interface Moment {
  kind: 'find' | 'lucky' | 'unlucky'
  pick: Reviewed
  /** The points at stake. */
  points: number
}

/** The lead of a pick over the second-best card, if it was the only best. */
function ahead({ card, equal, values }: Reviewed): number {
  if (equal.length !== 1 || equal[0] !== card) return 0
  const others = Object.entries(values).flatMap(([other, { lead }]) => (Number(other) === card ? [] : [lead]))
  return (values[card]?.lead ?? 0) - Math.max(...others)
}

/** A player's best pick, and their luckiest and unluckiest turns. */
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
