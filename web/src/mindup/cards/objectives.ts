// The fourteen Bonus Objective cards. Their words are in app/words/…/mindup.ts.

import { OBJECTIVES, type ObjectiveNumber } from '../printed'
import type { Suit } from './deck'

type Part = Suit | { sign: string }
export interface Objective {
  id: ObjectiveNumber
  value: number
  /** The card's picture: suits and a few signs, in reading order. */
  picture: readonly Part[]
}

const sign = (text: string): { sign: string } => ({ sign: text })

const PICTURES: Record<ObjectiveNumber, readonly Part[]> = {
  1: ['sun', sign('1·3')],
  2: ['sun', sign('×1×2')],
  3: ['wave', sign('2·4')],
  4: ['wave', sign('max')],
  5: ['petal', sign('▼')],
  6: ['petal', sign('▲')],
  7: ['leaf', sign('⇥')],
  8: ['leaf', sign('×4×5')],
  9: ['moon', sign('≥'), 'sun'],
  10: ['moon', sign('▲')],
  11: ['sun', 'petal', 'wave', 'leaf', 'moon'],
  12: [sign('●●●')],
  13: [sign('▮▮▮')],
  14: [sign('▮▮▮▮')],
}

function isObjective(number: number): number is ObjectiveNumber {
  return number in OBJECTIVES
}

export function objective(number: number): Objective {
  if (!isObjective(number)) throw new Error(`There is no objective ${number}.`)
  return { id: number, value: OBJECTIVES[number].value, picture: PICTURES[number] }
}
