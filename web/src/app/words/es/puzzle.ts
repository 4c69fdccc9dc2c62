import type { Words } from '../words.svelte'

export const puzzle: Words['puzzle'] = {
  title: 'Problemas',
  question: '¿Qué carta jugarías?',
  numbered: (number, of) => `${number} de ${of}`,
  levels: ['fácil', 'medio', 'difícil', 'muy difícil'],
  yours: (card) => `Tu carta: el ${card}.`,
  right: (card) => `Correcto: el ${card}.`,
  better: (best, card, points) => `Es mejor el ${best}. El ${card} cuesta ${points} puntos.`,
  foundBy: (names) => `Lo encuentra ${names}.`,
  foundByNone: 'Ningún bot lo encuentra.',
  next: 'Siguiente problema',
  skip: 'Saltar',
  before: 'Anterior',
  open: 'Problemas',
}
