// What players are called on screen.

import type { House } from '../protocol'
import { words } from '../words/words.svelte'
import { botCard } from './bots'

const DELETED = /^Somebody( \d+)?$/

/** Whoever had themselves deleted is somebody, in every language. */
export function called(name: string): string {
  const found = DELETED.exec(name)
  return found ? words().mine.somebody + (found[1] ?? '') : name
}

/** A player's name; bots have names of their own, numbered where two share one. */
export function seatName(house: House, seat: number): string {
  const sitter = house.seats[seat]
  if (!sitter) return ''
  if (sitter.bot === null) return called(sitter.name ?? '')
  const { name } = botCard(sitter.bot)
  const alike = house.seats.flatMap((other, number) => (other.bot === sitter.bot ? [number] : []))
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name
}
