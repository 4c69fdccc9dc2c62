// A game's plug: everything that the rest of the app may use of it. What is particular to a game lives in its own
// folder; games.ts lists the plugs.

import type { Component, Snippet } from 'svelte'
import type { Lesson } from '../learn/lesson.svelte'
import type { GameName, Games, House, PuzzleAnswer, PuzzleSolved, Review, Seat, Settings } from '../net/protocol'
import type { Chance } from '../table/shuffle/chance'
import type { Table } from '../table/table.svelte'

/** The bar above a table: a tutorial's coach, or a replay's controls. */
export interface Coach {
  /** Its height in pixels, with what lies below the table. */
  height: number
  /** The width in pixels of what stands beside the table. */
  width?: number
  /** What the table says instead of asking the player to act; without it, that this is a replay. */
  prompt?: string
  /** In a tutorial: waits at a moment of the game until the learner continues. */
  stop?: () => Promise<void>
}
export interface TableProps<G extends GameName> {
  table: Table<G>
  house: House
  /** In a tutorial or a replay. */
  coach?: Coach | null
}
/** A table on a screen for the room. */
export interface ScreenProps<G extends GameName> {
  table: Table<G>
  house: House
  /** The table's QR code, for the game to find a place for it; empty on an overlay. */
  code: Snippet
}
/** Show a seat's view of the first moment for which `when` holds. */
export type Look = (seat: number, when: (view: Games[GameName]['view']) => boolean) => Promise<void>
/** Let the player act in a replay: `answer` gets the action and returns what their view shows of it. */
export type Invite = (legal: Games[GameName]['legal'], answer: (action: Games[GameName]['action']) => object) => void
export interface ReviewProps {
  found: Review
  /** Who sat where, for their faces. */
  house?: House | null
  names: string[]
  /** The seat of the player who reads, null for others. */
  mine: number | null
  onlook: Look
}
export interface QuizProps {
  found: Review
  /** The seat whose choices are asked again. */
  seat: number
  names: string[]
  onlook: Look
  oninvite: Invite
  onclose: () => void
}
export interface PuzzleProps {
  asked: PuzzleAnswer
  /** The player's move, once they made it. */
  chosen: string | null
  solved: PuzzleSolved | null
  oninvite: Invite
  onanswer: (move: string) => void
}
export interface ChoiceProps {
  settings: Settings
  disabled: boolean
  /** At a what-if: the game's own settings are fixed. */
  given: boolean
  set: (change: Partial<Settings>) => void
}
export interface Bots {
  /** The default bot: the first of these that the site has. */
  usual: string[]
  /** The bots that every site has. */
  always: string[]
  /** The number of bots in a game that starts at once. */
  company: number
  /** Bots of different strengths at one table, where a site has them. */
  mixed: string[]
}

export interface Plug<G extends GameName> {
  players: { least: number; most: number }
  /** Kinds of actions in which the first player counts: a late one expires. */
  races: readonly Games[G]['action']['kind'][]
  bots: Bots
  /** Whether the game is always dark, whatever the theme. */
  night: boolean
  /** Settings of a new table that differ from the defaults. */
  opens: () => Partial<Settings>
  /** How far a game has come, from the numbers of the server. */
  progress: (steps: number[]) => string
  /** The numbers of a moment from which a what-if can start, null once the game is over; null for a game without what-ifs. */
  place: ((view: Games[G]['view']) => number[] | null) | null
  /** A player's result in words, from its one number. */
  reached: (points: number) => string
  /** The title of the browser's tab: what the table waits for. It tells nothing that the screen does not. */
  tab: (view: Games[G]['view'], house: House, waiting: readonly Seat[]) => string
  /** Whether the app's icon calls the player. It tells nothing that the tab's title does not. */
  calls: (view: Games[G]['view'], house: House, waiting: readonly Seat[]) => boolean
  /** The name of its pad for players with the printed game. */
  pad: () => string

  /** Its picture on the home page. */
  Art: Component
  /** A whole hand in a row, where all hands are open. */
  Shown: Component<{ hand: readonly (number | string)[] }>
  /** What a replay shows of time besides its clock. */
  Clocks: Component<{ view: Games[G]['view']; now: number }> | null
  /** Choices on the home page before a game. */
  Before: Component | null
  /** The host's choices in the lobby. */
  Choices: Component<ChoiceProps>

  // Loaded on demand.
  loadTable: () => Promise<{ default: Component<TableProps<G>> }>
  /** The table without anybody's hand, for a screen that a whole room sees. */
  loadScreen: () => Promise<{ default: Component<ScreenProps<G>> }>
  loadLesson: () => Promise<{ lesson: () => Lesson<G> }>
  /** Whether the deal of a replay follows from its seed. */
  loadDealt: () => Promise<{ dealt: (chance: Chance, replay: string) => boolean }>
  /** Its review. */
  loadReview: () => Promise<{ default: Component<ReviewProps> }>
  /** A player's costliest choices as questions, where choices can be weighed. */
  loadQuiz: (() => Promise<{ default: Component<QuizProps> }>) | null
  /** The words of a puzzle, in a game that has puzzles. */
  loadPuzzle: (() => Promise<{ default: Component<PuzzleProps> }>) | null
  /** Its page for practice, in a game that can be practised. */
  loadTraining: (() => Promise<{ default: Component }>) | null
  loadPad: () => Promise<{ default: Component }>
  /** A drawing for each section of the rules, by its number. */
  loadDrawings: () => Promise<{ default: Component<{ section: number }> }>
}
