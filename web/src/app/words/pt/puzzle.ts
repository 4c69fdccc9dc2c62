import type { Words } from '../words.svelte'

export const puzzle: Words['puzzle'] = {
  title: 'Desafios',
  question: 'Que carta você jogaria?',
  numbered: (number, of) => `${number} de ${of}`,
  levels: ['fácil', 'médio', 'difícil', 'muito difícil'],
  yours: (card) => `Sua carta: o ${card}.`,
  right: (card) => `Certo: o ${card}.`,
  better: (best, card, points) => `O ${best} é melhor. O ${card} custa ${points} pontos.`,
  foundBy: (names) => `Encontrado por ${names}.`,
  foundByNone: 'Nenhum bot encontra.',
  next: 'Próximo desafio',
  skip: 'Pular',
  before: 'Anterior',
  open: 'Desafios',
}
