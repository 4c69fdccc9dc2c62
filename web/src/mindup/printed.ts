// Mind Up!: what is printed on its cards, and how many turns it has.
// Written by web/generate.py from the records in Python. Change those, then `make records`.

/** The five colours. */
export type Colour = 'orange' | 'pink' | 'blue' | 'green' | 'purple'

export const COLOURS: readonly Colour[] = ['orange', 'pink', 'blue', 'green', 'purple']

/** By colour: the numbers of the cards, and the bonus on each. */
export const PRINTED: Record<Colour, Record<number, number>> = {
  orange: { 1: -1, 8: 0, 15: 1, 16: 2, 23: 1, 30: 0, 31: 0, 38: 1, 45: 2, 46: 1, 53: 0, 60: -1 },
  pink: { 2: 0, 6: 0, 10: 2, 19: -1, 27: 1, 29: 1, 32: 1, 34: 1, 42: -1, 51: 2, 55: 0, 59: 0 },
  blue: { 3: 1, 13: -1, 18: 0, 21: 1, 24: 0, 28: 2, 33: 2, 37: 0, 40: 1, 43: 0, 48: -1, 58: 1 },
  green: { 4: 2, 5: 1, 12: 0, 14: 0, 17: 1, 25: -1, 36: -1, 44: 1, 47: 0, 49: 0, 56: 1, 57: 2 },
  purple: { 7: -1, 9: 1, 11: 1, 20: 0, 22: 2, 26: 0, 35: 0, 39: 2, 41: 0, 50: 1, 52: 1, 54: -1 },
}

export type ObjectiveNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14

export const OBJECTIVES: Record<ObjectiveNumber, { letter: string; value: number }> = {
  1: { letter: 'A', value: 2 },
  2: { letter: 'A', value: -2 },
  3: { letter: 'B', value: 2 },
  4: { letter: 'B', value: 2 },
  5: { letter: 'C', value: -2 },
  6: { letter: 'C', value: 2 },
  7: { letter: 'D', value: 2 },
  8: { letter: 'D', value: 2 },
  9: { letter: 'E', value: 2 },
  10: { letter: 'E', value: -2 },
  11: { letter: 'F', value: 2 },
  12: { letter: 'F', value: 2 },
  13: { letter: 'G', value: -2 },
  14: { letter: 'G', value: 2 },
}

export const SCORE_VALUES = [1, 2, 3, 4, 5]

/** By round: how many turns it has. */
export const TURNS = [6, 7, 8]

/** In one player's columns. */
export const MOST_CARDS = 9
