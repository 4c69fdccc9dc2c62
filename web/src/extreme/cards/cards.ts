// How a card is written: W8 is the white 8, R33 the red 33.

import type { Colour } from '../records'

export { COLOURS } from '../printed'

export function colourOf(card: string): Colour {
  return card.startsWith('W') ? 'white' : 'red'
}
export function numberOf(card: string): number {
  return Number(card.slice(1))
}
