// What a seat sees happen in The Mind Extreme.

import type { Colour, Seat, Turned } from '../protocol'

export interface Mistake {
  seat: Seat
  card: string
  aside: [Seat, string][]
}
export interface LevelPassed {
  level: number
  reward: 'star' | 'life' | null
  gained: boolean
  one_pile_first: boolean
}

export type Sight =
  | { kind: 'dealt'; level: number; hand: string[] }
  | { kind: 'lay-hand' | 'lift-hand' | 'stop' | 'propose-star' | 'chosen' | 'ready' | 'star-refused'; seat: Seat }
  | { kind: 'started' | 'star-agreed' }
  | { kind: 'play'; seat: Seat; card: string; at: number; compensated?: number }
  | { kind: 'played-blind'; seat: Seat; colour: Colour; at: number; compensated?: number }
  | ({ kind: 'mistake' } & Mistake)
  | { kind: 'vote'; seat: Seat; agree: boolean }
  | { kind: 'discard'; seat: Seat; card: string }
  | { kind: 'star-used'; discards: (string | null)[] }
  | ({ kind: 'turned' } & Turned)
  | ({ kind: 'level-passed' } & LevelPassed)
  | { kind: 'game-ended'; outcome: 'won' | 'lost'; level: number }
