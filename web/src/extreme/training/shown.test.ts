import { expect, test } from 'vitest'
import { training as de } from '../../app/words/de/training'
import { training as en } from '../../app/words/en/training'
import { LANGUAGES } from '../../app/words/words.svelte'
import type { Trained } from '../../net/protocol'
import { byDay, sentences, steadiness } from './shown'

const shown = (change: Partial<Trained>): Trained => ({
  level: 3, blind: [], mistakes: 0, pace: 0.84, steady: 'steady', spread: 0.1, cards: [{ card: 'W8', gap: 8, off_ms: 40 }], habits: [], ...change,
})

test('practice is told in sentences', () => {
  expect(sentences(shown({}), en)).toEqual(['Your pace: 0.84 s a number, steady.', 'On the whole your cards came on time.', 'None of your cards overtook another.'])
  const hurried = shown({ mistakes: 2, habits: [{ where: 'red', off_ms: -1240, cards: 3 }, { where: 'long', off_ms: 650, cards: 2 }] })
  expect(sentences(hurried, en).slice(1)).toEqual([
    'On red you were about 1.2 s early.',
    'After long gaps (8 numbers or more) you were about 0.7 s late.',
    '2 of your cards overtook others.',
  ])
  expect(sentences(shown({ pace: null, steady: null, spread: null, cards: [] }), en)).toEqual([en.tooFew, 'None of your cards overtook another.'])
})

test('days have a mean and each of their levels', () => {
  const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime()
  const session = (ended: number, pace: number | null) => ({ table: 'K7QF', number: 1, ended, shown: shown({ pace }) })
  const days = byDay([session(at(19, 9), 0.5), session(at(18, 8), 1), session(at(18, 23), 0.6), session(at(18, 10), null)], ({ pace }) => pace)
  expect(days.map(({ mean, each }) => [mean, each])).toEqual([[0.8, [1, 0.6]], [0.5, [0.5]]])
  expect(steadiness(shown({ spread: 0 }))).toBe(100)
})

test('every language has the words of this page', async () => {
  const all = import.meta.glob<typeof en>('../../app/words/*/training.ts', { eager: true, import: 'training' })
  expect(Object.keys(all).map((path) => path.split('/').at(-2)).sort()).toEqual(Object.keys(LANGUAGES).sort())
  expect(Object.keys(de)).toEqual(Object.keys(en))
})
