// A player's status: thinking, has picked, away.

import { words } from '../../../app/words/words.svelte'
import type { House, Seat } from '../../../net/protocol'
import type { Table } from '../../../table/table.svelte'

export type Standing = 'thinking' | 'picked' | 'away' | 'done'

export function standing(table: Table<'mindup'>, house: House, seat: Seat, ownPick: number | null): Standing {
  const view = table.play
  if (view.places !== null) return 'done'
  if (seat === house.seat ? ownPick !== null : view.picked[seat]) return 'picked'
  const sitter = house.seats[seat]
  const away = sitter?.guest !== null && !sitter?.stand_in && table.presence[seat]?.here === false
  return away ? 'away' : 'thinking'
}

/** The status in words, with a standing-in bot and a poor connection. */
export function standingText(table: Table<'mindup'>, house: House, seat: Seat, now: Standing, withLine = true): string {
  const w = words()
  const sitter = house.seats[seat]
  const said = []
  if (now !== 'done') said.push(now === 'away' ? w.table.away : w.mindup[now])
  if (sitter?.stand_in) said.push(w.table.botPlays)
  const line = table.presence[seat]?.line
  if (withLine && sitter?.guest !== null && (line === 'fair' || line === 'poor')) said.push(w.table.lines[line])
  return said.join(', ')
}
