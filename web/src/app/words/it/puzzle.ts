import type { Words } from '../words.svelte'

export const puzzle: Words['puzzle'] = {
  title: 'Rompicapi',
  question: 'Quale carta giocheresti?',
  numbered: (number, of) => `${number} di ${of}`,
  levels: ['facile', 'medio', 'difficile', 'molto difficile'],
  yours: (card) => `La tua carta: il ${card}.`,
  right: (card) => `Giusto: il ${card}.`,
  better: (best, card, points) => `È meglio il ${best}. Il ${card} costa ${points} punti.`,
  foundBy: (names) => `Lo trova ${names}.`,
  foundByNone: 'Nessuno dei bot lo trova.',
  next: 'Prossimo rompicapo',
  skip: 'Salta',
  before: 'Precedente',
  open: 'Rompicapi',
}
