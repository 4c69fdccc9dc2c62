import { expect, test } from 'vitest'
import { largestSwing, ties } from './ranking'

test('players with the same sum are named together', () => {
  expect(ties([70, 69, 70, 12, 12, 1])).toEqual([
    [0, 2],
    [3, 4],
  ])
  expect(ties([1, 2, 3])).toEqual([])
})

test('the largest swing is between the winner and the best of the others, on either side', () => {
  expect(largestSwing([[20, 10, 12], [5, 25, 40], [30, 12, 1]], [1, 2, 3])).toEqual({ round: 2, points: 20, gains: 1, other: 0 })
  expect(largestSwing([[20, 10], [5, 8]], [1, 2])).toEqual({ round: 1, points: 10, gains: 0, other: 1 })
  expect(largestSwing([[7, 7], [8, 8]], [1, 1])).toBeNull()
})
