// When the page of a day asks the site again.

import type { DailyAnswer, DayAnswer } from '../net/protocol'

export interface Known {
  today: Pick<DailyAnswer, 'day' | 'done' | 'until'> | null
  /** The day that is shown; empty while it is not known which day today is. */
  which: string
  found: Pick<DayAnswer, 'day' | 'field' | 'mine'> | null
  /** The site has no such day. */
  missing: boolean
  /** How often it has been asked. */
  looks: number
  /** When it was asked last. */
  askedAt: number
}

/** A game of a day that has just ended may come a moment later. */
const FIRST_LOOKS = 4
/** Where the clock of this device is ahead, the site's day is not over yet. */
const NEXT_DAY_MS = 60_000

/** Whether there may be something new: the field, your own game among the others, another day. */
export function isDue({ today, which, found, missing, looks, askedAt }: Known, now: number): boolean {
  if (missing) return false
  if (today === null) return true
  if (now >= today.until && now - askedAt >= NEXT_DAY_MS) return true
  const past = which !== today.day
  if (!past && !today.done) return false
  const day = found?.day === which ? found : null
  if (day === null || (day.field.scores === null && !day.field.unmade)) return true
  return past ? looks < FIRST_LOOKS : day.mine === null
}
