// What a game says about itself to the rest of the app. Everything that is particular to a game stands in its own
// folder and is reached through its plug; games.ts knows which there are.

import type { Component } from 'svelte'
import type { Lesson } from '../learn/lesson.svelte'
import type { GameName, Games, House, Review, Settings } from '../net/protocol'
import type { Chance } from '../table/shuffle/chance'
import type { Table } from '../table/table.svelte'

/** A coach who leads through a game, or the way through a replay. */
export interface Coach {
  /** How much room it takes above the table, in pixels. */
  height: number
  /** In a lesson: waits at a moment of the game until the learner goes on. */
  stop?: () => Promise<void>
}
export interface TableProps<G extends GameName> {
  table: Table<G>
  house: House
  /** In a lesson. */
  coach?: Coach | null
}
/** Show a seat's view of a moment: the first at which this is so. */
export type Look = (seat: number, when: (view: Games[GameName]['view']) => boolean) => void
export interface ReviewProps {
  found: Review
  names: string[]
  onlook: Look
}
export interface QuizProps {
  found: Review
  /** Whose choices are asked for again. */
  seat: number
  onlook: Look
  onclose: () => void
}
export interface ChoiceProps {
  settings: Settings
  disabled: boolean
  /** At a what-if: what belongs to the game itself is as it was. */
  given: boolean
  set: (change: Partial<Settings>) => void
}
export interface Bots {
  /** Who comes when nobody in particular was asked: the first of these that the site has. */
  usual: string[]
  /** What every site has. */
  always: string[]
  /** How many one plays with when one plays at once. */
  company: number
  /** Different strengths at one table, where a site has them. */
  mixed: string[]
}

export interface Plug<G extends GameName> {
  players: { least: number; most: number }
  /** Kinds of actions with which it matters who was first: they are worthless when they come late. */
  races: readonly Games[G]['action']['kind'][]
  bots: Bots
  /** Whether it is night there, whatever the device is set to. */
  night: boolean
  /** The settings a new table begins with, where they are not the usual ones. */
  opens: () => Partial<Settings>
  /** How far a game has come, from the numbers the server tells. */
  progress: (steps: number[]) => string
  /** Those numbers at a moment from which one can play on, null when it is over; null where that cannot be done at all. */
  place: ((view: Games[G]['view']) => number[] | null) | null
  /** What one reached in a game, from the one number that tells. */
  reached: (points: number) => string
  /** What its pad for people with the box is called. */
  pad: () => string

  /** A picture of it in a few shapes. */
  Art: Component
  /** A whole hand in a line, where all may be seen. */
  Shown: Component<{ hand: readonly (number | string)[] }>
  /** What a replay shows of time, besides its own clock. */
  Clocks: Component<{ view: Games[G]['view']; now: number }> | null
  /** What one chooses on the home page before a game. */
  Before: Component | null
  /** What a host chooses in the lobby. */
  Choices: Component<ChoiceProps>

  // What follows is loaded when it is wanted.
  loadTable: () => Promise<{ default: Component<TableProps<G>> }>
  loadLesson: () => Promise<{ lesson: () => Lesson<G> }>
  /** Whether what was dealt in a replay follows from its seed. */
  loadDealt: () => Promise<{ dealt: (chance: Chance, replay: string) => boolean }>
  /** What its review shows. */
  loadReview: () => Promise<{ default: Component<ReviewProps> }>
  /** One's costliest choices as questions, where choices can be weighed. */
  loadQuiz: (() => Promise<{ default: Component<QuizProps> }>) | null
  loadPad: () => Promise<{ default: Component }>
  /** What is printed on its cards, for the rules, and after which of their sections it stands. */
  loadPrinted: () => Promise<{ default: Component }>
  printedAfter: number
}
