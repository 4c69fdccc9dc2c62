// A review in sentences, from the records of the server, in the app's language.

import { counted, listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { Account, Moment, Reason } from './reviewed'

/** The name of a seat, or null for the player who reads. */
export type Who = (seat: number) => string | null

/** "3" and "4.3", "−1" */
export function points(number: number): string {
  const digits = Number.isInteger(number) ? 0 : 1
  return `${number < 0 ? '−' : ''}${counted(Math.abs(number), digits)}`
}

/** What made a player's lead, and what it was: whole points that add up. */
export function summary({ lead, guess, lost }: Account, who: string | null): { made: string; ended: string } {
  const w = words().reasons
  const [ahead, guessed, cost] = [Math.round(lead), Math.round(guess), Math.round(lost)]
  return {
    made: w.summary(w.cards(who, ahead - guessed + cost), w.guessing(guessed), w.picking(cost)),
    ended: w.ended(who, ahead),
  }
}

export function played({ seat, card, better, lost }: Moment, who: Who): string {
  return words().reasons.played(who(seat), card, better, counted(lost, 1))
}

const KINDS: Record<Reason['kind'], true> = { lands: true, alike: true, brings: true, between: true, crowd: true, beyond: true, leaves: true, last: true, later: true }
/** Whether a record of the server is a reason that has words here. */
export function isReason(one: object): one is Reason {
  return 'kind' in one && typeof one.kind === 'string' && one.kind in KINDS
}

/** A reason in a sentence. */
export function say(reason: Reason, who: Who): string {
  const w = words().reasons
  const where = (one: { points: number; value: number; opens: boolean }): string => (one.opens ? w.opens : w.joins)(points(one.points), one.value)
  switch (reason.kind) {
    case 'lands':
      return w.lands(reason.card, reason.take, reason.percent, where(reason))
    case 'alike':
      return w.alike(reason.take, w.with(reason.card, reason.percent), w.with(reason.better, reason.better_percent), where(reason))
    case 'brings':
      return w.brings(reason.card, points(reason.points), reason.better, points(reason.better_points))
    case 'between':
      return w.between(who(reason.seat), listed(reason.cards.map(w.the)), reason.cards.length)
    case 'crowd':
      return w.crowd(reason.cards)
    case 'beyond':
      return (reason.higher ? w.higher : w.lower)(reason.card)
    case 'leaves':
      return w.leaves(reason.card, who(reason.seat), points(reason.points))
    case 'last':
      return w.last(reason.card, points(reason.points), reason.better, points(reason.better_points))
    case 'later':
      return w.later(reason.card, points(reason.points))
  }
}
