// What is printed on the fourteen Bonus Objective cards. Their words are in words/…/mindup.ts.

import type { Suit } from './deck'

export type ObjectiveNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14

export interface Objective {
  value: number
  /** The card's picture: suits and a few signs, in reading order. */
  picture: readonly (Suit | { sign: string })[]
}

const sign = (text: string): { sign: string } => ({ sign: text })

export const OBJECTIVES: Record<ObjectiveNumber, Objective> = {
  1: { value: 2, picture: ['sun', sign('1·3')] },
  2: { value: -2, picture: ['sun', sign('×1×2')] },
  3: { value: 2, picture: ['wave', sign('2·4')] },
  4: { value: 2, picture: ['wave', sign('max')] },
  5: { value: -2, picture: ['petal', sign('▼')] },
  6: { value: 2, picture: ['petal', sign('▲')] },
  7: { value: 2, picture: ['leaf', sign('⇥')] },
  8: { value: 2, picture: ['leaf', sign('×4×5')] },
  9: { value: 2, picture: ['moon', sign('≥'), 'sun'] },
  10: { value: -2, picture: ['moon', sign('▲')] },
  11: { value: 2, picture: ['sun', 'petal', 'wave', 'leaf', 'moon'] },
  12: { value: 2, picture: [sign('●●●')] },
  13: { value: -2, picture: [sign('▮▮▮')] },
  14: { value: 2, picture: [sign('▮▮▮▮')] },
}

export function objective(number: number): Objective {
  return OBJECTIVES[number as ObjectiveNumber]
}
