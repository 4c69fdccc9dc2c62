import { expect, test } from 'vitest'
import { isDue, type Known } from './due'

const DAY_MS = 86_400_000
const midnight = Date.parse('2026-11-20')
const noon = midnight - DAY_MS / 2
const today = (done: boolean) => ({ day: '2026-11-19', done, until: midnight })
const field = (scores: object | null, unmade = false) => ({ scores, unmade }) as unknown as NonNullable<Known['found']>['field']
const found = (day: string, mine: object | null, scores: object | null = []) => ({ day, mine, field: field(scores) }) as Known['found']
const known = (more: Partial<Known>): Known => ({ today: today(false), which: '2026-11-19', found: null, missing: false, looks: 9, askedAt: noon - 3000, ...more })

test('a day that was not played has nothing to wait for', () => {
  expect(isDue(known({}), noon)).toBe(false)
  expect(isDue(known({ today: null, which: '' }), noon)).toBe(true)
})
test('a page that stays open asks for the new day once the old one is over, and not all the time', () => {
  for (const done of [false, true]) {
    const old = { today: today(done), found: found('2026-11-19', {}) }
    expect(isDue(known(old), midnight - 1)).toBe(false)
    expect(isDue(known(old), midnight)).toBe(true)
    expect(isDue(known({ ...old, askedAt: midnight }), midnight + 59_000)).toBe(false)
    expect(isDue(known({ ...old, askedAt: midnight }), midnight + 60_000)).toBe(true)
  }
})
test('a day that was played is asked for until its field and your own game are there', () => {
  const done = { today: today(true) }
  expect(isDue(known(done), noon)).toBe(true)
  expect(isDue(known({ ...done, found: found('2026-11-18', {}) }), noon)).toBe(true)
  expect(isDue(known({ ...done, found: found('2026-11-19', {}, null) }), noon)).toBe(true)
  expect(isDue(known({ ...done, found: found('2026-11-19', null) }), noon)).toBe(true)
  expect(isDue(known({ ...done, found: found('2026-11-19', {}) }), noon)).toBe(false)
})
test('an earlier day is asked for a few times, and one that the site does not know only once', () => {
  const past = { which: '2026-11-18', found: found('2026-11-18', null) }
  expect([isDue(known({ ...past, looks: 3 }), noon), isDue(known(past), noon)]).toEqual([true, false])
  expect(isDue(known({ which: '2020-01-01' }), noon)).toBe(true)
  expect(isDue(known({ which: '2020-01-01', missing: true }), noon)).toBe(false)
})
