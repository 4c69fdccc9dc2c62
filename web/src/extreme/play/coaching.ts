// What a new player is told at the table, one sentence at a time. It follows from what everyone sees: the level, its
// blind piles, the stars and the phase. No hand and no clock changes it, so it tells no one when to play.

import type { View } from '../records'

export type Tip = 'hands' | 'soon' | 'star' | 'blind'
type Seen = Pick<View, 'phase' | 'level' | 'blind' | 'stars'>

/** The name under which a device remembers a tip. */
export const lessonOf = (tip: Tip): string => `extreme ${tip}`

/** The tip of this moment, unless it is learnt. */
export function tipFor(view: Seen, learnt: readonly string[]): Tip | null {
  const tip = due(view)
  return tip === null || learnt.includes(lessonOf(tip)) ? null : tip
}

/** Later levels have a hand that needs the room, and a player who knows. */
const LAST_LEVEL = 5

function due({ phase, level, blind, stars }: Seen): Tip | null {
  if (level > LAST_LEVEL) return null
  if (phase === 'playing') return level === 1 ? 'soon' : null
  if (phase !== 'gathering' && phase !== 'lifting') return null
  if (level === 1) return 'hands'
  if (blind.length > 0) return 'blind'
  return stars > 0 ? 'star' : null
}
