import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { counted, dated, datedDay, listed, since } from './formats'
import { speakWanted, words } from './words.svelte'
import { prefs } from '../prefs.svelte'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

test.each([
  [-5_000, 'just now'],
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, 'a minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, 'an hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [72 * 60 * MINUTE, '3 days ago'],
])('%i milliseconds are %s', (ago, told) => {
  expect(since(NOW - ago)).toBe(told)
})

test('English is written as in Britain', () => {
  expect(listed(['Anna', 'Ben', 'Cleo'])).toBe('Anna, Ben and Cleo')
  expect(dated(NOW)).toBe('15 Jan 2027')
  expect(counted(2.5, 2)).toBe('2.50')
  expect(words().home.labelled('At the table', 'Anna')).toBe('At the table: Anna')
})

test('the day of a deal is the same west of Greenwich', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(new Date(NOW).getTimezoneOffset()).toBe(300)
  expect(datedDay('2026-11-18')).toBe('18 Nov 2026')
  vi.unstubAllEnvs()
})

test('French has a room before its colons, and commas in its numbers', async () => {
  vi.useRealTimers() // its words are loaded
  prefs.language = 'fr'
  await speakWanted()
  expect(words().home.labelled('À la table', 'Anna')).toBe('À la table\u00a0: Anna')
  expect(counted(0.5, 1)).toBe('0,5')
  prefs.language = 'en'
  await speakWanted()
})
