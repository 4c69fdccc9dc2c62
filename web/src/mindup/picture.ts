// The table as it is shown at one moment of a reveal, and what can be read off it.

import type { MindUpView, Score, Seat } from '../protocol'
import { faceOf } from './deck'

/** A card under the row: whose it is, and its number if one may know it. */
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
  /** Under the row, from left to right. Until they are sorted, each lies before its player. */
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
    places: view.picked.map((picked, seat) => {
      if (seat === view.seat) return pick === null ? null : { seat, card: pick, up: false }
      return picked ? { seat, card: null, up: false } : null
    }),
    tableaux: view.tableaux,
    hand: null,
  }
}

/** What a column shows: its value once for each card, and the bonuses printed on them. */
export function columnPoints(value: number, cards: number[]): { cards: number; bonus: number } {
  return { cards: value * cards.length, bonus: cards.reduce((sum, card) => sum + faceOf(card).bonus, 0) }
}

export function tableauPoints(order: number[], tableau: number[][]): number {
  return tableau.reduce((sum, cards, at) => {
    const points = columnPoints(order[at] ?? 0, cards)
    return sum + points.cards + points.bonus
  }, 0)
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
