import type { Words } from '../words.svelte'

export const puzzle: Words['puzzle'] = {
  title: 'Rätsel',
  question: 'Welche Karte würdest du spielen?',
  numbered: (number, of) => `${number} von ${of}`,
  levels: ['leicht', 'mittel', 'schwer', 'sehr schwer'],
  yours: (card) => `Deine Karte: die ${card}.`,
  right: (card) => `Richtig: die ${card}.`,
  better: (best, card, points) => `Die ${best} ist besser. Die ${card} kostet ${points} Punkte.`,
  foundBy: (names) => `Gefunden von ${names}.`,
  foundByNone: 'Keiner der Bots findet sie.',
  next: 'Nächstes Rätsel',
  skip: 'Überspringen',
  before: 'Eins zurück',
  open: 'Rätsel',
}
