// The Mind Extreme: what is printed on its cards.
// Written by web/generate.py from the records in Python. Change those, then `make records`.
import type { Colour, Reward } from './records'

export const COLOURS: readonly Colour[] = ['white', 'red']

/** The numbers of a colour run up to it. */
export const HIGHEST = 50

/** A level card: the colours laid face down, and the reward. */
export interface Level {
  blind: readonly Colour[]
  reward: Reward | null
}

/** From level 1. */
export const LEVELS: readonly Level[] = [
  { blind: [], reward: null },
  { blind: [], reward: 'star' },
  { blind: ['white'], reward: 'life' },
  { blind: ['red'], reward: null },
  { blind: [], reward: 'star' },
  { blind: ['white', 'red'], reward: 'life' },
  { blind: [], reward: null },
  { blind: ['white'], reward: 'star' },
  { blind: [], reward: 'life' },
  { blind: ['white', 'red'], reward: null },
  { blind: [], reward: null },
  { blind: ['red'], reward: null },
]

/** What a team of some size begins with, and the last level it has to pass. */
export interface Team {
  last_level: number
  lives: number
  stars: number
}

export const TEAMS: Record<number, Team> = {
  2: { last_level: 12, lives: 2, stars: 1 },
  3: { last_level: 10, lives: 3, stars: 1 },
  4: { last_level: 8, lives: 4, stars: 1 },
}

export const MOST_LIVES = 5

export const MOST_STARS = 3
