import { expect, test } from 'vitest'
import { FACES, faceOf, SUITS } from './deck'
import { objective } from './objectives'
import { OBJECTIVES, TURNS } from '../printed'

const NUMBERS = Array.from({ length: 60 }, (_, at) => at + 1)

/** As they lie in the box: twelve cards of each suit, then their bonuses. tests/test_generated.py asks Python the same. */
const BOX = {
  sun: [[1, 8, 15, 16, 23, 30, 31, 38, 45, 46, 53, 60], [-1, 0, 1, 2, 1, 0, 0, 1, 2, 1, 0, -1]],
  petal: [[2, 6, 10, 19, 27, 29, 32, 34, 42, 51, 55, 59], [0, 0, 2, -1, 1, 1, 1, 1, -1, 2, 0, 0]],
  wave: [[3, 13, 18, 21, 24, 28, 33, 37, 40, 43, 48, 58], [1, -1, 0, 1, 0, 2, 2, 0, 1, 0, -1, 1]],
  leaf: [[4, 5, 12, 14, 17, 25, 36, 44, 47, 49, 56, 57], [2, 1, 0, 0, 1, -1, -1, 1, 0, 0, 1, 2]],
  moon: [[7, 9, 11, 20, 22, 26, 35, 39, 41, 50, 52, 54], [-1, 1, 1, 0, 2, 0, 0, 2, 0, 1, 1, -1]],
}

test('the deck is the printed one', () => {
  expect([...FACES.keys()].sort((a, b) => a - b)).toEqual(NUMBERS)
  for (const suit of SUITS) {
    const cards = NUMBERS.filter((card) => faceOf(card).suit === suit)
    expect([cards, cards.map((card) => faceOf(card).bonus)]).toEqual(BOX[suit])
  }
  for (const card of NUMBERS) expect(faceOf(card)).toEqual(faceOf(61 - card))
  expect(() => faceOf(61)).toThrow()
})

test('every objective has a picture and its printed value', () => {
  expect(Object.keys(OBJECTIVES).map((number) => objective(Number(number)).value)).toEqual([2, -2, 2, 2, -2, 2, 2, 2, 2, -2, 2, 2, -2, 2])
  for (const number of Object.keys(OBJECTIVES)) expect(objective(Number(number)).picture.length).toBeGreaterThan(0)
  expect(() => objective(15)).toThrow()
})

test('three rounds have 6, 7 and 8 turns', () => {
  expect(TURNS).toEqual([6, 7, 8])
})
