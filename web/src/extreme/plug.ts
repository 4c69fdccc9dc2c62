// The plug of The Mind Extreme: all that the rest of the app may use of it.

import type { Plug } from '../app/plug'
import { prefs } from '../app/prefs.svelte'
import { words } from '../app/words/words.svelte'
import Art from './Art.svelte'
import Before from './Before.svelte'
import ShownHand from './cards/ShownHand.svelte'
import Choices from './Choices.svelte'
import Clocks from './Clocks.svelte'
import { PLAYERS, RACES } from './records'
import { tab } from './tab'

export type { Kinds } from './records'
export type { Review } from './review/reviewed'

export const plug: Plug<'extreme'> = {
  players: PLAYERS,
  races: RACES,
  bots: { usual: ['adaptive', 'metronome'], always: ['metronome', 'random'], company: 2, mixed: [] },
  night: true,
  opens: () => ({ tempo: prefs.tempo ?? 'calm' }),
  progress: ([level = 0]) => words().home.atLevel(level),
  place: null,
  reached: (level) => words().mine.level(level),
  tab,
  calls: () => false, // a call would tell when to play
  pad: () => words().home.tracker,
  Art,
  Shown: ShownHand,
  Clocks,
  Before,
  Choices,
  loadTable: () => import('./play/ExtremeTable.svelte'),
  loadScreen: () => import('./screen/ExtremeScreen.svelte'),
  loadLesson: () => import('./learn/lesson'),
  loadDealt: () => import('./dealt'),
  loadReview: () => import('./review/Review.svelte'),
  loadQuiz: null,
  loadPuzzle: null,
  loadTraining: () => import('./training/TrainingPage.svelte'),
  loadPad: () => import('./pad/LevelTracker.svelte'),
  loadDrawings: () => import('./learn/Drawings.svelte'),
}
