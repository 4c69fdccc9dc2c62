// The end of a game in words.

import { listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { House, Seat } from '../../net/protocol'
import { called, mentioned, sentence } from '../cards/say'

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
