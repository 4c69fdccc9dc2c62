// Who left a game that is going on, or came back to it: the others are told.

import type { House } from '../protocol'

export interface Comings {
  left: string[]
  back: string[]
}

export function comings(before: House | null, after: House | null): Comings {
  const found: Comings = { left: [], back: [] }
  if (before?.stage !== 'playing' || after?.stage !== 'playing') return found
  for (const { guest, name } of after.seats) {
    if (guest === null || guest === after.you || name === null) continue
    const was = before.guests.some((one) => one.guest === guest)
    const is = after.guests.some((one) => one.guest === guest)
    if (was && !is) found.left.push(name)
    if (!was && is) found.back.push(name)
  }
  return found
}
