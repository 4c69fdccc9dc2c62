// What happens at the table, told to those who listen instead of watching.

import { notify, speak } from '../parts/notices.svelte'
import type { House, MindUpView } from '../protocol'
import type { Scene } from '../table/table.svelte'
import { words } from '../words/words.svelte'
import { roundPoints, tableauPoints } from './picture'
import { winnerText } from './ranking'
import { called, cardName } from './say'

/** Who took what, turn by turn, the points if the round is over, and what lies before one now. */
export function tellReveal(house: House, scene: Scene, turns: { plays: number[]; taken: number[] }[]): void {
  const w = words().mindup.said
  const [before, after] = [scene.before as MindUpView, scene.after as MindUpView]
  const said = turns.flatMap(({ plays, taken }, turn) =>
    [...taken].sort((a, b) => a - b).map((card) => {
      const seat = taken.indexOf(card)
      const played = plays[seat] ?? 0
      const told = seat === house.seat && after.round === before.round && turn === turns.length - 1
      if (!told) return w.took(called(house, seat), played, cardName(card))
      return w.youTook(played, cardName(card), tableauPoints(after.order, after.tableaux[seat] ?? []))
    }),
  )
  if (turns.length > 1) notify(words().mindup.missed(turns.length))
  const scores = after.scores.length > before.scores.length ? after.scores.at(-1) : undefined
  if (scores) {
    said.push(words().mindup.roundOver(before.round))
    said.push(`${scores.map((score, seat) => w.scored(called(house, seat), roundPoints(score))).join(', ')}.`)
  }
  if (after.places !== null) said.push(winnerText(house, after.places))
  else said.push(describe(after, after.round !== before.round))
  speak(said.join(' '))
}

/** The table as one finds it. */
export function describe(view: MindUpView, newRound: boolean): string {
  const w = words().mindup.said
  const row = view.row.map(cardName).join('; ')
  const now = view.seat === null ? w.row(row) : w.turn(row, view.hand.map(cardName).join('; '))
  return newRound ? `${w.round(view.round, view.order.join(', '))} ${now}` : now
}
