// In words, why the players have to lay down their hands.

import { words } from '../../app/words/words.svelte'
import type { House } from '../../net/protocol'
import { seatName } from '../../table/names'
import type { Reason } from './moments.svelte'

/** A player pressed stop, unless the table says why it stopped by itself. A replay stores no such reason. */
export function whyHands(house: House, reason: Reason, recorded: boolean): string {
  const w = words().extreme.palmFor
  if (reason.kind === 'dealt') return w.dealt
  if (house.stopped) return whyStopped(house, house.stopped)
  if (reason.kind === 'again' || recorded) return w.again
  return reason.seat === house.seat ? w.youStop : w.stop(seatName(house, reason.seat))
}

function whyStopped(house: House, { seat = null, left = false }: NonNullable<House['stopped']>): string {
  const w = words().extreme.palmFor
  if (seat === null) return w.again
  if (seat === house.seat) return left ? w.youLeft : w.youLost
  return (left ? w.left : w.lost)(seatName(house, seat))
}
