// Mind Up!: what a seat sees of it and may do in it.
// Written by web/generate.py from the records in Python. Change those, then `make records`.

export const PLAYERS = { least: 3, most: 6 }

/** Kinds of actions in which the first player counts. */
export const RACES: readonly Action['kind'][] = []

export const MOST_OBJECTIVES = 5

export const CORRESPONDENCE_DAYS = [1, 2, 3, 7]

export type Seat = number

export type Card = number

/** One player's round, point by point: by column twice, then by objective that is out. */
export interface Score {
  columns: number[]
  bonuses: number[]
  objectives: number[]
}

/** What one player's columns are worth as they lie. */
export interface Points {
  /** By column: its value for each card. */
  columns: number[]
  /** All bonuses together. */
  bonus: number
  /** Of the round; objectives count once the last cards lie there. */
  total: number
  /** With the rounds before. */
  so_far: number
}

/** A finished round as it lay on the table when it was scored. */
export interface Past {
  order: number[]
  objectives: number[]
  tableaux: Card[][][]
  /** By seat, objectives counted. */
  points: Points[]
}

/** For beginners: where each card of the hand would probably land. */
export interface Preview {
  /** By row card: the player's column that it would go to, counted from 0. */
  columns: number[]
  /** By card in hand, then by row card: how likely it is taken. */
  chances: number[][]
}

/** The table as seen from a seat; `seat` is null and the hand empty for a spectator. */
export interface View {
  game: 'mindup'
  seat: Seat | null
  players: number
  round: number
  turn: number
  order: number[]
  objectives: number[]
  row: Card[]
  hand: Card[]
  pick: Card | null
  picked: boolean[]
  tableaux: Card[][][]
  /** By seat, the cards that all know that player to hold (MU-18). */
  known: Card[][]
  /** By finished round, then by seat. */
  scores: Score[][]
  /** By finished round: what the columns were worth, the objectives, and all columns. */
  past: Past[]
  totals: number[] | null
  places: number[] | null
  /** By seat, then by objective: whether it is met as the columns lie now. */
  met: boolean[][]
  /** Where the player's cards would probably land; only for a player who is to be shown it. */
  preview: Preview | null
  /** By seat: what the columns are worth as they lie now; once the game is over, as scored. */
  points: Points[]
}

/** A round begins, as seen from a seat: the cards it drew itself. */
export interface Dealt {
  kind: 'dealt'
  round: number
  order: number[]
  objectives: number[]
  row: Card[]
  drawn: Card[]
}

export type Millis = number

/** Another player laid a card face down, or changed it. */
export interface Picked {
  kind: 'picked'
  seat: Seat
  at?: Millis
}

/** Lay a hand card face down, or change the one that lies there (MU-13). */
export interface Pick {
  kind: 'pick'
  seat: Seat
  card: Card
  at?: Millis
}

/** Take the face-down card back into the hand (MU-13). */
export interface TakeBack {
  kind: 'take-back'
  seat: Seat
  at?: Millis
}

/** All picks are turned over; by seat: the card played and the card taken (MU-14, MU-15). */
export interface Revealed {
  kind: 'revealed'
  plays: Card[]
  taken: Card[]
}

/** Every last card goes into its owner's tableau, and the round is scored (MU-20…MU-24). */
export interface RoundEnded {
  kind: 'round-ended'
  last: Card[]
  scores: Score[]
}

/** The sums of the three rounds and the places (MU-28…MU-30). */
export interface GameEnded {
  kind: 'game-ended'
  totals: number[]
  places: number[]
}

export type Sight =
  | Dealt
  | Picked
  | Pick
  | TakeBack
  | Revealed
  | RoundEnded
  | GameEnded

export type Action =
  | { kind: 'pick'; card: Card }
  | { kind: 'take-back' }

/** By kind of action, the cards or answers it can be done with now. */
export interface Legal {
  'pick'?: Card[]
  'take-back'?: never[]
}

/** A turn that is over, as all saw it; by seat: the card played and the card taken. */
export interface Turn {
  round: number
  turn: number
  row: Card[]
  plays: Card[]
  taken: Card[]
}

/** What this game calls its own in the protocol. */
export interface Kinds {
  view: View
  sight: Sight
  action: Action
  legal: Legal
  history: Turn[]
  odds: Preview | null
}
