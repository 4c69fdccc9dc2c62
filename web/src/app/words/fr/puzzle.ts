import type { Words } from '../words.svelte'

export const puzzle: Words['puzzle'] = {
  title: 'Énigmes',
  question: 'Quelle carte jouerais-tu\u202f?',
  numbered: (number, of) => `${number} sur ${of}`,
  levels: ['facile', 'moyenne', 'difficile', 'très difficile'],
  yours: (card) => `Ta carte : le ${card}.`,
  right: (card) => `Bien vu : le ${card}.`,
  better: (best, card, points) => `Le ${best} est meilleur. Le ${card} coûte ${points} points.`,
  foundBy: (names) => `Trouvé par ${names}.`,
  foundByNone: 'Aucun robot ne le trouve.',
  next: 'Énigme suivante',
  skip: 'Passer',
  before: 'Précédente',
  open: 'Énigmes',
}
