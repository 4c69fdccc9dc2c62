import { expect, test, vi } from 'vitest'
import { words as en } from '../app/words/en'
import type { House } from '../net/protocol'
import type { View } from './records'

vi.mock('../app/words/words.svelte', () => ({ words: () => en }))
const { tab } = await import('./tab')

const house = (seat: number | null): House => ({ seat, paused: false }) as unknown as House
const view = (change: Partial<View>): View => ({ level: 3, outcome: null, phase: 'playing', hand: [], now: 0, ...change }) as View

test('the tab says the level, and when hands or votes are wanted', () => {
  expect(tab(view({}), house(0))).toBe('Level 3')
  expect(tab(view({ phase: 'gathering' }), house(0))).toBe('Hands on the table · Level 3')
  expect(tab(view({ phase: 'voting' }), house(0))).toBe('A star? · Level 3')
  expect(tab(view({ outcome: 'lost', phase: 'over' }), house(0))).toBe('The result')
})

test('while cards are played it is the same for every hand, every moment and every seat', () => {
  const all = [view({ hand: ['W1'], now: 5 }), view({ hand: ['R50', 'W49'], now: 90_000 }), view({ events: [], cards_left: [0, 9] })]
  const said = all.flatMap((one) => [null, 0, 1].map((seat) => tab(one, house(seat))))
  expect(new Set(said)).toEqual(new Set(['Level 3']))
})
