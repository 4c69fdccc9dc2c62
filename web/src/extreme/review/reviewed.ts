// The review of a game of The Mind Extreme (docs/review.md).

export interface Review {
  game: 'extreme'
  synchrony: number
  levels: { level: number; synchrony: number; plays: { t: number; seat: number; card: string; margin: number | null }[] }[]
  seats: { pace: { white: number | null; red: number | null }; spread: number | null }[]
}
