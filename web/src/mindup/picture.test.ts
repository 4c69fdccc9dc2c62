import { expect, test } from 'vitest'
import { faceOf, SUITS } from './deck'
import { sumByColumn, withoutCard } from './picture'

const NUMBERS = Array.from({ length: 60 }, (_, at) => at + 1)

test('the deck is the printed one', () => {
  for (const suit of SUITS) expect(NUMBERS.filter((card) => faceOf(card).suit === suit)).toHaveLength(12)
  for (const card of NUMBERS) expect(faceOf(card)).toEqual(faceOf(61 - card))
  expect(NUMBERS.reduce((sum, card) => sum + faceOf(card).bonus, 0)).toBe(30)
})

test('before its last card a tableau had one card less', () => {
  expect(withoutCard([[22, 20], [13], [], [], []], 20)).toEqual([[22], [13], [], [], []])
})

test('row cards that would go to one column are likely together', () => {
  expect(sumByColumn([0, 2, 0], [0.5, 0.25, 0.25])).toEqual([0.75, 0, 0.25, 0, 0])
})
