import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { since } from './formats'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

test.each([
  [-5_000, 'just now'],
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, 'a minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, 'an hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [72 * 60 * MINUTE, '3 days ago'],
])('%i milliseconds are %s', (ago, told) => {
  expect(since(NOW - ago)).toBe(told)
})
