// Names of players within a sentence.

import { listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { House, Seat } from '../../net/protocol'
import { seatName } from '../../table/names'

/** A player's name; "You" for yourself. */
export function calledBy(house: House, seat: Seat): string {
  return seat === house.seat ? words().extreme.you : seatName(house, seat)
}
export function namesOf(house: House, seats: Seat[]): string {
  return listed(seats.map((seat) => seatName(house, seat)))
}
