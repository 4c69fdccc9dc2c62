import { expect, test } from 'vitest'
import { percentsOf, sumByColumn, withoutCard } from './picture'

test('before its last card a tableau had one card less', () => {
  expect(withoutCard([[22, 20], [13], [], [], []], 20)).toEqual([[22], [13], [], [], []])
})

test('row cards that would go to one column are likely together', () => {
  expect(sumByColumn([0, 2, 0], [0.5, 0.25, 0.25])).toEqual([0.75, 0, 0.25, 0, 0])
})

test('chances in whole percents add up to a hundred', () => {
  expect(percentsOf([0.335, 0.335, 0.33])).toEqual([34, 33, 33])
  expect(percentsOf([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33])
  expect(percentsOf([0.005, 0.005, 0.99])).toEqual([1, 0, 99])
  expect(percentsOf([1, 0])).toEqual([100, 0])
  const some = [0.125, 0.275, 0.105, 0.205, 0.155, 0.135]
  expect(percentsOf(some).reduce((all, one) => all + one)).toBe(100)
})
