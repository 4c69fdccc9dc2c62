// The review of a game of Mind Up! (docs/review.md).

/** Why one card was better than another: facts, put into words by sentences.ts. */
export type Reason =
  | { kind: 'lands'; card: number; take: number; percent: number; points: number; value: number; opens: boolean }
  | { kind: 'alike'; card: number; percent: number; better: number; better_percent: number; take: number; points: number; value: number; opens: boolean }
  | { kind: 'brings'; card: number; points: number; better: number; better_points: number }
  | { kind: 'between'; seat: number; cards: number[] }
  | { kind: 'crowd'; cards: number }
  | { kind: 'beyond'; card: number; higher: boolean }
  | { kind: 'leaves'; card: number; seat: number; points: number }
  | { kind: 'last'; card: number; points: number; better: number; better_points: number }
  | { kind: 'later'; card: number; points: number }

/** A pick that mattered, the better card, and why. */
export interface Moment {
  seat: number
  round: number
  turn: number
  card: number
  better: number
  lost: number
  reasons: Reason[]
}

/** What a seat's lead was made of. */
export interface Account {
  lead: number
  lost: number
  lost_ci95?: [number, number]
  deal: number
  guess: number
}

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
  /** Up to three of each seat whose picks are all reviewed. */
  moments: Moment[]
  /** Empty until all is reviewed. */
  seats: Account[]
  /** While others are still reviewed: the seats that are done. */
  ready?: (Account & { seat: number })[]
  /** Percents by seat before each turn, 100 together; the last is the result. Missing until all is reviewed. */
  chances?: { round: number; turn: number | null; win: number[] }[]
}
