// Cards, names and numbers in words, for the screen and for screen readers.

import { words } from '../../app/words/words.svelte'
import type { House } from '../../net/protocol'
import { seatName } from '../../table/names'
import { faceOf } from './deck'

/** "22, moon, plus 2" */
export function cardName(card: number): string {
  const w = words().mindup
  const { suit, bonus } = faceOf(card)
  const parts = [String(card), w.suits[suit]]
  if (bonus > 0) parts.push(w.plus(bonus))
  if (bonus < 0) parts.push(w.minus(-bonus))
  return parts.join(', ')
}

/** A number with its sign: +2, 0, −1. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : plain(points)
}

/** A number with a real minus. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points)
}

/** A player's name; "You" for the reader. */
export function called(house: House, seat: number): string {
  return seat === house.seat ? words().mindup.you : seatName(house, seat)
}

/** The same within a sentence: "you". */
export function mentioned(house: House, seat: number): string {
  return seat === house.seat ? words().table.you : seatName(house, seat)
}

/** With a capital letter in front. */
export function sentence(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
