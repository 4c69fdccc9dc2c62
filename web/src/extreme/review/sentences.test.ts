import { expect, test } from 'vitest'
import { prefs } from '../../app/prefs.svelte'
import { speakWanted } from '../../app/words/words.svelte'
import type { Reason } from './reviewed'
import { inStep, say, summary } from './sentences'

const REASONS: Reason[] = [
  { kind: 'overtook', seat: 0, card: 'W34', others: [[1, 'W30']], blind: false },
  { kind: 'overtook', seat: 1, card: 'R3', others: [[0, 'R9'], [1, 'R8']], blind: true },
  { kind: 'early', seat: 0, card: 'W34', ms: 1240 },
  { kind: 'late', seat: 1, card: 'W30', ms: 2800 },
  { kind: 'even', numbers: 1 },
  { kind: 'even', numbers: 3 },
  { kind: 'wait', seat: 0, ms: 4100 },
  { kind: 'go', seat: 1, card: 'W30' },
  { kind: 'star' },
  { kind: 'close', seat: 0, card: 'W20', after: 1, before: 'W19', ms: 90 },
]
const who = (seat: number): string | null => (seat === 0 ? null : 'Zoé')

test('every kind of reason that the server gives is among these', () => {
  const [source = ''] = Object.values(import.meta.glob<string>('../../../../src/tacit/games/extreme/review/moments.py', { query: '?raw', import: 'default', eager: true }))
  const kinds = [...source.matchAll(/tag="(\w+)"/g)].map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(5)
  expect(new Set(REASONS.map(({ kind }) => kind as string))).toEqual(new Set(kinds))
})

for (const language of ['en', 'fr', 'it', 'de', 'es', 'pt']) {
  test(`${language} says every reason in one sentence with its cards and seconds`, async () => {
    prefs.language = language
    await speakWanted()
    for (const reason of REASONS) {
      const said = say(reason, who)
      expect(said, said).toMatch(/^[\p{Lu}\d].*[^.]\.$/u)
      expect(said, said).not.toMatch(/undefined|null|NaN|\s{2}|\[object/)
      if ('ms' in reason) expect(said).toMatch(new RegExp((reason.ms / 1000).toFixed(1).replace('.', '[.,]')))
      if ('card' in reason && reason.kind !== 'early') expect(said).toContain(reason.card.slice(1))
      if (reason.kind === 'overtook') for (const [, card] of reason.others) expect(said).toContain(card.slice(1))
      if (reason.kind === 'late' || reason.kind === 'close') expect(said).toContain('Zoé')
    }
    expect(summary({ outcome: 'lost', level: 5, early: 3, late: 1, even: 2 })).toMatch(/5.*3.*1.*2/)
    expect(summary({ outcome: 'won', level: 8, early: 0, late: 0, even: 0 })).toMatch(/\.$/)
    expect(inStep(0.8)).toMatch(/10.*8.*12/)
    expect(new Set([0.9, 0.75, 0.6, 0.3].map((one) => inStep(one).split(':')[0])).size).toBe(4)
  })
}
