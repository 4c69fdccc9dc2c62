// What practice showed, in sentences and in numbers to draw.

import { counted } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { Practised, Trained } from '../../net/protocol'
import type { Training } from './words'

/** A practice of the player, read. */
export interface Session {
  table: string
  number: number
  ended: number
  shown: Trained
}
/** A day of practice: the mean of a figure, and each of its levels. */
export interface Day {
  at: number
  mean: number
  each: number[]
}

/** Pace, steadiness and where the player was early or late. */
export function sentences(shown: Trained, w: Training): string[] {
  const pace = shown.pace === null || shown.steady === null ? w.tooFew : w.pace(counted(shown.pace, 2), words().extreme.steady[shown.steady])
  const habits = shown.habits.map(({ where, off_ms }) => w.habit(w.where[where], counted(Math.abs(off_ms) / 1000, 1), off_ms < 0))
  const onTime = shown.cards.length > 0 && habits.length === 0 ? [w.onTime] : []
  return [pace, ...habits, ...onTime, w.mistakes(shown.mistakes)]
}

/** How steady a player is, from 0 to 100: what is left of a wait that is off by the usual spread. */
export function steadiness({ spread }: Trained): number | null {
  return spread === null ? null : 100 * Math.exp(-spread)
}

/** One figure of all sessions by the reader's days. */
export function byDay(sessions: readonly Session[], figure: (shown: Trained) => number | null): Day[] {
  const days = new Map<number, number[]>()
  for (const { ended, shown } of sessions) {
    const value = figure(shown)
    if (value === null) continue
    const day = new Date(ended).setHours(0, 0, 0, 0)
    days.set(day, [...(days.get(day) ?? []), value])
  }
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([at, each]) => ({ at, each, mean: each.reduce((sum, value) => sum + value, 0) / each.length }))
}

/** The server's answer, as this game wrote it. */
export function sessions(practice: readonly Practised[]): Session[] {
  return practice.flatMap(({ shown, ...rest }) => (isTrained(shown) ? [{ ...rest, shown }] : []))
}
function isTrained(shown: Record<string, unknown>): shown is Record<string, unknown> & Trained {
  return typeof shown['level'] === 'number' && Array.isArray(shown['cards']) && Array.isArray(shown['habits'])
}
