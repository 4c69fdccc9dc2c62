// What players are called on screen.

import type { House } from '../protocol'
import { botCard } from './bots'

/** A player's name; bots have names of their own, numbered where two share one. */
export function seatName(house: House, seat: number): string {
  const sitter = house.seats[seat]
  if (!sitter) return ''
  if (sitter.bot === null) return sitter.name ?? ''
  const { name } = botCard(sitter.bot)
  const alike = house.seats.flatMap((other, number) => (other.bot === sitter.bot ? [number] : []))
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name
}
