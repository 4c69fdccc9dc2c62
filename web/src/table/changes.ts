// Changes among the players, to tell the others: who left a running game, returned, declined the next one, became host.

import type { House } from '../net/protocol'

export interface PlayerChanges {
  left: string[]
  back: string[]
  /** After a game: players who gave up their seat. */
  declined: string[]
  /** The guest who became host; null if unchanged. */
  host: number | null
}

export function playerChanges(before: House | null, after: House | null): PlayerChanges {
  const found: PlayerChanges = { left: [], back: [], declined: [], host: null }
  if (before === null || after === null) return found
  if (before.host !== after.host) found.host = after.host
  if (before.stage === 'over' && after.stage !== 'playing') found.declined = gone(before, after)
  if (before.stage !== 'playing' || after.stage !== 'playing') return found
  for (const { guest, name } of after.seats) {
    if (guest === null || guest === after.you || name === null) continue
    const was = before.guests.some((one) => one.guest === guest)
    const is = after.guests.some((one) => one.guest === guest)
    if (was && !is) found.left.push(name)
    if (!was && is) found.back.push(name)
  }
  return found
}

/** The names of the other players who gave up their seats. */
function gone(before: House, after: House): string[] {
  return before.seats.flatMap(({ guest, name }) => {
    const stays = guest === null || guest === after.you || after.seats.some((seat) => seat.guest === guest)
    return stays || name === null ? [] : [name]
  })
}
