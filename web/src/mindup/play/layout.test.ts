import { expect, test } from 'vitest'
import { layoutFor, seating } from './layout'

test('every size has the layout that fits it', () => {
  const sizes = [[360, 640], [390, 844], [844, 390], [768, 1024], [1024, 768], [1280, 600], [1366, 650], [1440, 900], [1920, 1080]]
  expect(sizes.map(([width, height]) => layoutFor(width!, height!))).toEqual([
    'phone', 'phone', 'sideways', 'tablet', 'wide', 'wide', 'wide', 'wide', 'wide',
  ])
  expect(layoutFor(960, 540)).toBe('sideways') // 1920 × 1080 with letters twice as large
})

test('everybody sits somewhere, and across only where there is room', () => {
  expect(seating([1, 2, 3, 4, 5], true).map(({ seats }) => seats)).toEqual([[1, 2], [3], [4, 5]])
  expect(seating([1, 2, 3, 4, 5], false).map(({ seats }) => seats)).toEqual([[1, 2, 3], [], [4, 5]])
  expect(seating([1, 2], true).map(({ seats }) => seats)).toEqual([[1], [], [2]])
})
