// The table as shown at one moment of a reveal, and what follows from it.

import type { Points, Seat, View } from '../records'

/** A played card: its seat, and its number unless it is hidden. */
export interface Laid {
  seat: Seat
  card: number | null
  up: boolean
}

export interface Picture {
  round: number
  turn: number
  order: number[]
  objectives: number[]
  row: (number | null)[]
  /** By seat: the laid card, until all are sorted. */
  picks: (Laid | null)[]
  /** The sorted cards under the row, from left to right. */
  places: (Laid | null)[]
  tableaux: number[][][]
  /** By seat: the points of the columns, for the cards that have landed. */
  points: Points[]
  /** The hand to show, if it differs from the current one. */
  hand: number[] | null
}

/** The server's state of the table with the player's optimistic pick. */
export function pictureOf(view: View, pick: number | null): Picture {
  return {
    round: view.round,
    turn: view.turn,
    order: view.order,
    objectives: view.objectives,
    row: view.row,
    picks: view.picked.map((picked, seat) => {
      if (seat === view.seat) return pick === null ? null : { seat, card: pick, up: false }
      return picked ? { seat, card: null, up: false } : null
    }),
    places: view.row.map(() => null),
    tableaux: view.tableaux,
    points: view.points,
    hand: null,
  }
}

/** The leading seats; none while all are level. */
export function leaders(points: number[]): Seat[] {
  const most = Math.max(...points)
  const ahead = points.flatMap((one, seat) => (one === most ? [seat] : []))
  return ahead.length === points.length ? [] : ahead
}

/** A tableau without its last card. */
export function withoutCard(tableau: number[][], card: number): number[][] {
  return tableau.map((cards) => cards.filter((other) => other !== card))
}

/** Chances as whole percents that add up to 100, by the largest remainder. */
export function percentsOf(chances: number[]): number[] {
  const exact = chances.map((chance) => 100 * chance)
  const percents = exact.map(Math.floor)
  const lost = (lane: number): number => (exact[lane] ?? 0) - (percents[lane] ?? 0)
  const left = Math.round(exact.reduce((all, one) => all + one, 0)) - percents.reduce((all, one) => all + one, 0)
  const order = [...percents.keys()].sort((a, b) => lost(b) - lost(a))
  const more = new Set(order.slice(0, left))
  return percents.map((percent, lane) => (more.has(lane) ? percent + 1 : percent))
}

/** The chances of the row's cards, summed by the column they would go to. */
export function sumByColumn(columns: number[], chances: number[]): number[] {
  const found = [0, 0, 0, 0, 0]
  for (const [lane, column] of columns.entries()) found[column] = (found[column] ?? 0) + (chances[lane] ?? 0)
  return found
}
