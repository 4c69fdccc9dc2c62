import { expect, test } from 'vitest'
import { costliest, moments, type Reviewed } from './moments'

const pick = (seat: number, turn: number, lost: number): Reviewed => ({ round: 1, turn, seat, card: 1, values: {}, equal: [], lost, luck: 0 })

test('the three costliest picks of a player come first, and those that cost nothing not at all', () => {
  const picks = [pick(0, 1, 1), pick(1, 1, 9), pick(0, 2, 0), pick(0, 3, 4), pick(0, 4, 2), pick(0, 5, 3)]
  expect(costliest(picks, 0).map(({ turn }) => turn)).toEqual([3, 5, 4])
  expect(costliest(picks, 1)).toHaveLength(1)
  expect(costliest(picks, 2)).toEqual([])
})

test('a pick that is as good as the best is none of the costliest, though an estimate puts it a little behind', () => {
  expect(costliest([{ ...pick(0, 1, 0.2), equal: [1, 7] }], 0)).toEqual([])
})

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
