import { expect, test } from 'vitest'
import { prefs } from '../../app/prefs.svelte'
import { speakWanted } from '../../app/words/words.svelte'
import type { Reason } from './reviewed'
import { played, say, summary } from './sentences'

const REASONS: Reason[] = [
  { kind: 'lands', card: 54, take: 41, percent: 62, points: 3, value: 2, opens: true },
  { kind: 'lands', card: 54, take: 7, percent: 62, points: -1, value: 2, opens: false },
  { kind: 'alike', card: 6, percent: 46, better: 2, better_percent: 80, take: 10, points: 1, value: 4, opens: true },
  { kind: 'brings', card: 7, points: 2, better: 53, better_points: 6.2 },
  { kind: 'between', seat: 1, cards: [16] },
  { kind: 'between', seat: 0, cards: [16, 17, 19] },
  { kind: 'crowd', cards: 6 },
  { kind: 'beyond', card: 57, higher: true },
  { kind: 'beyond', card: 3, higher: false },
  { kind: 'leaves', card: 33, seat: 1, points: 1.3 },
  { kind: 'leaves', card: 33, seat: 0, points: 1 },
  { kind: 'last', card: 15, points: 6, better: 17, better_points: 4 },
  { kind: 'later', card: 16, points: 4.3 },
  { kind: 'later', card: 16, points: 1 },
]
async function speak(language: string): Promise<void> {
  prefs.language = language
  await speakWanted()
}
const who = (seat: number): string | null => (seat === 0 ? null : 'Zoé')

test('every kind of reason that the server gives is among these', () => {
  const [source = ''] = Object.values(import.meta.glob<string>('../../../../src/tacit/games/mindup/review/reasons.py', { query: '?raw', import: 'default', eager: true }))
  const kinds = [...source.matchAll(/tag="(\w+)"/g)].map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(5)
  expect(new Set(REASONS.map(({ kind }) => kind as string))).toEqual(new Set(kinds))
})

for (const language of ['en', 'fr', 'it', 'de', 'es', 'pt']) {
  test(`${language} says every reason in one sentence with all its numbers`, async () => {
    await speak(language)
    for (const reason of REASONS) {
      const said = say(reason, who)
      expect(said, said).toMatch(/^[\p{Lu}\d].*[^.]\.$/u)
      expect(said, said).not.toMatch(/undefined|null|NaN|\s{2}|\[object/)
      for (const [key, value] of Object.entries(reason)) {
        if (typeof value === 'number' && key !== 'seat') expect(said, `${key} in ${said}`).toContain(String(Math.floor(Math.abs(value))))
        if (Array.isArray(value)) for (const card of value) expect(said).toContain(String(card))
      }
      if ('seat' in reason && reason.seat === 1) expect(said).toContain('Zoé')
    }
  })

  test(`${language} adds up where a lead came from, for you and for others`, async () => {
    await speak(language)
    for (const [lead, guess, lost] of [[-17, -10.1, 15.2], [3, 6, 0.2], [0, 0.3, 4], [5, -2, 0], [-1, -1, 0]] as const) {
      for (const name of [null, 'Zoé']) {
        const { made, ended } = summary({ lead, guess, lost, deal: lead - guess + lost }, name)
        const deal = lead - Math.round(guess) + Math.round(lost)
        expect(made, made).toContain(deal === 0 ? '' : String(Math.abs(deal)))
        expect(ended, ended).toContain(lead === 0 ? '' : String(Math.abs(lead)))
        for (const said of [made, ended]) expect(said, said).toMatch(/^\p{Lu}.*[^.]\.$/u)
        expect(made.includes('Zoé')).toBe(name !== null)
      }
    }
    const moment = { seat: 1, round: 1, turn: 1, card: 54, better: 60, lost: 3.14, reasons: [] }
    expect(played(moment, who)).toMatch(/Zoé.*54.*60.*3[.,]1/)
    expect(played({ ...moment, seat: 0 }, who)).not.toContain('Zoé')
  })
}
