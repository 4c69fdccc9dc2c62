// Tells screen readers what happens at the table.

import { words } from '../../app/words/words.svelte'
import type { House } from '../../net/protocol'
import { notify, speak } from '../../parts/notices.svelte'
import { called, cardName } from '../cards/say'
import type { Revealed, View } from '../records'

/** Who took which card, where it lies, turn by turn; the points, and the new row. */
export function tellReveal(house: House, { before, after }: { before: View; after: View }, turns: Revealed[]): void {
  const w = words().mindup.said
  const ended = after.past.length > before.past.length ? after.past.at(-1) : undefined
  const { order, tableaux } = ended ?? after
  const lies = (seat: number, card: number): string => w.inColumn(order[tableaux[seat]?.findIndex((column) => column.includes(card)) ?? 0] ?? 0)
  const said = turns.flatMap(({ plays, taken }, turn) =>
    [...taken].sort((a, b) => a - b).map((card) => {
      const seat = taken.indexOf(card)
      const played = plays[seat] ?? 0
      const now = ended === undefined && turn === turns.length - 1 ? (after.points[seat]?.total ?? 0) : null
      if (now !== null && seat === house.seat) return `${w.youTook(played, cardName(card), now)} ${lies(seat, card)}`
      return [w.took(called(house, seat), played, cardName(card)), lies(seat, card), ...(now === null ? [] : [w.soFar(now)])].join(' ')
    }),
  )
  if (turns.length > 1) notify(words().mindup.missed(turns.length))
  if (ended) {
    said.push(words().mindup.roundOver(before.round))
    said.push(`${ended.points.map(({ total }, seat) => w.scored(called(house, seat), total)).join(', ')}.`)
  }
  if (after.places === null) said.push(describe(after, after.round !== before.round))
  speak(said.join(' '))
}

/** The state of the table in words. */
export function describe(view: View, newRound: boolean): string {
  const w = words().mindup.said
  const row = view.row.map(cardName).join('; ')
  const now = view.seat === null ? w.row(row) : w.turn(row, view.hand.map(cardName).join('; '))
  return newRound ? `${w.round(view.round, view.order.join(', '))} ${now}` : now
}
