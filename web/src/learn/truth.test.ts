// The tutorials are true to their own recordings: every number that the coach says, in every language.

import { expect, test } from 'vitest'
import type { Words } from '../app/words/words.svelte'
import { lesson as beginExtreme } from '../extreme/learn/lesson'
import { tape as night } from '../extreme/learn/tape'
import { lesson as beginMindUp } from '../mindup/learn/lesson'
import { tape as day } from '../mindup/learn/tape'
import { PRINTED } from '../mindup/printed'

const ALL = Object.entries(import.meta.glob<Words>('../app/words/*/index.ts', { eager: true, import: 'words' }))
const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)
const lines = (step: string, game: 'mindup' | 'extreme'): [string, string][] =>
  ALL.map(([path, { learn }]) => [path.split('/').at(-2)!, (learn.tutorial[game] as Record<string, string>)[step]!])
/** Every language says these numbers, and no others, in this order. */
function says(game: 'mindup' | 'extreme', step: string, ...told: number[]): void {
  for (const [language, text] of lines(step, game)) expect(numbers(text), `${language} ${step}`).toEqual(told)
}
const EIGHT = { en: 'eight', fr: 'huit', it: 'otto', de: 'acht', es: 'ocho', pt: 'oito' } as Record<string, string>
const last = <T>(of: readonly T[]): T => of[of.length - 1]!

const begin = day.begin.view
const first = day.mine1[0]!
const second = day.mine2[0]!
const played = (message: typeof first | typeof second): { plays: number[]; taken: number[] } => message.events[1] as never
const asked = (steps: { says: string; expects?: { action: object } }[], step: string): unknown => steps.find(({ says }) => says === step)?.expects?.action

test('Mind Up!: the 52 is the highest card of the hand, and the last of the row is taken with it', () => {
  says('mindup', 'pick', last(begin.hand))
  expect(last(begin.hand)).toBe(Math.max(...begin.hand))
  expect(asked(beginMindUp().steps, 'pick')).toEqual({ kind: 'pick', card: last(begin.hand) })
  const { plays, taken } = played(first)
  expect(plays[0]).toBe(Math.max(...plays))
  expect(taken[0]).toBe(last(begin.row))
  expect(first.view.tableaux[0]).toEqual([[last(begin.row)], [], [], [], []])
  says('mindup', 'sorted', ...[...plays].sort((a, b) => a - b))
})

test('Mind Up!: the 9 is the lowest card of the hand, and joins a second sun in the column worth 4', () => {
  const hand = first.view.hand
  says('mindup', 'second', Math.min(...hand))
  expect(asked(beginMindUp().steps, 'second')).toEqual({ kind: 'pick', card: Math.min(...hand) })
  expect(first.view.row).toEqual([...played(first).plays].sort((a, b) => a - b))
  const column = second.view.tableaux[0]![0]!
  expect(played(second).plays[0]).toBe(Math.min(...played(second).plays))
  expect(column).toHaveLength(2)
  for (const card of column) expect(card in PRINTED.orange).toBe(true)
  says('mindup', 'joined', begin.order[0]!)
  expect(second.view.points[0]!.columns[0]).toBe(8)
  for (const [language, text] of lines('joined', 'mindup')) expect(text.toLowerCase()).toContain(EIGHT[language])
})

test('The Mind Extreme: the cards that the coach names are those of the recording', () => {
  const hand = night.begin.view.hand
  expect(hand).toEqual(['W12', 'R40'])
  says('extreme', 'wait', 12)
  says('extreme', 'give', 40)
  const mistake = night.early.mine.flatMap(({ events }) => events as { kind: string; aside?: unknown; overtook?: unknown }[])
  expect(JSON.stringify(mistake)).toContain('W5')
  says('extreme', 'early', 5, 5)
  says('extreme', 'well', 5, 12)
  const partner = JSON.stringify(night.well.partner)
  expect(partner).toContain('W5')
  expect(night.begin.view.lives).toBe(2)
  expect(night.begin.view.stars).toBe(1)
  const passed = JSON.stringify(night.well.give)
  expect(passed).toContain('R22')
  expect(passed).toContain('"reward":"star","gained":true')
})

test('The Mind Extreme: the blind level shows 9, 20, 31 and 44, the white pile only', () => {
  const { blind } = night
  expect(blind.begin.view.level).toBe(3)
  expect(blind.begin.view.blind).toEqual(['white'])
  expect(blind.begin.view.hand).toEqual(['W9', 'W31'])
  says('extreme', 'blind', 3)
  says('extreme', 'blindFirst', 9)
  says('extreme', 'blindWait', 31)
  says('extreme', 'blindEarly', 31, 20)
  says('extreme', 'blindWell', 9, 20, 31, 44)
  const turned = (messages: readonly { events?: readonly unknown[] }[]): string[] =>
    messages.flatMap(({ events = [] }) => events as { kind: string; card: string }[]).flatMap((one) => (one.kind === 'turned' ? [one.card] : []))
  expect(turned(blind.well)).toEqual(['W9', 'W20', 'W31', 'W44'])
  expect(turned(blind.early).indexOf('W31')).toBeLessThan(turned(blind.early).indexOf('W20'))
})

test('a step asks for a card that the learner holds, and no other text names a card', () => {
  const free = new Set(['pick', 'sorted', 'second', 'joined', 'wait', 'give', 'early', 'well', 'blind', 'blindFirst', 'blindWait', 'blindEarly', 'blindWell'])
  for (const [game, steps] of [['mindup', beginMindUp().steps], ['extreme', beginExtreme().steps]] as const) {
    for (const { says: step } of steps) if (!free.has(step)) says(game, step)
  }
})
