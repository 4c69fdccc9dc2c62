// What goes over the line, as docs/protocol.md describes it.

export type GameName = 'mindup' | 'extreme'
export type Stage = 'lobby' | 'playing' | 'over'
export type Seat = number
export type Guest = number

/** How fast bots of The Mind Extreme expect people to be whom they have not heard yet. */
export type Tempo = 'calm' | 'usual' | 'brisk'
export interface Settings {
  objectives: number
  turn_seconds: number | null
  public: boolean
  spectators: boolean
  show_known: boolean
  preview: boolean
  tempo: Tempo
}
export interface SeatView {
  name: string | null
  guest: Guest | null
  bot: string | null
  stand_in: boolean
}
export interface House {
  game: GameName
  stage: Stage
  paused: boolean
  you: Guest | null
  seat: Seat | null
  host: Guest
  seats: SeatView[]
  guests: { guest: Guest; name: string; seat: Seat | null }[]
  settings: Settings
  games: number
  commitment: string
  contributed: boolean
  seed: string | null
  talk: boolean
  chat: { guest: Guest; text: string; at: number }[]
  /** For whom a card was played when their time was up, in the last turn where that happened. */
  played_for: { seat: Seat; round: number; turn: number }[]
  close: { seat: Seat; card: string; behind: number; compensated: number } | null
  /** Who wishes for another game. */
  again: Guest[]
}

export interface Score {
  columns: number[]
  bonuses: number[]
  objectives: number[]
}
/** A finished round as it lay on the table when it was scored. */
export interface Past {
  order: number[]
  objectives: number[]
  tableaux: number[][][]
}
/** Where one's cards would probably land. */
export interface Preview {
  /** By row card: the column of one's own that it would go to. */
  columns: number[]
  /** By card in hand, then by row card: how likely it is taken. */
  chances: number[][]
}
export interface MindUpView {
  seat: Seat | null
  players: number
  round: number
  turn: number
  order: number[]
  objectives: number[]
  row: number[]
  hand: number[]
  pick: number | null
  picked: boolean[]
  tableaux: number[][][]
  known: number[][]
  scores: Score[][]
  past: Past[]
  totals: number[] | null
  places: number[] | null
  /** By seat, then by objective: whether it is met as the columns lie now. */
  met: boolean[][]
  preview: Preview | null
}
/** A turn that is over. */
export interface Turn {
  round: number
  turn: number
  row: number[]
  plays: number[]
  taken: number[]
}

export type Colour = 'white' | 'red'
export type Phase = 'gathering' | 'lifting' | 'playing' | 'voting' | 'choosing' | 'passed' | 'over'
export interface Turned {
  seat: Seat
  card: string
  overtook: [Seat, string][]
}
export interface ExtremeView {
  seat: Seat | null
  players: number
  level: number
  last_level: number
  blind: Colour[]
  reward: 'star' | 'life' | null
  lives: number
  stars: number
  phase: Phase
  hand: string[]
  cards_left: number[]
  piles: Record<Colour, { count: number; top: string | null }>
  events: { seat: Seat; at: number; colour: Colour; card: string | null }[]
  pauses: { at: number; playing: boolean }[]
  aside: [Seat, string][]
  turned: Turned[]
  down: boolean[]
  votes: (boolean | null)[]
  chosen: boolean[]
  choice: string | null
  ready: boolean[]
  now: number
  outcome: 'won' | 'lost' | null
}
export type GameView = MindUpView | ExtremeView

export interface Presence {
  /** Milliseconds by which this seat's plays are dated back, in tens. */
  credit?: number
  here: boolean
  line: 'good' | 'fair' | 'poor' | 'new' | 'gone'
}
export type Legal = Record<string, (number | string | boolean)[]>

// Game events as seen by a seat: "kind" and the fields of that kind.
export interface Sight {
  kind: string
  [field: string]: unknown
}

export interface SyncMessage {
  type: 'sync'
  version: number
  house: House
  view: GameView | null
  legal: Legal
  waiting: Seat[]
  events: Sight[]
  now: number
}
export interface UpdateMessage {
  type: 'update'
  version: number
  events?: Sight[]
  house?: Partial<House>
  view?: Partial<GameView> | null
  fresh?: boolean
  legal?: Legal
  waiting?: Seat[]
}
export interface DoorMessage {
  type: 'door'
  game: GameName
  stage: Stage
  free: number
  spectators: boolean
  removed: boolean
  host: string
  players: string[]
  bots?: string[]
  /** You left a game in progress, and your seat is kept. */
  kept?: boolean
}
export interface RefusedMessage {
  type: 'refused'
  id: string
  key: string
  text: string
  details?: Record<string, unknown>
}
export type ServerMessage =
  | SyncMessage
  | UpdateMessage
  | DoorMessage
  | RefusedMessage
  | { type: 'presence'; seats: Presence[]; deadline: number | null; now: number }
  | { type: 'ack'; id: string; version: number }
  | { type: 'gesture'; guest: Guest; emote: string }
  | { type: 'said'; guest: Guest; text: string; at: number }
  | { type: 'history'; turns: Turn[] }
  | { type: 'odds'; round: number; turn: number; odds: Preview | null }
  | { type: 'ping'; n: number }
  | { type: 'bye'; reason: string }

export type Action = { kind: string; card?: number | string; agree?: boolean }
export type Request = { do: string; [field: string]: unknown }
export const PROTOCOL = 1
