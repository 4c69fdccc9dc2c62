// The sixty cards. Their colours go by suits here, which can be told apart without seeing colours.

import { COLOURS, PRINTED, type Colour } from '../printed'

/** By printed colour. */
const SUIT_OF = { orange: 'sun', pink: 'petal', blue: 'wave', green: 'leaf', purple: 'moon' } as const satisfies Record<Colour, string>
export type Suit = (typeof SUIT_OF)[Colour]
export const SUITS: readonly Suit[] = COLOURS.map((colour) => SUIT_OF[colour])
export interface Face {
  suit: Suit
  bonus: number
}

/** By number. */
export const FACES: ReadonlyMap<number, Face> = new Map(
  COLOURS.flatMap((colour) =>
    Object.entries(PRINTED[colour]).map(([number, bonus]) => [Number(number), { suit: SUIT_OF[colour], bonus }]),
  ),
)

export function faceOf(card: number): Face {
  const face = FACES.get(card)
  if (face === undefined) throw new Error(`There is no card ${card}.`)
  return face
}

/** What a card that is only its number is painted with: the ground, and the ink on it. */
export const ground = (card: number): string => `var(--${faceOf(card).suit})`
export const ink = (card: number): string => `var(--${faceOf(card).suit}-ink)`
