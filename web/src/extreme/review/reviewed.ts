// The review of a game of The Mind Extreme (docs/review.md).

/** What happened and what would have helped: facts, put into words by sentences.ts. */
export type Reason =
  | { kind: 'overtook'; seat: number; card: string; others: [number, string][]; blind: boolean }
  | { kind: 'early'; seat: number; card: string; ms: number }
  | { kind: 'late'; seat: number; card: string; ms: number }
  | { kind: 'even'; numbers: number }
  | { kind: 'wait'; seat: number; ms: number }
  | { kind: 'go'; seat: number; card: string }
  | { kind: 'star' }
  | { kind: 'close'; seat: number; card: string; after: number; before: string; ms: number }

/** A card that cost a life, or nearly. */
export interface Moment {
  level: number
  t: number
  seat: number
  card: string
  /** Lives. */
  cost: number
  reasons: Reason[]
}

export interface Review {
  game: 'extreme'
  synchrony: number
  levels: { level: number; synchrony: number; plays: { t: number; seat: number; card: string; margin: number | null }[] }[]
  moments: Moment[]
  /** The result, and what the lives went to. */
  counts: { outcome: string; level: number; early: number; late: number; even: number; practice?: boolean }
  seats: { pace: { white: number | null; red: number | null }; spread: number | null }[]
}
