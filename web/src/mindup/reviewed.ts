// What a review says of a game of Mind Up!: docs/review.md.

export interface MindUpReview {
  game: 'mindup'
  picks: {
    round: number
    turn: number
    seat: number
    card: number
    values: Record<string, { lead: number; win: number; se: number }>
    equal: number[]
    lost: number
    /** Null as long as it is not known what followed. */
    luck: number | null
  }[]
  seats: { lead: number; lost: number; deal: number; guess: number }[]
}
