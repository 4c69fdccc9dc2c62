// What the rest of the app has to know of The Mind Extreme.

import type { Plug } from '../plug'
import { prefs } from '../prefs.svelte'
import { words } from '../words/words.svelte'
import Art from './Art.svelte'
import Before from './Before.svelte'
import Choices from './Choices.svelte'
import Clocks from './Clocks.svelte'
import { PLAYERS, RACES } from './records'
import ShownHand from './ShownHand.svelte'

export const plug: Plug<'extreme'> = {
  players: PLAYERS,
  races: RACES,
  bots: { usual: ['adaptive', 'metronome'], always: ['metronome', 'random'], company: 2, mixed: [] },
  night: true,
  opens: () => ({ tempo: prefs.tempo ?? 'calm' }),
  progress: ([level = 0]) => words().home.atLevel(level),
  place: null,
  reached: (level) => words().mine.level(level),
  pad: () => words().home.tracker,
  Art,
  Shown: ShownHand,
  Clocks,
  Before,
  Choices,
  loadTable: () => import('./ExtremeTable.svelte'),
  loadLesson: () => import('./lesson'),
  loadDealt: () => import('./dealt'),
  loadReview: () => import('./Review.svelte'),
  loadQuiz: null,
  loadPad: () => import('./LevelTracker.svelte'),
  loadPrinted: () => import('./PrintedLevels.svelte'),
  printedAfter: 5,
}
