// The sixty cards. The app shows colours as suits, which differ in shape as well.

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

/** The background and text colours of a card that shows only its number. */
export const ground = (card: number): string => `var(--${faceOf(card).suit})`
export const ink = (card: number): string => `var(--${faceOf(card).suit}-ink)`
