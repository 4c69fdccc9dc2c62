import { beforeEach, expect, test, vi } from 'vitest'
import type { DailyAnswer } from '../net/protocol'
import { bytes, sha256 } from '../table/shuffle/shuffle'
import { judgeDay, keepFingerprints } from './promises'

const SEED = '7ac1'.repeat(16)
const PROMISED = sha256(bytes(SEED))
const MON_MS = Date.parse('2026-11-23T20:00:00Z')
const monday: DailyAnswer = { game: 'mindup', day: '2026-11-23', until: 0, commitment: 'aa', next_commitment: PROMISED, first_day: '2026-11-18', bots: [], table: null, done: false, place: null, of: null, streak: 0, counts: true }
const tuesday = { game: 'mindup', day: '2026-11-24', seed: SEED, commitment: PROMISED } as const

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) })
})

test('a seed is compared with the fingerprint that this device was shown the day before', () => {
  keepFingerprints(monday, MON_MS)
  expect(judgeDay(tuesday)).toEqual({ said: 'kept', at: MON_MS })
})
test('a site that changes its fingerprint afterwards is caught', () => {
  const other = 'beef'.repeat(16)
  keepFingerprints(monday, MON_MS)
  keepFingerprints({ ...monday, day: '2026-11-24', commitment: sha256(bytes(other)), next_commitment: 'bb' }, MON_MS + 1)
  expect(judgeDay({ ...tuesday, seed: other, commitment: sha256(bytes(other)) })).toEqual({ said: 'wrong' })
})
test('without an earlier look a seed only fits the page, or does not', () => {
  expect(judgeDay(tuesday)).toEqual({ said: 'fits' })
  expect(judgeDay({ ...tuesday, commitment: 'aa' })).toEqual({ said: 'wrong' })
})
test('a day that goes on has no seed, and each game has its own fingerprints', () => {
  keepFingerprints({ ...monday, game: 'extreme', next_commitment: 'other' }, MON_MS)
  expect(judgeDay(tuesday)).toEqual({ said: 'fits' })
  expect(judgeDay({ ...tuesday, seed: null })).toBeNull()
})
test('a device keeps the last ones only', () => {
  keepFingerprints(monday, MON_MS)
  for (let day = 2; day < 200; day++) keepFingerprints({ ...monday, day: new Date(Date.parse(monday.day) + day * 86_400_000).toISOString().slice(0, 10) }, MON_MS)
  expect(JSON.parse(localStorage.getItem('tacit-fingerprints') ?? '').length).toBe(120)
  expect(judgeDay(tuesday)).toEqual({ said: 'fits' })
})
