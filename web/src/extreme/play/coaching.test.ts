import { expect, test } from 'vitest'
import type { Words } from '../../app/words/words.svelte'
import { LEVELS } from '../printed'
import type { Phase, View } from '../records'
import { lessonOf, tipFor, type Tip } from './coaching'

const ALL = import.meta.glob<Words>('../../app/words/*/index.ts', { eager: true, import: 'words' })
const seen = (change: Partial<View>): View => ({ phase: 'gathering', level: 1, blind: [], stars: 1, ...change }) as View

test('each moment of a first game has its one tip', () => {
  expect(tipFor(seen({}), [])).toBe('hands')
  expect(tipFor(seen({ phase: 'playing' }), [])).toBe('soon')
  expect(tipFor(seen({ level: 2 }), [])).toBe('star')
  expect(tipFor(seen({ level: 2, stars: 0 }), [])).toBe(null)
  expect(tipFor(seen({ level: 3, blind: ['white'] }), [])).toBe('blind')
  expect(tipFor(seen({ level: 4, stars: 2 }), [])).toBe('star')
})

test('what a device has learnt is not said again', () => {
  for (const tip of ['hands', 'soon', 'star', 'blind'] as Tip[]) {
    const all = LEVELS.flatMap(({ blind }, at) => (['gathering', 'lifting', 'playing'] as Phase[]).map((phase) => seen({ phase, blind: [...blind], level: at + 1 })))
    expect(all.some((view) => tipFor(view, []) === tip)).toBe(true)
    expect(all.some((view) => tipFor(view, [lessonOf(tip)]) === tip)).toBe(false)
  }
})

test('a tip is the same for every hand, every clock and every pile: it tells no one when to play', () => {
  const common = { phase: 'playing' as const, level: 1 }
  const worlds = [seen({ ...common, hand: ['W1'], now: 0 }), seen({ ...common, hand: ['W50', 'R1'], now: 60_000, cards_left: [1, 9] }), seen({ ...common, events: [] })]
  expect(new Set(worlds.map((view) => tipFor(view, [])))).toEqual(new Set(['soon']))
})

test('in every language a tip is short enough for one look, and names no card', () => {
  for (const { extreme } of Object.values(ALL)) {
    for (const text of Object.values(extreme.coach)) {
      expect(text.length).toBeLessThan(105)
      expect(text).not.toMatch(/\d/)
    }
  }
})
