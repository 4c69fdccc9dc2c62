import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { House } from '../../net/protocol'
import { eveningOf } from './evening'
import { roundLeft } from './round.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const house = (more: Partial<House>): House => ({ kind: 'evening', ...more }) as House

test('the name of a table tells its evening', () => {
  expect(eveningOf('evening-AbCdEfGhIjKlMnOp-2-xyz')).toBe('AbCdEfGhIjKlMnOp')
  expect(eveningOf('M2XA')).toBeNull()
})
test('a round goes on until its time is up, on the clock of the table', () => {
  const table = { clockOffset: 1000 }
  const until = performance.now() + 61_000
  expect(roundLeft(table, house({ until }))).toBe(60_000)
  vi.advanceTimersByTime(60_000)
  expect(roundLeft(table, house({ until }))).toBe(0)
  expect(roundLeft(table, house({ until: until + 1e9, time_up: true }))).toBe(0)
  expect(roundLeft(table, house({ until: until + 1e9, kind: 'daily' }))).toBe(0)
})
