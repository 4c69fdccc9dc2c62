import { expect, test } from 'vitest'
import type { EveningAnswer } from '../net/protocol'
import { listText } from './share'

const NAMES = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve']
const guests = NAMES.map((name, number) => ({ number, name }))
const board = NAMES.map((_, guest) => ({ guest, place: guest + 1, points: 4 - 2 * guest }))
const evening = { evening: 'secret', title: 'Club night', ended: true, finished: 2, guests, board, you: null } as unknown as EveningAnswer

const FIRST = ['Club night: Final list', '1. Ann +4.0', '2. Bob +2.0', '3. Cy 0.0']
test.each([
  [null, FIRST],
  [1, FIRST],
  [3, [...FIRST, '4. Dee −2.0']],
  [4, [...FIRST, '…', '5. Eve −4.0']],
])('the first three and the line of guest %s are shared', (you, lines) => {
  expect(listText({ ...evening, you }).split('\n')).toEqual(lines)
})

test('a list that is not final says after which round, and no text tells the way in', () => {
  const text = listText({ ...evening, ended: false })
  expect(text).toContain('Club night: after round 2')
  expect(text).not.toContain('secret')
})
