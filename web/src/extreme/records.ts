// The Mind Extreme: what a seat sees of it and may do in it.
// Written by web/generate.py from the records in Python. Change those, then `make records`.

export const PLAYERS = { least: 2, most: 4 }

/** Kinds of actions in which the first player counts. */
export const RACES: readonly Action['kind'][] = ['play']

export type Seat = number

/** The two colours, each with a pile of its own. */
export type Colour = 'white' | 'red'

/** What the team may take when it has passed a level. */
export type Reward = 'star' | 'life'

/** What the table is doing. */
export type Phase = 'dealing' | 'gathering' | 'lifting' | 'playing' | 'voting' | 'choosing' | 'turning' | 'passed' | 'over'

export type Card = string

/** A pile from outside: how many cards, and the top one if it is open. */
export interface Pile {
  count: number
  top: Card | null
}

export type Millis = number

/** A card that was laid: by whom, when, on which pile; `card` is null while it is hidden. */
export interface LaidSeen {
  seat: Seat
  at: Millis
  colour: Colour
  card: Card | null
}

/** Play stopped or went on: after lifting hands, a stop, a mistake, a star or its proposal. */
export interface Pause {
  at: Millis
  playing: boolean
}

/** One card of a blind pile is turned over; overtaking others costs a life (ME-23). */
export interface Turned {
  kind: 'turned'
  seat: Seat
  card: Card
  overtook: [Seat, Card][]
}

/** The table as seen from a seat; `seat` is null and the hand empty for a spectator. */
export interface View {
  game: 'extreme'
  seat: Seat | null
  players: number
  level: number
  last_level: number
  blind: Colour[]
  reward: Reward | null
  lives: number
  stars: number
  phase: Phase
  hand: Card[]
  cards_left: number[]
  piles: Record<Colour, Pile>
  /** Every card laid in this level. */
  events: LaidSeen[]
  /** When play stopped and went on in this level; stops with no card between them are one. */
  pauses: Pause[]
  aside: [Seat, Card][]
  turned: Turned[]
  down: boolean[]
  votes: (boolean | null)[]
  chosen: boolean[]
  /** The card this seat gives to the star. */
  choice: Card | null
  ready: boolean[]
  now: Millis
  outcome: 'won' | 'lost' | null
}

/** A level begins, as seen from a seat: its own hand. */
export interface Dealt {
  kind: 'dealt'
  level: number
  hand: Card[]
}

/** Another player laid a card face down. */
export interface PlayedBlind {
  kind: 'played-blind'
  seat: Seat
  colour: Colour
  at?: Millis
  compensated?: Millis
}

/** Another player has chosen a card for the star. */
export interface Chosen {
  kind: 'chosen'
  seat: Seat
  at?: Millis
}

/** Lay a hand on the table: ready (ME-07). */
export interface LayHand {
  kind: 'lay-hand'
  seat: Seat
  at?: Millis
}

/** Take the hand off: to begin once all lie there, or because one is not ready after all. */
export interface LiftHand {
  kind: 'lift-hand'
  seat: Seat
  at?: Millis
}

/** Lay a card onto its pile (ME-10…ME-12). */
export interface Play {
  kind: 'play'
  seat: Seat
  card: Card
  at?: Millis
  compensated?: Millis
}

/** Interrupt play to synchronise again (ME-08). */
export interface Stop {
  kind: 'stop'
  seat: Seat
  at?: Millis
}

/** Raise a hand for a star (ME-26). */
export interface ProposeStar {
  kind: 'propose-star'
  seat: Seat
  at?: Millis
}

/** Agree to the star or not (ME-26). */
export interface Vote {
  kind: 'vote'
  seat: Seat
  agree: boolean
  at?: Millis
}

/** Choose secretly the card to give to the star (ME-27). */
export interface Discard {
  kind: 'discard'
  seat: Seat
  card: Card
  at?: Millis
}

/** Ask for the next deal after a passed level. */
export interface Ready {
  kind: 'ready'
  seat: Seat
  at?: Millis
}

/** All hands were down and are lifted: play goes on (ME-07). */
export interface Started {
  kind: 'started'
  at: Millis
}

/** The card just laid overtook others, and how many lives are left. */
export interface MistakeSeen {
  kind: 'mistake'
  seat: Seat
  card: Card
  aside: [Seat, Card][]
  lives: number
}

/** A player did not agree: play resumes, nothing is lost (ME-26). */
export interface StarRefused {
  kind: 'star-refused'
  seat: Seat
}

/** All agreed: everyone chooses a card (ME-27). */
export interface StarAgreed {
  kind: 'star-agreed'
}

/** By seat, the cards shown and set aside, and how many stars are left. */
export interface StarSeen {
  kind: 'star-used'
  discards: (Card | null)[]
  stars: number
}

/** One card of a blind pile is turned over, and how many lives are left. */
export interface TurnedSeen {
  kind: 'turned'
  seat: Seat
  card: Card
  overtook: [Seat, Card][]
  lives: number
}

/** The level is passed; `gained` says whether the supply still had the reward (ME-31). */
export interface LevelPassed {
  kind: 'level-passed'
  level: number
  reward: Reward | null
  gained: boolean
  /** ME-13: all cards of one colour came before all of the other, at least two of each. */
  one_pile_first: boolean
}

/** The last level is passed, or the last life is gone (ME-03, ME-32). */
export interface GameEnded {
  kind: 'game-ended'
  outcome: 'won' | 'lost'
  level: number
}

export type Sight =
  | Dealt
  | PlayedBlind
  | Chosen
  | LayHand
  | LiftHand
  | Play
  | Stop
  | ProposeStar
  | Vote
  | Discard
  | Ready
  | Started
  | MistakeSeen
  | StarRefused
  | StarAgreed
  | StarSeen
  | TurnedSeen
  | LevelPassed
  | GameEnded

export type Action =
  | { kind: 'lay-hand' }
  | { kind: 'lift-hand' }
  | { kind: 'play'; card: Card }
  | { kind: 'stop' }
  | { kind: 'propose-star' }
  | { kind: 'vote'; agree: boolean }
  | { kind: 'discard'; card: Card }
  | { kind: 'ready' }

/** By kind of action, the cards or answers it can be done with now. */
export interface Legal {
  'lay-hand'?: never[]
  'lift-hand'?: never[]
  'play'?: Card[]
  'stop'?: never[]
  'propose-star'?: never[]
  'vote'?: boolean[]
  'discard'?: Card[]
  'ready'?: never[]
}

/** What this game calls its own in the protocol. */
export interface Kinds {
  view: View
  sight: Sight
  action: Action
  legal: Legal
  history: []
  odds: null
}
