// The review of a game of Mind Up! (docs/review.md).

export interface Review {
  game: 'mindup'
  picks: {
    round: number
    turn: number
    seat: number
    card: number
    values: Record<string, { lead: number; win: number; se: number }>
    equal: number[]
    /** An estimate: slightly negative if nothing was lost. */
    lost: number
    /** Null until the next turn is reviewed. */
    luck: number | null
  }[]
  seats: {
    lead: number
    lost: number
    /** Missing in older reviews. */
    lost_ci95?: [number, number]
    deal: number
    guess: number
  }[]
}
