// The plug of Mind Up!: all that the rest of the app may use of it.

import type { Plug } from '../app/plug'
import { words } from '../app/words/words.svelte'
import Art from './Art.svelte'
import ShownHand from './cards/ShownHand.svelte'
import Choices from './Choices.svelte'
import { PLAYERS, RACES } from './records'
import { calls, tab } from './tab'

export type { Kinds } from './records'
export type { Review } from './review/reviewed'

export const plug: Plug<'mindup'> = {
  players: PLAYERS,
  races: RACES,
  bots: { usual: ['linnet', 'greedy'], always: ['greedy', 'random'], company: 3, mixed: ['linnet', 'pebble', 'heron'] },
  night: false,
  opens: () => ({}),
  progress: ([round = 0, turn = 0]) => words().home.atTurn(round, turn),
  place: ({ round, turn, places }) => (places === null ? [round, turn] : null),
  reached: (points) => words().mine.points(points),
  tab,
  calls,
  pad: () => words().home.pad,
  Art,
  Shown: ShownHand,
  Clocks: null,
  Before: null,
  Choices,
  loadTable: () => import('./play/MindUpTable.svelte'),
  loadScreen: () => import('./screen/MindUpScreen.svelte'),
  loadLesson: () => import('./learn/lesson'),
  loadDealt: () => import('./dealt'),
  loadReview: () => import('./review/Review.svelte'),
  loadQuiz: () => import('./review/PickAgain.svelte'),
  loadPuzzle: () => import('./review/Puzzle.svelte'),
  loadTraining: null,
  loadPad: () => import('./pad/ScorePad.svelte'),
  loadDrawings: () => import('./learn/Drawings.svelte'),
}
