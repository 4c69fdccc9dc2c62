// The messages of the WebSocket (docs/protocol.md) and the bodies of the HTTP API.
// Written by web/generate.py from the records in Python. Change those, then `make records`.
import type * as mindup from '../mindup/plug'
import type * as extreme from '../extreme/plug'

/** What each game calls its own. */
export interface Games {
  mindup: mindup.Kinds
  extreme: extreme.Kinds
}

export type GameName = keyof Games

/** The review of a game of any kind. */
export type Review = mindup.Review | extreme.Review

export const PROTOCOL = 1

export type Emote = 'wave' | 'clap' | 'laugh' | 'think' | 'heart' | 'oops'

export type Tempo = 'calm' | 'usual' | 'brisk'

export type Steady = 'very steady' | 'steady' | 'a little uneven' | 'uneven' | "anyone's guess"

export type Role = 'follows' | 'leads'

export const EMOTES: readonly Emote[] = ['wave', 'clap', 'laugh', 'think', 'heart', 'oops']

export const TEMPI: readonly Tempo[] = ['calm', 'usual', 'brisk']

/** Where a table is between two games. */
export type Stage = 'lobby' | 'playing' | 'over'

export type Guest = number

/** The mark that a person chose. */
export interface Mark {
  shape: number
  colour: number
  face: number
}

/** A seat: a guest, a bot, or free. */
export interface SeatView {
  name: string | null
  guest: Guest | null
  bot: string | null
  stand_in: boolean
  /** Which a person chose; who chose none has none, and bots have faces of their own. */
  mark?: Mark
}

/** A guest at the table. */
export interface GuestView {
  guest: Guest
  name: string
  seat: number | null
  mark?: Mark
}

/** What the host may choose. */
export interface Settings {
  /** How many objectives a round has. */
  objectives: number
  /** How long the table waits for a turn; null is as long as it takes. */
  turn_seconds: number | null
  /** The lobby lists the table. */
  public: boolean
  /** Guests may watch without a seat. */
  spectators: boolean
  /** The app shows what each opponent is known to hold. */
  show_known: boolean
  /** The app shows beginners where a card would probably land. */
  preview: boolean
  /** What listening bots expect before they have heard any player. */
  tempo: Tempo
  /** Settings of the rules by their own names, for any game. */
  own?: Record<string, number | string | boolean>
}

export type Millis = number

/** A guest said something. Only logs of earlier versions have it: chat is not kept. */
export interface Said {
  kind: 'said'
  guest: Guest
  text: string
  at: Millis
}

/** A player's time was up, and a card was played for them. */
export interface PlayedFor {
  kind: 'played-for'
  seat: number
  round: number
  turn: number
}

/** An overtaken card was pressed so shortly after the one that overtook it (fair time). */
export interface CloseCall {
  kind: 'close-call'
  seat: number
  card: string
  behind: Millis
  compensated: Millis
}

/** The table stopped play by itself; without it a stop is what its player pressed. */
export interface Stopped {
  kind: 'stopped'
  /** Whose player was not connected; null if the site closed all connections. */
  seat?: number | null
  /** They had left the table or were removed; else their connection was lost. */
  left?: boolean
}

/** Everything around the game. */
export interface House {
  game: GameName
  stage: Stage
  paused: boolean
  you: Guest | null
  seat: number | null
  host: Guest
  seats: SeatView[]
  /** Those who are at the table, spectators too. */
  guests: GuestView[]
  settings: Settings
  /** Games begun at this table so far. */
  games: number
  /** SHA-256 of the seed of the game going on, or of the next one. */
  commitment: string
  /** Whether you have added to the next shuffle. */
  contributed: boolean
  /** Published when the game is over. */
  seed: string | null
  /** Whether people may talk now. */
  talk: boolean
  chat: Said[]
  /** For whom cards were played in the last turn in which time was up. */
  played_for: PlayedFor[]
  close: CloseCall | null
  /** Why the table stopped play by itself; null if a player stopped it, or it goes on. */
  stopped: Stopped | null
  /** The guests who want another game, or wanted the one that is about to begin. */
  again: Guest[]
  /** If games here go on from another one: how far that had come, such as a round and a turn. */
  what_if?: number[]
  /** What the games here belong to, if to anything: `group`, `daily`, `past`, `evening`. */
  kind?: string
  /** At a deal of the day, which day's, as in `2026-11-18`; it is never told of a group's name. */
  day?: string
  /** True if others play the same cards: there is one game, and its seed is published later. */
  given?: boolean
  /** When the time of the game is up, on the table's clock, if it ever is. */
  until?: Millis
  /** True once it is: bots play the game out, or have done so. */
  time_up?: boolean
}

/** To a person who has not joined: what they would join. */
export interface DoorMessage {
  type: 'door'
  game: GameName
  stage: Stage
  free: number
  spectators: boolean
  removed: boolean
  /** Who invites. */
  host: string
  /** Who sits there. */
  players: string[]
  /** And which bots. */
  bots?: string[]
  /** You left a game in progress, and your seat is kept. */
  kept?: boolean
}

export type Seat = number

/** Everything a person may know, and what they missed since the version they had. */
export interface SyncMessage<G extends GameName = GameName> {
  type: 'sync'
  version: number
  house: House
  view: Games[G]['view'] | null
  legal: Games[G]['legal']
  waiting: Seat[]
  events: Games[G]['sight'][]
  now: Millis
}

/** One version more: what happened, and the fields of the views that changed. */
export type UpdateMessage<G extends GameName = GameName> = {
  type: 'update'
  version: number
  events?: Games[G]['sight'][]
  house?: Partial<House>
  legal?: Games[G]['legal']
  waiting?: Seat[]
} & (
  | { fresh: true; view: Games[G]['view'] }
  | {
      fresh?: false
      /** The fields that changed; null if there is no game. */
      view?: Partial<Games[G]['view']> | null
    }
)

/** Whether the player of a seat is connected, and how good the connection is. */
export interface Presence {
  here: boolean
  line: 'good' | 'fair' | 'poor' | 'new' | 'gone'
  /** Milliseconds by which this seat's plays are dated back now, in tens. */
  credit?: number
}

/** Who is connected, by seat, and until when the table waits for picks. */
export interface PresenceMessage {
  type: 'presence'
  seats: Presence[]
  deadline: Millis | null
  now: Millis
  /** How many screens show the table: nobody watches unseen. */
  screens?: number
}

/** A request was done and is durable; `version` is the table's after it. */
export interface AckMessage {
  type: 'ack'
  id: string
  version: number
}

/** A request was refused and changed nothing. */
export interface RefusedMessage {
  type: 'refused'
  id: string
  key: string
  text: string
  details?: Record<string, number | string>
}

/** A guest made a quick gesture. */
export interface GestureMessage {
  type: 'gesture'
  guest: Guest
  emote: Emote
}

/** A guest said something. The log does not keep it; `sync` has the latest lines. */
export interface SaidMessage {
  type: 'said'
  guest: Guest
  text: string
  at: Millis
}

/** All turns that are over, to the connection that asked. */
export interface HistoryMessage<G extends GameName = GameName> {
  type: 'history'
  turns: Games[G]['history']
}

/** A player's odds in a turn, to the connection that asked; null where there are none. */
export interface OddsMessage<G extends GameName = GameName> {
  type: 'odds'
  round: number
  turn: number
  odds: Games[G]['odds']
}

/** To be answered at once: the server measures the round trip. */
export interface PingMessage {
  type: 'ping'
  n: number
}

/** The host of the site says something to everybody; without a text it is over. */
export interface AnnouncementMessage {
  type: 'announcement'
  text: string
  /** For how long it is to be shown. */
  seconds: number
}

/** The connection will be closed, and why: after "restart" reconnect. */
export interface ByeMessage {
  type: 'bye'
  reason: string
}

export type ServerMessage<G extends GameName = GameName> =
  | DoorMessage
  | SyncMessage<G>
  | UpdateMessage<G>
  | PresenceMessage
  | AckMessage
  | RefusedMessage
  | GestureMessage
  | SaidMessage
  | HistoryMessage<G>
  | OddsMessage<G>
  | PingMessage
  | AnnouncementMessage
  | ByeMessage

export type Request<G extends GameName = GameName> =
  | { do: 'join'; name: string; contribution?: string; watch?: boolean; mark?: Mark | null }
  | { do: 'contribute'; contribution: string }
  | { do: 'sit'; seat: number }
  | { do: 'stand' }
  | { do: 'leave' }
  | { do: 'rename'; name: string }
  | { do: 'choose-mark'; mark: Mark }
  | { do: 'configure'; settings: Settings }
  | { do: 'add-bot'; seat: number; bot: string }
  | { do: 'free'; seat: number }
  | { do: 'remove'; guest: Guest }
  | { do: 'pass-host'; guest: Guest }
  | { do: 'claim-host' }
  | { do: 'start' }
  | { do: 'rematch'; go?: boolean }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'stand-in'; seat: number }
  | { do: 'say'; text: string }
  | { do: 'show'; emote: Emote }
  | { do: 'history' }
  | { do: 'odds' }
  | { do: 'act'; action: Games[G]['action'] }

export type ClientMessage<G extends GameName = GameName> =
  | { type: 'hello'; protocol: number; version?: number; screen?: boolean }
  | { type: 'do'; id: string; request: Request<G>; seen?: number | null }
  | { type: 'pong'; n: number }

/** To a spectator who has come: their number in this room. */
export interface WelcomeMessage {
  type: 'welcome'
  you: number
}

/** A spectator in a room. */
export interface Here {
  number: number
  /** Empty if they did not say. */
  name: string
}

/** Where in a replay a spectator is, and how they look at it. */
export interface Moment {
  step: number
  playing: boolean
  speed: number
  /** As a spectator saw it, with all hands open, or as a seat saw it. */
  seen: 'watch' | 'open' | '0' | '1' | '2' | '3' | '4' | '5'
}

/** The whole state of a room. */
export interface TogetherMessage {
  type: 'together'
  people: Here[]
  /** null while the leader is gone. */
  leader: number | null
  /** Where the leader is, or was last; null until they have said so. */
  at: Moment | null
}

export type RoomMessage =
  | WelcomeMessage
  | TogetherMessage
  | PingMessage
  | ByeMessage

export type RoomSaid =
  | { type: 'hello'; protocol: number; name?: string }
  | { type: 'at'; at: Moment }
  | { type: 'lead'; to: number }
  | { type: 'pong'; n: number }

/** A public table as the lobby shows it; at least one guest is connected. */
export interface LobbyTable {
  table: string
  game: GameName
  stage: Stage
  host: string
  players: number
  seats: number
  watching: number
  /** People who are connected, players and watchers. */
  here: number
}

/** A table from outside. */
export interface DoorAnswer {
  table: string
  game: GameName
  stage: Stage
  free: number
  spectators: boolean
  /** You are at this table already. */
  inside: boolean
}

/** A table you are at, or left in the middle of a game that keeps your seat. */
export interface MyTable {
  table: string
  game: GameName
  stage: Stage
  free: number
  spectators: boolean
  /** You are at this table already. */
  inside: boolean
  /** The names of the other players. */
  others: string[]
  /** The names of the bots. */
  bots: string[]
  /** How far the game is, such as a round and a turn, or a level; empty before a game. */
  progress: number[]
  /** When something last happened there, in milliseconds since 1970. */
  active: number
}

/** The current announcement, and how long it is still shown. */
export interface AnnouncementAnswer {
  text: string
  seconds: number
}

/** Who you are: a guest, and the tables you are at. */
export interface MeAnswer {
  tables: MyTable[]
  /** The announcement of the site's host. */
  announcement: AnnouncementAnswer
  /** The name to propose to a person whom the host's proxy has signed in; else nothing. */
  signed_in: string
}

/** A game by correspondence that you play. */
export interface MyTurn {
  table: string
  game: GameName
  /** The table waits for you; else for others. */
  yours: boolean
  /** When a bot picks for those who have not, or a paused game goes on by itself, in milliseconds since 1970. */
  due: number
  /** The names of the other players. */
  others: string[]
  bots: string[]
  /** How far the game is, such as a round and a turn. */
  progress: number[]
  /** The game is paused: the table waits for no player. */
  paused: boolean
}

/** Whether the site can call you, and how many of your devices it calls. */
export interface PushAnswer {
  /** The site's public key, for the browser; empty if the site cannot call. */
  key: string
  devices: number
}

/** Whether the site calls a device. */
export interface PushKnown {
  /** It is one of yours. Of the devices of others the site says nothing: they are not. */
  known: boolean
}

/** The keys of a subscription, in base64url as browsers give them. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** A device that wants to be called, as its browser describes it. */
export interface SubscribePush {
  endpoint: string
  keys: PushKeys
  language?: string
  /** The endpoint that the browser had before, which this one replaces with its language. */
  instead?: string
}

/** Whether a table or a group writes into a chat. The address itself is never sent. */
export interface HookAnswer {
  /** The chat's server; empty if there is no webhook. */
  host: string
  shape: 'discord' | 'slack' | 'ntfy' | null
  /** What became of its last message, if the chat did not take it. */
  trouble: '' | 'gone' | 'refused'
}

/** The webhook that a chat gave you; without an address, none any more. */
export interface SetHook {
  url?: string
  /** How the chat wants its messages; without it, as its address tells. */
  shape?: '' | 'discord' | 'slack' | 'ntfy'
  language?: string
}

/** Who you are on a device that you have moved to. */
export interface MovedAnswer {
  tables: MyTable[]
  /** Your name, if it is kept. */
  name: string
}

/** A moment of a finished game from which a new table goes on, and the seat to take. */
export interface GoOnFrom {
  table: string
  number: number
  /** A round and a turn, as in the progress of a table. */
  place: number[]
  seat?: number
}

/** A table to open; with bots and `start` the game begins at once. */
export interface NewTable {
  game: GameName
  name: string
  settings?: Partial<Settings>
  contribution?: string
  bots?: string[]
  start?: boolean
  what_if?: GoOnFrom | null
  /** Shape, colour and face of the guest who opens it. */
  mark?: Mark | null
  /** True for a host who does not play: then bots sit from seat 0 on. Not at a what-if. */
  watch?: boolean
}

/** A table you are at. */
export interface TableAnswer {
  table: string
  url: string
}

/** A room in which a replay is watched together. */
export interface RoomAnswer {
  room: string
}

/** A link that moves you to another device, once, within ten minutes. */
export interface LinkAnswer {
  url: string
}

/** What using a link would do. */
export interface LinkLook {
  /** The link is your own. */
  same: boolean
  /** Tables you are at, which you would give up. */
  mine: number
  /** Tables that would be yours. */
  theirs: number
  /** The name you would have, if it is kept. */
  name: string
}

/** One of your passkeys. */
export interface Passkey {
  id: string
  /** The kind of device on which it was made. */
  label: string
  /** The host name for which it was made; it works there only. */
  host: string
  added: number
  /** Milliseconds since 1970, like `added`. */
  used: number
}

/** How you can sign in on another device. */
export interface Kept {
  name: string
  passkeys: Passkey[]
  /** When your recovery code was made, in milliseconds since 1970; null if you have none. */
  code: number | null
}

/** Your new recovery code. It is sent only once: the site keeps its hash. */
export interface CodeAnswer {
  code: string
}

/** Whether researchers may use your games, without your name. */
export interface ResearchAnswer {
  /** Null if you have not answered yet: then they may not. */
  agreed: boolean | null
}

/** What erasing your data would do, and the ticket for it, good for five minutes. */
export interface ForgetLook {
  ticket: string
  /** Games you played here, which you could not find any more. */
  games: number
  /** Tables you would leave. */
  tables: number
}

/** Your data is erased. */
export interface ForgetAnswer {
  /** Nothing is left; if false, old games are still being rewritten in the background. */
  done: boolean
}

/** One of your devices. */
export interface Device {
  id: string
  label: string
  seen: number
  this: boolean
}

/** How many devices were signed out. */
export interface DevicesEnded {
  ended: number
}

/** Who played, as they were called when the game began. */
export interface WhoPlayed {
  name: string
  bot?: boolean
  /** A player who did nothing in a whole game of an evening: bots and the clock did it all. */
  idle?: boolean
}

/** A game you played. */
export interface MyGame {
  table: string
  number: number
  game: GameName
  /** Milliseconds since 1970. */
  begun: number
  ended: number
  /** Your seat. */
  seat: number
  players: WhoPlayed[]
  /** As the rules give it; null if nobody went on with the game. */
  result: Record<string, unknown> | null
  won: boolean
  place: number | null
  /** Your score, higher is better: your total, or the level you reached together. */
  points: number | null
  synchrony: number | null
  /** Your pace, in seconds per number. */
  pace: number | null
}

/** A player you played with, by a name they had. */
export interface Companion {
  name: string
  bot: boolean
  games: number
}

/** Games you played, newest first, fifty at a time. */
export interface MyGames {
  /** How many there are with this filter. */
  total: number
  games: MyGame[]
  /** How many you finished, by game, whatever the filter. */
  played: Record<string, number>
  /** The same with whom, the most frequent first. */
  companions: Companion[]
}

/** What you reached in a game with this many players. */
export interface Best {
  game: GameName
  players: number
  games: number
  won: number
  best: number | null
  mean: number | null
  /** Where the best was, and in which of its games. */
  table: string
  number: number
  at: number
}

/** A rating after a game. */
export interface RatedAt {
  at: number
  rating: number
  /** The 95% interval is this much to either side. */
  unsure: number
}

/** A bot on the same scale. */
export interface RatedBot {
  name: string
  rating: number
  unsure: number
}

/** How strong you seem in a game in which one wins and others do not. */
export interface GameRating {
  game: GameName
  rating: number
  unsure: number
  /** Oldest first. */
  history: RatedAt[]
  bots: RatedBot[]
}

/** Your records, and your ratings whatever the filter. */
export interface MyRecords {
  records: Best[]
  ratings: GameRating[]
  /** Games with figures about timing, oldest first. */
  timing: MyGame[]
}

/** A practice that you finished. */
export interface Practised {
  table: string
  number: number
  /** Milliseconds since 1970. */
  ended: number
  /** What it showed of you, in the game's own terms. */
  shown: Record<string, unknown>
}

/** Your last 200 practice games, oldest first. */
export interface MyPractice {
  practice: Practised[]
  /** How many more there are whose timing is not worked out yet. */
  pending: number
}

/** A member, or one who was. */
export interface MemberAnswer {
  number: number
  name: string
  here: boolean
  /** You may let them back in; only the founder is told. */
  removed: boolean
}

/** One member in one game. */
export interface Score {
  member: number
  games: number
  won: number
  /** The most points, or the level with which the largest share of all levels was reached. */
  best: number | null
  /** The longest row of wins. */
  streak: number
  /** The last level of the team that reached it. */
  of: number | null
}

/** How often one member came in before another, in games that both played. */
export interface Duel {
  member: number
  other: number
  ahead: number
  behind: number
}

/** A game that is worth telling of. */
export interface Call {
  table: string
  number: number
  at: number
  /** By how many points it was won, or which level was reached. */
  points: number
  members: number[]
  /** Together. */
  won: boolean
  /** The last level of a team of this size. */
  of: number | null
}

/** The tally in one of the games. */
export interface GameTally {
  game: GameName
  /** All win or lose together. */
  together: boolean
  games: number
  /** Together. */
  won: number
  /** The longest row of games won together. */
  streak: number
  scores: Score[]
  duels: Duel[]
  /** The game with the smallest lead. Where all win together, the one that came furthest: a game that was won, else the one with the largest share of its team's levels. */
  closest: Call | null
}

/** Games that were played one after another, and who was there. */
export interface Night {
  begun: number
  games: number
  members: number[]
}

/** All of a group's games. */
export interface Tally {
  games: GameTally[]
  /** Newest first. */
  nights: Night[]
}

/** What one game changed in the tally of its kind; records are only told if there was one. */
export interface TallyChange {
  /** Members who have never had as many points. */
  bests: number[]
  /** Members whose row of wins is now their longest, and more than one. */
  streaks: number[]
  /** As they stand now; the member named first came in before the other. */
  duels: Duel[]
  /** The lead was smaller than ever. Where all win together, they came further than ever: a first win, or a larger share of their levels. */
  closest: boolean
  /** The row of games won together is now the longest, and more than one. */
  streak: boolean
}

/** The group's last game, and who won it. */
export interface LastGame {
  table: string
  number: number
  won: number[]
  /** What it did to the tally. */
  change: TallyChange
}

/** A member who is at the group's table now. */
export interface AtTable {
  member: number
  /** The one they have there. */
  mark: Mark | null
}

/** A group as everyone with its link sees it. */
export interface GroupAnswer {
  group: string
  title: string
  /** Your number, if you are a member. */
  you: number | null
  /** The member who may remove others. */
  founder: number | null
  members: MemberAnswer[]
  /** Where the group plays now. */
  table: DoorAnswer | null
  tally: Tally
  last: LastGame | null
  /** Who is there now; only members are told. */
  at_table: AtTable[]
}

/** Come to the group's table, or open one. */
export interface PlayTonight {
  game: GameName
  name: string
  settings?: Partial<Settings>
  contribution?: string
  mark?: Mark | null
  /** Open a new one though there is one. */
  fresh?: boolean
}

/** A position as a player sees it. */
export interface PuzzleAnswer<G extends GameName = GameName> {
  number: number
  level: number
  /** How many there are. */
  of: number
  /** The position, as the `sync` message of a live table. */
  begin: SyncMessage<G>
}

/** What the move was worth. */
export interface PuzzleSolved {
  best: string
  /** By move: how many points it is worth less than the best. */
  lost: Record<string, number>
  /** Why the best is better than the move; than the obvious one, if the move was best. */
  reasons: Record<string, unknown>[]
  /** The bots that find it. */
  found_by: string[]
}

/** A group you are in. */
export interface MyGroup {
  group: string
  title: string
  members: number
  table: DoorAnswer | null
}

/** A player at the group's table who was never in the group. */
export interface Newcomer {
  /** Their number at the table. */
  guest: number
  name: string
}

/** The group that a table belongs to. */
export interface TableGroup {
  group: string
  title: string
  /** Whom you can take in, if you are a member and at the table. */
  newcomers: Newcomer[]
}

/** A player of the group's table to take into the group. */
export interface TakeIn {
  /** By their number at the table. */
  guest: number
}

/** What a member did with today's deal. */
export interface GroupDealRow {
  member: number
  name: string
  /** Among the members. */
  place: number
  score: number
  you: boolean
}

/** Today's deal of a game among the members of a group. */
export interface GroupDeal {
  game: GameName
  day: string
  /** You have played it; before that there are no rows, and the rest is the same for all. */
  open: boolean
  /** The score of a game that is won, where all win or lose together. */
  full: number | null
  /** The best first. */
  rows: GroupDealRow[]
}

/** The deal of today, and what may be known of it before it is played. */
export interface DailyAnswer {
  game: GameName
  /** Of UTC, as in `2026-11-18`. */
  day: string
  /** When the day ends, in milliseconds since 1970. */
  until: number
  /** SHA-256 of today's seed, which is published when the day is over. */
  commitment: string
  /** The same of tomorrow's. */
  next_commitment: string
  /** Where the archive begins. */
  first_day: string
  /** Who plays with everyone, in the seats after yours. */
  bots: string[]
  /** Your table, if you have begun. */
  table: string | null
  /** You have finished your game. */
  done: boolean
  /** Your place among the games that count; null if yours does not, or is unfinished. */
  place: number | null
  /** How many people there are; only told to those who have finished. */
  of: number | null
  /** For how many days in a row you have played, up to yesterday or today. */
  streak: number
  /** Your game counts, or would if it began now; else many have played from your network. */
  counts: boolean
}

/** Your table of a deal. */
export interface DailyTable {
  table: string
  url: string
  /** It is a game of today, and not one too many from your network. */
  counts: boolean
}

/** Play the deal of a day. */
export interface PlayDaily {
  name: string
  mark?: Mark | null
}

/** Your own game with a deal. */
export interface MyDailyGame {
  score: number
  table: string
  number: number
  /** It was finished on its day, and is among the people's games. */
  counts: boolean
  /** Among the people whose games count; of a later game, the place that it would have. */
  place: number | null
  /** The share of the simulated field that did worse, ties count half; null until it is known. */
  below: number | null
  /** Among how many people `place` is, with this game; your own other game is not among them. */
  of: number | null
}

/** A game that a person played with a deal. */
export interface DailyGameAnswer {
  name: string
  score: number
  place: number
  table: string
  number: number
  you: boolean
}

/** The simulated field: a thousand games with the same cards by bots of all strengths. */
export interface FieldAnswer {
  done: number
  /** How far it is; 0 while it waits, and when it cannot be made here. */
  of: number
  /** Each score with the number of games that had it; null until all are played. */
  scores: [number, number][] | null
  /** It cannot be made here: there is nothing to wait for. */
  unmade: boolean
}

/** What came of a deal, for those who have played it, and for everyone once its day is over. */
export interface DayAnswer {
  game: GameName
  day: string
  over: boolean
  commitment: string
  /** Published when the day is over. */
  seed: string | null
  /** The score of a game that is won, where all win or lose together. */
  full: number | null
  /** The one that you began on its day. */
  mine: MyDailyGame | null
  /** How many games count. */
  people: number
  /** The best of them. */
  games: DailyGameAnswer[]
  /** Each score of people with the number of games that had it. */
  scores: [number, number][]
  field: FieldAnswer
  /** Your last one after its day, which counts for nothing. */
  again: MyDailyGame | null
}

/** A guest, or one who was. */
export interface EveningGuest {
  number: number
  name: string
  here: boolean
  plays: boolean
  mark: Mark | null
  /** They have no seat in the next round. */
  sits_out: boolean
  /** They sit out because they did nothing in a whole round. */
  missed: boolean
}

/** The last round. Nothing in it depends on what happens at tables, but for your own. */
export interface EveningRound {
  number: number
  /** When its time is up, in milliseconds since 1970. */
  until: number
  tables: number
  /** All its tables have ended; then what came of them is told. */
  over: boolean
  /** Yours. */
  table: string | null
  /** Your game is finished. */
  done: boolean
}

/** A guest's line of the board. */
export interface BoardRow {
  guest: number
  place: number
  /** Above or below the mean of those who held the same cards, all rounds together. */
  points: number
  rounds: number
  last: number | null
}

/** An evening as everyone with its link sees it. */
export interface EveningAnswer {
  evening: string
  title: string
  game: GameName
  size: number
  minutes: number
  /** Your number, if you are in it. */
  you: number | null
  /** The guest who begins rounds. */
  host: number | null
  /** The host was not seen for a minute: another guest may take over. */
  host_away: boolean
  guests: EveningGuest[]
  round: EveningRound | null
  /** How many rounds are over. */
  finished: number
  /** After the rounds that are over, the best first. */
  board: BoardRow[]
  ended: boolean
  /** The site's clock, in milliseconds since 1970. */
  now: number
  /** When to ask again, or how long to wait for news: longer where many ask. */
  refresh_ms: number
  /** The host lets no newcomers in. */
  locked: boolean
}

/** A game that can be played at many tables at once. */
export interface EveningGameAnswer {
  game: GameName
  /** How many seats a table may have; the first is the usual one. */
  sizes: number[]
}

/** An evening you are in. */
export interface MyEvening {
  evening: string
  title: string
  game: GameName
  /** The list is final; a week later it is not told here any more. */
  ended: boolean
}

/** An evening to open. */
export interface NewEvening {
  title: string
  game: GameName
  name: string
  /** Seats at every table. */
  size: number
  /** How long a round takes. */
  minutes?: number
  /** False for a host who does not sit at the tables. */
  plays?: boolean
  mark?: Mark | null
}

/** A guest with the link comes into the evening. */
export interface JoinEvening {
  name: string
  mark?: Mark | null
}

/** The guest to make host, by number. */
export interface PassEveningHost {
  guest: number
}

/** Whether newcomers may come into the evening. */
export interface LockEvening {
  locked: boolean
}

/** A guest sits out from the next round on, or no longer. */
export interface SitOut {
  /** By number: yourself, or for the host another guest. */
  guest: number
  on: boolean
}

/** What came of one seat at one table. */
export interface SeatScore {
  /** null for a bot. */
  guest: number | null
  name: string
  score: number
  /** Above or below the mean of this seat over all tables. */
  points: number
}

/** One table of a round that is over, and its finished game. */
export interface RoundTable {
  table: string
  number: number
  seats: SeatScore[]
  /** Which table of the round, counted from 0: those without a result are left out. */
  place: number
}

/** A table of a round that has no result: it counts for nobody. */
export interface LostTable {
  /** Which table of the round, counted from 0. */
  place: number
  /** Who sat there, by seat; null for a bot. */
  guests: (number | null)[]
}

/** A round that is over, with the tables of which nothing came. */
export interface WholeRound {
  title: string
  game: GameName
  number: number
  /** How many rounds are over. */
  of: number
  /** By seat, the mean over all tables. */
  means: number[]
  tables: RoundTable[]
  lost: LostTable[]
}

/** Why something was not done. */
export interface Problem {
  key: string
  text: string
  details?: Record<string, number | string> | null
}

/** What is believed of one player. */
export interface TempoHeard {
  /** Seconds a number. */
  pace: number
  steady: Steady
  /** How many of their waits were heard. */
  heard: number
  /** Whether they follow the others' tempo or lead, where that can be told. */
  role: Role | null
}

/** A level that has ended: the lives it cost, and the stars that were used. */
export interface Rung {
  level: number
  lost: number
  stars: number
}

/** The two colours, each with a pile of its own. */
export type Colour = 'white' | 'red'

export type Card = string

/** A card that was waited for: how long after its time it came, negative if before. */
export interface TimedCard {
  card: Card
  /** How many numbers after the card below it. */
  gap: number
  off_ms: number
}

/** Some cards came earlier or later than their time, taken together. */
export interface Habit {
  /** On one pile, or after a short or a long wait. */
  where: 'white' | 'red' | 'short' | 'long'
  off_ms: number
  cards: number
}

/** What practice showed of one player. */
export interface Trained {
  level: number
  blind: Colour[]
  /** Cards of theirs that overtook others. */
  mistakes: number
  /** Seconds a number; null if nothing was waited for. */
  pace: number | null
  steady: Steady | null
  /** How far their waits were from one pace, in logarithms. */
  spread: number | null
  /** In the order laid. */
  cards: TimedCard[]
  habits: Habit[]
}

/** What is believed at the end of a level, by seat. */
export interface Tempi {
  level: number
  seats: (TempoHeard | null)[]
  /** All levels of the game so far. */
  ladder: Rung[]
  /** After practice: what it showed, by seat. */
  trained: Trained[]
}

/** The answer of `verify`: `problem` says in words what is wrong, null if nothing is. */
export interface Verdict {
  ok: boolean
  game: GameName
  events: number
  problem: string | null
}

/** How far a review is; `of` is 0 while it waits. */
export interface Far {
  done: number
  of: number
  /** What there is of it already, as it will be told. */
  part: Review | null
}

/** Whether this browser is signed in as the host. */
export interface AdminSession {
  signed_in: boolean
}

/** A guest at a table. */
export interface AdminGuest {
  guest: Guest
  name: string
  seat: number | null
  /** Connected now. */
  here: boolean
  host: boolean
  muted: boolean
}

/** A table as the site's host sees it. */
export interface AdminTable {
  /** Its fingerprint: its name is its invitation. */
  table: string
  game: GameName
  stage: Stage
  paused: boolean
  guests: AdminGuest[]
  bots: number
  /** When something last happened there, to the minute, in milliseconds since 1970. */
  active: number
}

/** The overview of the host's page. */
export interface AdminAnswer {
  version: string
  closed: boolean
  announcement: AnnouncementAnswer
  /** The path of the site's invitation; empty if every guest may open tables. */
  invitation: string
  nodes: number
  /** Nodes that did not answer in time: their tables are missing. */
  unheard: number
  tables: number
  people: number
  connections: number
  /** How many tables were found; `shown` has the first of them. */
  found: number
  shown: AdminTable[]
}

/** The outcome of an action. */
export interface AdminDone {
  found: boolean
  /** Why it was refused, if it was. */
  key: string
  text: string
}

/** Whether the site is closed to new tables. */
export interface AdminDoors {
  closed: boolean
}

/** End a table for good, by its fingerprint. */
export interface AdminEnd {
  do: 'end'
  table: string
}

/** Mute a guest at a table, or undo it. */
export interface AdminMute {
  do: 'mute'
  table: string
  guest: Guest
  on?: boolean
}

/** Remove a guest from a table for good. */
export interface AdminRemove {
  do: 'remove'
  table: string
  guest: Guest
}
