// What is printed on the sixty cards, and how many turns the three rounds have.

export const SUITS = ['sun', 'petal', 'wave', 'leaf', 'moon'] as const
export type Suit = (typeof SUITS)[number]
export interface Face {
  suit: Suit
  bonus: number
}

// number: bonus
const PRINTED: Record<Suit, Record<number, number>> = {
  sun: { 1: -1, 8: 0, 15: 1, 16: 2, 23: 1, 30: 0, 31: 0, 38: 1, 45: 2, 46: 1, 53: 0, 60: -1 },
  petal: { 2: 0, 6: 0, 10: 2, 19: -1, 27: 1, 29: 1, 32: 1, 34: 1, 42: -1, 51: 2, 55: 0, 59: 0 },
  wave: { 3: 1, 13: -1, 18: 0, 21: 1, 24: 0, 28: 2, 33: 2, 37: 0, 40: 1, 43: 0, 48: -1, 58: 1 },
  leaf: { 4: 2, 5: 1, 12: 0, 14: 0, 17: 1, 25: -1, 36: -1, 44: 1, 47: 0, 49: 0, 56: 1, 57: 2 },
  moon: { 7: -1, 9: 1, 11: 1, 20: 0, 22: 2, 26: 0, 35: 0, 39: 2, 41: 0, 50: 1, 52: 1, 54: -1 },
}

const FACES = new Map<number, Face>(
  SUITS.flatMap((suit) => Object.entries(PRINTED[suit]).map(([number, bonus]) => [Number(number), { suit, bonus }])),
)

export function faceOf(card: number): Face {
  const face = FACES.get(card)
  if (face === undefined) throw new Error(`There is no card ${card}.`)
  return face
}

export const ROUNDS = 3
/** By round, counted from 1. */
export const TURNS: Record<number, number> = { 1: 6, 2: 7, 3: 8 }
