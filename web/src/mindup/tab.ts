// What the browser's tab says of a game of Mind Up!: whose pick is missing.

import { words } from '../app/words/words.svelte'
import type { House, Seat } from '../net/protocol'
import { seatName } from '../table/names'
import type { View } from './records'

export function tab(view: View, house: House, waiting: readonly Seat[]): string {
  const w = words().door.tab
  if (view.places !== null) return w.result
  if (house.paused) return w.paused
  if (house.seat !== null && waiting.includes(house.seat)) return w.pick
  const [one, ...more] = waiting
  if (one === undefined) return w.watching
  return more.length === 0 ? w.waitingFor(seatName(house, one)) : w.waitingForMany(waiting.length)
}

/** The table waits for the player's pick. */
export function calls(view: View, house: House, waiting: readonly Seat[]): boolean {
  return view.places === null && !house.paused && house.seat !== null && waiting.includes(house.seat)
}
