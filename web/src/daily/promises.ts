// The fingerprints of deals as this device was first shown them, to compare with the seeds that are published later.

import type { DailyAnswer, DayAnswer } from '../net/protocol'
import { bytes, sha256 } from '../table/shuffle/shuffle'

export interface Shown {
  game: string
  day: string
  fingerprint: string
  /** When it was first shown here, in milliseconds since 1970. */
  at: number
}
/** "fits": it matches what the page shows now, and this device has seen no fingerprint before. */
export type Verdict = { said: 'kept'; at: number } | { said: 'fits' } | { said: 'wrong' }

const KEY = 'tacit-fingerprints'
const MAX_KEPT = 120
const DAY_MS = 86_400_000

function shown(): Shown[] {
  try {
    const kept: Shown[] | null = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Keep the fingerprints of today and tomorrow; what was kept before is never replaced. */
export function keepFingerprints(told: DailyAnswer, now: number): void {
  const { game, day } = told
  const before = shown()
  const tomorrow = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  const both = [
    { game, day, fingerprint: told.commitment, at: now },
    { game, day: tomorrow, fingerprint: told.next_commitment, at: now },
  ].filter((one) => !before.some((old) => old.game === game && old.day === one.day))
  if (both.length === 0) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...both, ...before].slice(0, MAX_KEPT)))
  } catch {
    // without storage a seed can only be compared with what the page shows
  }
}

/** Compare the seed of a day that is over with the fingerprint that was shown before; null if there is no seed yet. */
export function judgeDay({ game, day, seed, commitment }: Pick<DayAnswer, 'game' | 'day' | 'seed' | 'commitment'>): Verdict | null {
  if (seed === null) return null
  const kept = shown().find((one) => one.game === game && one.day === day)
  if (sha256(bytes(seed)) !== (kept?.fingerprint ?? commitment)) return { said: 'wrong' }
  return kept === undefined ? { said: 'fits' } : { said: 'kept', at: kept.at }
}
