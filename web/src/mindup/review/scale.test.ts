import { expect, test } from 'vitest'
import { marks } from './scale'

test('a chart has a handful of round numbers, and zero', () => {
  expect(marks(-18, 13)).toEqual([-10, 0, 10])
  expect(marks(-2, 5)).toEqual([-2, 0, 2, 4])
  expect(marks(0, 0)).toEqual([0])
})
