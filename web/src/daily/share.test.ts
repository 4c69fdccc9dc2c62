import { expect, test } from 'vitest'
import type { DayAnswer } from '../net/protocol'
import { shareText } from './share'

const SITE = 'https://club.example'
const day: DayAnswer = {
  game: 'mindup',
  day: '2026-11-18',
  over: false,
  commitment: 'c0ffee'.repeat(10),
  seed: null,
  full: null,
  mine: { score: 97, table: 'daily-mindup-2026-11-18-Xq3_secretMAC-zz', number: 1, counts: true, place: 2, of: 31, below: 0.8164 },
  people: 31,
  games: [{ name: 'Rival', score: 104, place: 1, table: 'daily-mindup-2026-11-18-RivalsTableMAC0', number: 1, you: false }],
  scores: [[97, 1], [104, 1]],
  field: { done: 1000, of: 1000, scores: [[55, 400], [90, 600]], unmade: false },
  again: { score: 111, table: 'later-table', number: 1, counts: false, place: 1, of: 32, below: 0.99 },
}
const lines = (of: DayAnswer): string[] => shareText(of, SITE).split('\n')

test('the text tells the game, the day, the percentage, the place and where to play, and no more', () => {
  expect(lines(day)).toEqual(['Mind Up!: the deal of 18 Nov 2026', 'Better than 82% of the simulated games', 'Place 2 of 31 among people', 'https://club.example/daily/mindup/2026-11-18'])
})
test('nothing but place and percentage depends on how it was played', () => {
  const other: DayAnswer = {
    ...day,
    commitment: 'beef'.repeat(16),
    seed: '7ac17'.repeat(12),
    mine: { ...day.mine!, score: 12, table: 'daily-mindup-2026-11-18-AnotherTable_000', counts: false },
    games: [],
    scores: [[12, 1]],
    field: { done: 0, of: 0, scores: null, unmade: true },
    again: null,
  }
  expect(shareText(other, SITE)).toBe(shareText(day, SITE))
})
test('what is not known yet, or not counted, is left out', () => {
  expect(lines({ ...day, mine: { ...day.mine!, below: null } })).toHaveLength(3)
  expect(lines({ ...day, mine: { ...day.mine!, below: null, place: null } })).toEqual(['Mind Up!: the deal of 18 Nov 2026', 'https://club.example/daily/mindup/2026-11-18'])
})
