import { expect, test } from 'vitest'
import { ties } from './ranking'

test('players with the same sum are named together', () => {
  expect(ties([70, 69, 70, 12, 12, 1])).toEqual([
    [0, 2],
    [3, 4],
  ])
  expect(ties([1, 2, 3])).toEqual([])
})
