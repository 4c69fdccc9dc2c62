import { expect, test } from 'vitest'
import { sumByColumn, withoutCard } from './picture'

test('before its last card a tableau had one card less', () => {
  expect(withoutCard([[22, 20], [13], [], [], []], 20)).toEqual([[22], [13], [], [], []])
})

test('row cards that would go to one column are likely together', () => {
  expect(sumByColumn([0, 2, 0], [0.5, 0.25, 0.25])).toEqual([0.75, 0, 0.25, 0, 0])
})
