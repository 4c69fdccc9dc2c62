// What a review says of a game of Mind Up!: docs/review.md.

export interface Review {
  game: 'mindup'
  picks: {
    round: number
    turn: number
    seat: number
    card: number
    values: Record<string, { lead: number; win: number; se: number }>
    equal: number[]
    /** By chance a little below nothing, if nothing was lost. */
    lost: number
    /** Null as long as it is not known what followed. */
    luck: number | null
  }[]
  seats: {
    lead: number
    lost: number
    /** Reviews that were made before it was told have none. */
    lost_ci95?: [number, number]
    deal: number
    guess: number
  }[]
}
