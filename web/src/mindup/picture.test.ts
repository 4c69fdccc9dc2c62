import { expect, test } from 'vitest'
import { faceOf, SUITS } from './deck'
import { columnPoints, tableauPoints, withCards } from './picture'

const NUMBERS = Array.from({ length: 60 }, (_, at) => at + 1)

test('the deck is the printed one', () => {
  for (const suit of SUITS) expect(NUMBERS.filter((card) => faceOf(card).suit === suit)).toHaveLength(12)
  for (const card of NUMBERS) expect(faceOf(card)).toEqual(faceOf(61 - card))
  expect(NUMBERS.reduce((sum, card) => sum + faceOf(card).bonus, 0)).toBe(30)
})

test('the points of a column are its value for each card, and its bonuses apart', () => {
  expect(columnPoints(5, [46, 8, 53])).toEqual({ cards: 15, bonus: 1 })
  expect(tableauPoints([2, 4, 1, 5, 3], [[22, 20], [13], [25], [46, 8, 53], []])).toBe(25)
})

test('the last cards of a round are found again by the points of the columns', () => {
  const order = [2, 4, 1, 5, 3]
  const score = { columns: [4, 4, 1, 15, 0], bonuses: [2, -1, -1, 1, 0], objectives: [] }
  expect(withCards([[22, 20], [13], [25], [46], []], [8, 53], order, score)).toEqual([[22, 20], [13], [25], [46, 8, 53], []])
})

test('two last cards of new suits open two columns in the order they came', () => {
  const score = { columns: [4, 4, 1, 0, 0], bonuses: [0, 0, 0, 0, 0], objectives: [] }
  expect(withCards([[22, 20], [], [], [], []], [13, 25], [2, 4, 1, 5, 3], score)).toEqual([[22, 20], [13], [25], [], []])
})

test('two last cards of one new suit share their column', () => {
  const score = { columns: [4, 8, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], objectives: [] }
  expect(withCards([[22, 20], [], [], [], []], [13, 3], [2, 4, 1, 5, 3], score)).toEqual([[22, 20], [13, 3], [], [], []])
})
