import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { House } from '../../net/protocol'
import { eveningOf, roundOf } from './evening'
import { roundLeft } from './round.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const house = (more: Partial<House>): House => ({ kind: 'evening', ...more }) as House

test('the name of a table tells its evening', () => {
  expect([eveningOf('evening-AbCdEfGhIjKlMnOp-2-xyz'), roundOf('evening-AbCdEfGhIjKlMnOp-2-xyz')]).toEqual(['AbCdEfGhIjKlMnOp', 2])
  expect(roundOf('evening-Ab-dEfGhIj-7-nOp-12-xy-3-z')).toBe(12)
  expect([eveningOf('M2XA'), roundOf('M2XA')]).toEqual([null, 0])
})
test('a round goes on until its time is up, on the clock of the table', () => {
  const table = { clockOffset: 1000, roundOver: null }
  const until = performance.now() + 61_000
  expect(roundLeft(table, house({ until }))).toBe(60_000)
  vi.advanceTimersByTime(60_000)
  expect(roundLeft(table, house({ until }))).toBe(0)
  expect(roundLeft(table, house({ until: until + 1e9, time_up: true }))).toBe(0)
  expect(roundLeft(table, house({ until: until + 1e9, kind: 'daily' }))).toBe(0)
})

test('a round goes on for as long as the evening says, whatever the time', () => {
  const [before, after] = [performance.now() - 1000, performance.now() + 61_000]
  const on = { clockOffset: 0, roundOver: false }
  const over = { clockOffset: 0, roundOver: true }
  expect(roundLeft(over, house({ until: after }))).toBe(0)
  expect(roundLeft(on, house({ until: before }))).toBe(Infinity)
  expect(roundLeft(on, house({ until: after, time_up: true }))).toBe(Infinity)
  expect(roundLeft(on, house({ kind: 'daily' }))).toBe(0)
})
