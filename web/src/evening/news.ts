// What an evening says when it changes: a round begins, its time is up, the board is there. A screen reader reads it out, and
// a screen for the room rings.

import type { EveningWords } from '../app/words/evening.svelte'
import type { EveningAnswer } from '../net/protocol'
import type { Sound } from '../parts/sounds'
import { marksAhead, minutesToSay } from '../table/evening/minutes'

type Stage = 'before' | 'on' | 'up' | 'over' | 'ended'
export interface Point {
  stage: Stage
  /** The round that is on, or the last one. */
  round: number
}

/** Where an evening is, with so much time left of its round. */
export function pointOf(evening: EveningAnswer, left: number | null): Point {
  if (evening.ended) return { stage: 'ended', round: evening.finished }
  const { round } = evening
  if (round !== null && !round.over) return { stage: left !== null && left > 0 ? 'on' : 'up', round: round.number }
  return { stage: evening.finished === 0 ? 'before' : 'over', round: evening.finished }
}

/** What there is to say of the way from one point to another; nothing of the first. */
export function newsOf(before: Point | null, now: Point, w: EveningWords): string {
  if (before === null || (before.stage === now.stage && before.round === now.round)) return ''
  const texts: Record<Stage, string> = {
    before: '',
    on: w.begun(now.round),
    up: w.timeUp,
    over: w.boardIsThere(now.round),
    ended: w.over,
  }
  return texts[now.stage]
}

/** A point with the time that is left of the round, in milliseconds. */
export interface Moment extends Point {
  left: number | null
}

const SOUNDS: Record<Stage, Sound | null> = { before: null, on: 'together', up: 'hand', over: 'passed', ended: 'passed' }

/** How a room hears the way from one moment to another; the last minute, too. */
export function soundOf(before: Moment | null, now: Moment): Sound | null {
  if (before === null) return null
  if (before.stage !== now.stage || before.round !== now.round) return SOUNDS[now.stage]
  const minutes = minutesToSay(marksAhead(before.left ?? 0), now.left ?? 0)
  return now.stage === 'on' && minutes === 1 ? 'star' : null
}
