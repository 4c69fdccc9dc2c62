// The end of a game in words.

import { listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { House, Seat } from '../../net/protocol'
import { seatName } from '../../table/names'
import { called, mentioned, plain, sentence } from '../cards/say'

/** "Anna wins!" */
export function winnerText(house: House, places: number[]): string {
  const w = words().mindup
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []))
  if (winners.length > 1) return sentence(w.winTogether(listed(winners.map((seat) => mentioned(house, seat)))))
  return winners[0] === house.seat ? w.youWin : w.wins(called(house, winners[0] ?? 0))
}

/** Groups of players with the same sum. */
export function ties(totals: number[]): Seat[][] {
  const groups = new Map<number, Seat[]>()
  totals.forEach((total, seat) => groups.set(total, [...(groups.get(total) ?? []), seat]))
  return [...groups.values()].filter((seats) => seats.length > 1)
}

export interface Swing {
  round: number
  points: number
  gains: Seat
  other: Seat
}

/** The round in which most points changed sides between the winner and the best of the others; null if none did. */
export function largestSwing(rounds: number[][], places: number[]): Swing | null {
  const [first, second] = places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place || a.seat - b.seat)
  if (first === undefined || second === undefined) return null
  const swings = rounds.map((points, at): Swing => {
    const by = (points[first.seat] ?? 0) - (points[second.seat] ?? 0)
    const [gains, other] = by < 0 ? [second.seat, first.seat] : [first.seat, second.seat]
    return { round: at + 1, points: Math.abs(by), gains, other }
  })
  const largest = swings.reduce<Swing | null>((most, one) => (most === null || one.points > most.points ? one : most), null)
  return largest === null || largest.points === 0 ? null : largest
}

/** The result as it is shared, by proper names: "Mind Up!: Anna 81, Bo 78". */
export function resultLine(house: House, totals: number[], places: number[]): string {
  const order = places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place || a.seat - b.seat)
  const sums = order.map(({ seat }) => `${seatName(house, seat)} ${plain(totals[seat] ?? 0)}`)
  return words().home.labelled(words().home.games[house.game].name, sums.join(', '))
}
