// The examples that the drawings of the rules show: the test vectors M1 and S-M4 of docs/rules, as the server scores them.

export const EXAMPLE = {
  /** M1: 1 takes 12, 31 takes 30, 60 takes 51. */
  row: [12, 30, 51],
  played: [1, 31, 60],
  hand: [4, 15, 22, 31, 37, 48, 56],
  /** S-M4: a round of 25 points. */
  order: [2, 4, 1, 5, 3],
  tableau: [[22, 20], [13], [25], [46, 8, 53], []],
  points: [4, 4, 1, 15, 0],
  bonus: 1,
  total: 25,
  /** The same cards as a hand, and one more. */
  next: [8, 13, 20, 22, 25, 46, 53, null],
  rounds: [25, 22, 31],
  game: 78,
}
