// The names of players on screen.

import { words } from '../app/words/words.svelte'
import type { House } from '../net/protocol'
import { botCard } from './bots'

const DELETED = /^Somebody( \d+)?$/

/** An erased player has a neutral name in every language. */
export function called(name: string): string {
  const found = DELETED.exec(name)
  return found ? words().mine.erasedName + (found[1] ?? '') : name
}

/** A bot's name at a table (null is a person): numbered where two share a name. */
export function botName(bots: (string | null)[], seat: number): string {
  const bot = bots[seat] ?? ''
  const alike = bots.flatMap((other, at) => (other === bot ? [at] : []))
  return alike.length > 1 ? `${botCard(bot).name} ${alike.indexOf(seat) + 1}` : botCard(bot).name
}

/** A player's or a bot's name. */
export function seatName(house: House, seat: number): string {
  const sitter = house.seats[seat]
  if (!sitter) return ''
  return sitter.bot === null ? called(sitter.name ?? '') : botName(house.seats.map(({ bot }) => bot), seat)
}

/** A name short enough for a chart; the number that tells two apart stays. */
export function shortName(name: string, most: number): string {
  const letters = [...name]
  if (letters.length <= most) return name
  const number = / \d+$/.exec(name)?.[0] ?? ''
  return letters.slice(0, most - number.length).join('').trimEnd() + number
}
