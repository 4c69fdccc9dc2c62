// The table as it is shown at one moment of a reveal, and what can be read off it.

import type { MindUpView, Score, Seat } from '../protocol'
import { faceOf } from './deck'

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
  /** The cards in one's hand, if they are not those one holds right now. */
  hand: number[] | null
}

/** The table as the server tells it, with one's own pick as it was just made. */
export function pictureOf(view: MindUpView, pick: number | null): Picture {
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
    hand: null,
  }
}

/** What a column shows: its value once for each card, and the bonuses printed on them. */
export function columnPoints(value: number, cards: number[]): { cards: number; bonus: number } {
  return { cards: value * cards.length, bonus: cards.reduce((sum, card) => sum + faceOf(card).bonus, 0) }
}

/** What a tableau is worth as it lies: its columns, and apart from them the bonuses. */
export function tableauParts(order: number[], tableau: number[][]): { columns: number; bonus: number } {
  const points = tableau.map((cards, at) => columnPoints(order[at] ?? 0, cards))
  return { columns: sum(points.map(({ cards }) => cards)), bonus: sum(points.map(({ bonus }) => bonus)) }
}

export function tableauPoints(order: number[], tableau: number[][]): number {
  const { columns, bonus } = tableauParts(order, tableau)
  return columns + bonus
}

/** By seat: the points of the rounds before, and what lies there now. */
export function standingPoints(view: MindUpView, picture: Picture): number[] {
  const ended = picture.round === 0 ? 0 : Math.min(picture.round - 1, view.scores.length)
  return picture.tableaux.map((tableau, seat) => {
    const before = view.scores.slice(0, ended).map((scores) => (scores[seat] ? roundPoints(scores[seat]) : 0))
    return sum(before) + tableauPoints(picture.order, tableau)
  })
}

/** The seats that are ahead; nobody is while all are level. */
export function leaders(points: number[]): Seat[] {
  const most = Math.max(...points)
  const ahead = points.flatMap((one, seat) => (one === most ? [seat] : []))
  return ahead.length === points.length ? [] : ahead
}

export function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}

export function roundPoints(score: Score): number {
  return sum(score.columns) + sum(score.bonuses) + sum(score.objectives)
}

/** A tableau before the last card was laid. */
export function withoutCard(tableau: number[][], card: number): number[][] {
  return tableau.map((cards) => cards.filter((other) => other !== card))
}

/** The chances of the row's cards, put together by the column they would go to. */
export function sumByColumn(columns: number[], chances: number[]): number[] {
  const found = [0, 0, 0, 0, 0]
  for (const [lane, column] of columns.entries()) found[column] = (found[column] ?? 0) + (chances[lane] ?? 0)
  return found
}
