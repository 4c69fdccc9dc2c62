// Puzzles: positions to think about.
export const puzzle = {
  title: 'Puzzles',
  question: 'Which card would you play?',
  numbered: (number: number, of: number) => `${number} of ${of}`,
  levels: ['easy', 'medium', 'hard', 'very hard'],
  yours: (card: string) => `Your card: the ${card}.`,
  right: (card: string) => `Right: the ${card}.`,
  better: (best: string, card: string, points: string) => `The ${best} is better. The ${card} costs ${points} points.`,
  foundBy: (names: string) => `Found by ${names}.`,
  foundByNone: 'None of the bots finds it.',
  next: 'Next puzzle',
  skip: 'Skip',
  before: 'Back one',
  open: 'Puzzles',
}
