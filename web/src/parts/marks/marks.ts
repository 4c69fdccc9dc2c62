// Whose mark is whose: a person keeps what they chose, a bot has a face of its own.

import { prefs } from '../../app/prefs.svelte'
import type { House, Mark } from '../../net/protocol'
import { BOTS, COLOURS, FACES, GUEST_BOT, SHAPES, type Face } from './art'

/** What is drawn of a player. */
export interface Look {
  shape: number
  colour: number
  /** Null is the initial of a name. */
  face: Face | null
}

/** A person's look; a face or a shape that this version does not know is another one. */
export function personLook({ shape, colour, face }: Mark): Look {
  return {
    shape: shape % SHAPES.length,
    colour: colour % COLOURS,
    face: face % FACES.length === 0 ? null : (FACES[face % FACES.length] ?? null),
  }
}

/** A bot's look. Two of a kind at a table share face and colour; the second has another shape. */
export function botLook(bot: string, before = 0): Look {
  const number = [...bot].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const { shape, colour, fill, line } = BOTS[bot] ?? { shape: number, colour: number, ...GUEST_BOT }
  return { shape: (shape + before) % SHAPES.length, colour: colour % COLOURS, face: { fill, line } }
}

/** The mark of a guest who chose none, as in games of earlier versions. */
export const plainMark = (number: number): Mark => ({ shape: number % SHAPES.length, colour: number % COLOURS, face: 0 })

/** The look of the player in a seat, the same in every seat they take. */
export function seatLook(house: House, seat: number): Look {
  const sitter = house.seats[seat]
  if (!sitter) return personLook(plainMark(seat))
  if (sitter.bot === null) return personLook(sitter.mark ?? plainMark(sitter.guest ?? seat))
  return botLook(sitter.bot, house.seats.slice(0, seat).filter(({ bot }) => bot === sitter.bot).length)
}

const below = (count: number): number => Math.floor(Math.random() * count)
/** A new guest's mark until they choose one. */
const drawn: Mark = prefs.drawn ?? { shape: below(SHAPES.length), colour: below(COLOURS), face: 1 + below(FACES.length - 1) }
prefs.drawn = { ...drawn }

export const myMark = (): Mark => prefs.mark ?? drawn

/** The mark to send with a join; from now on it is this guest's. */
export function markToJoin(): Mark {
  prefs.mark ??= { ...drawn }
  return { ...prefs.mark }
}

/** A device that has no mark yet takes over the one its guest has at a table. */
export function adoptMark(house: House): void {
  const mine = house.guests.find(({ guest }) => guest === house.you)?.mark
  if (prefs.mark === null && mine) prefs.mark = { ...mine }
}
