import { expect, test } from 'vitest'
import { moments, type Reviewed } from './moments'

const pick = (seat: number, turn: number, lost: number): Reviewed => ({ round: 1, turn, seat, card: 1, values: {}, equal: [], lost, luck: 0 })

test('a best find is the one best card, furthest ahead of the next; luck counts only once it is known', () => {
  const value = (lead: number): Reviewed['values'][string] => ({ lead, win: 0.5, se: 0.1 })
  const found = (turn: number, equal: number[], leads: number[], luck: number | null): Reviewed => ({
    ...pick(0, turn, 0),
    equal,
    values: Object.fromEntries(leads.map((lead, at) => [at + 1, value(lead)])),
    luck,
  })
  const picks = [
    found(1, [1], [2, 1, -3], 1.5),
    found(2, [1], [4, 0.5, 0], -2),
    found(3, [1, 2], [9, 8.9, 0], 4),
    found(4, [2], [0, 7, 1], null),
    { ...found(5, [1], [9, 0, 0], 9), seat: 1 },
  ]
  expect(moments(picks, 0).map(({ kind, pick: { turn }, points }) => [kind, turn, points])).toEqual([
    ['find', 2, 3.5],
    ['lucky', 3, 4],
    ['unlucky', 2, -2],
  ])
  expect(moments(picks, 2)).toEqual([])
})
