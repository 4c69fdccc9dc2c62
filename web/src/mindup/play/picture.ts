// The table as it is shown at one moment of a reveal, and what can be read off it.

import type { Points, Seat, View } from '../records'

/** A card that was played: whose it is, and its number if one may know it. */
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
  /** By seat: what lies beside a player until all are sorted. Where it will go nobody knows yet. */
  picks: (Laid | null)[]
  /** Under the row, from left to right, once they are sorted. */
  places: (Laid | null)[]
  tableaux: number[][][]
  /** By seat: what the columns are worth, as far as cards have landed. */
  points: Points[]
  /** The cards in one's hand, if they are not those one holds right now. */
  hand: number[] | null
}

/** The table as the server tells it, with one's own pick as it was just made. */
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

/** The seats that are ahead; nobody is while all are level. */
export function leaders(points: number[]): Seat[] {
  const most = Math.max(...points)
  const ahead = points.flatMap((one, seat) => (one === most ? [seat] : []))
  return ahead.length === points.length ? [] : ahead
}

/** A tableau before the last card was laid. */
export function withoutCard(tableau: number[][], card: number): number[][] {
  return tableau.map((cards) => cards.filter((other) => other !== card))
}

/** Chances as whole percents that add up: what is left over goes to those who lost most by rounding down. */
export function percentsOf(chances: number[]): number[] {
  const exact = chances.map((chance) => 100 * chance)
  const percents = exact.map(Math.floor)
  const lost = (lane: number): number => (exact[lane] ?? 0) - (percents[lane] ?? 0)
  const left = Math.round(exact.reduce((all, one) => all + one, 0)) - percents.reduce((all, one) => all + one, 0)
  const order = [...percents.keys()].sort((a, b) => lost(b) - lost(a))
  const more = new Set(order.slice(0, left))
  return percents.map((percent, lane) => (more.has(lane) ? percent + 1 : percent))
}

/** The chances of the row's cards, put together by the column they would go to. */
export function sumByColumn(columns: number[], chances: number[]): number[] {
  const found = [0, 0, 0, 0, 0]
  for (const [lane, column] of columns.entries()) found[column] = (found[column] ?? 0) + (chances[lane] ?? 0)
  return found
}
