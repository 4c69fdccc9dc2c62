// A review in sentences, from the records of the server, in the app's language.

import { counted, listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { Reason, Review } from './reviewed'

/** The name of a seat, or null for the player who reads. */
export type Who = (seat: number) => string | null

const cardName = (card: string): string => words().extreme.card[card.startsWith('W') ? 'white' : 'red'](Number(card.slice(1)))
const seconds = (ms: number): string => counted(ms / 1000, 1)

/** How far the team came, and what its lives went to. */
export function summary({ outcome, level, early, late, even, practice = false }: Review['counts']): string {
  const w = words().timing
  const causes = [early > 0 && w.tooEarly(early), late > 0 && w.tooLong(late), even > 0 && w.tooClose(even)].filter((one) => one !== false)
  const end = practice ? w.practised(level) : outcome === 'won' ? w.won : w.reached(level)
  return `${end} ${causes.length > 0 ? w.lost(causes.join(', ')) : w.noLife}`
}

/** From which synchrony a team is called so; everything below is the last grade. */
const GRADES = [0.85, 0.7, 0.55]

/** How far the team kept one clock, and what that means. */
export function inStep(synchrony: number): string {
  const w = words().timing
  const grade = GRADES.findIndex((least) => synchrony >= least)
  return w.inStep(w.grades.at(grade) ?? '', Math.floor(10 * synchrony), Math.floor(10 / synchrony))
}

/** A reason in a sentence. */
export function say(reason: Reason, who: Who): string {
  const w = words().timing
  const held = (seat: number, card: string): string => w.held(cardName(card), who(seat))
  switch (reason.kind) {
    case 'overtook': {
      const others = listed(reason.others.map(([seat, card]) => held(seat, card)))
      return (reason.blind ? w.laidBlind : w.laid)(who(reason.seat), cardName(reason.card), others, reason.others.length)
    }
    case 'early':
      return w.early(seconds(reason.ms))
    case 'late':
      return w.late(held(reason.seat, reason.card), seconds(reason.ms))
    case 'even':
      return w.even(reason.numbers)
    case 'wait':
      return w.wait(seconds(reason.ms))
    case 'go':
      return w.go(cardName(reason.card))
    case 'star':
      return w.star
    case 'close':
      return w.close(who(reason.seat), cardName(reason.card), seconds(reason.ms), held(reason.after, reason.before))
  }
}
