import { expect, test } from 'vitest'
import { costliest, type Reviewed } from './again'

const pick = (seat: number, turn: number, lost: number): Reviewed => ({ round: 1, turn, seat, card: 1, values: {}, equal: [], lost, luck: 0 })

test('the three costliest picks of a player come first, and those that cost nothing not at all', () => {
  const picks = [pick(0, 1, 1), pick(1, 1, 9), pick(0, 2, 0), pick(0, 3, 4), pick(0, 4, 2), pick(0, 5, 3)]
  expect(costliest(picks, 0).map(({ turn }) => turn)).toEqual([3, 5, 4])
  expect(costliest(picks, 1)).toHaveLength(1)
  expect(costliest(picks, 2)).toEqual([])
})
