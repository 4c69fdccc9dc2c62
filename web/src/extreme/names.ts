// Players in a sentence.

import type { House, Seat } from '../protocol'
import { seatName } from '../table/names'
import { language, words } from '../words/words.svelte'

export function listed(parts: string[]): string {
  return new Intl.ListFormat(language(), { style: 'long', type: 'conjunction' }).format(parts)
}
/** A player's name; "You" for yourself. */
export function calledBy(house: House, seat: Seat): string {
  return seat === house.seat ? words().extreme.you : seatName(house, seat)
}
export function namesOf(house: House, seats: Seat[]): string {
  return listed(seats.map((seat) => seatName(house, seat)))
}
