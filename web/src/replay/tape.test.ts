import { expect, test } from 'vitest'
import type { Tape } from '../net/api'
import { after, placeIn, stepAt } from './tape'

const tape = {
  game: 'mindup',
  names: ['A', 'B', 'C'],
  commitment: '',
  begin: { type: 'sync', version: 1, house: { stage: 'playing' }, view: { turn: 1, row: [1] }, legal: { pick: [1] }, waiting: [0], events: [], now: 0 },
  steps: [
    { at: 100, told: { type: 'update', version: 2, view: { turn: 2 } } },
    { at: 100, told: { type: 'update', version: 3, waiting: [1], legal: { pick: [2] } } },
    { at: 900, told: { type: 'update', version: 4, house: { stage: 'over' }, view: { row: [2] } } },
  ],
} as unknown as Tape

test('the table after some steps is the first one with all that changed, and nothing can be done at it', () => {
  expect(after(tape, 0)).toMatchObject({ version: 1, view: { turn: 1, row: [1] }, legal: {} })
  expect(after(tape, 2)).toMatchObject({ version: 3, view: { turn: 2, row: [1] }, waiting: [1], legal: {}, now: 100 })
  expect(after(tape, 3)).toMatchObject({ house: { stage: 'over' }, view: { turn: 2, row: [2] }, now: 900 })
})

test('a moment is as many steps as had been taken by then', () => {
  expect([0, 99, 100, 899, 5000].map((millis) => stepAt(tape, millis))).toEqual([0, 0, 2, 2, 3])
})

test('a link points at a step or at a millisecond, and nonsense at the beginning', () => {
  expect(['#step=2', '#step=99', '#ms=100', '#ms=', '#step=-1', ''].map((hash) => placeIn(tape, hash))).toEqual([2, 3, 2, 0, 0, 0])
})
