import type { Words } from '../words.svelte'

export const together: Words['together'] = {
  title: 'Assistir em grupo',
  text: 'Você conduz, e quem tem o link vê o que você vê. Qualquer um pode olhar por conta própria e voltar com um toque.',
  invite: 'Quem abrir este link assiste com você.',
  here: 'Quem está aqui',
  leading: 'Você conduz.',
  others: (n) => (n === 0 ? 'Ainda não há mais ninguém.' : n === 1 ? 'Há mais uma pessoa aqui.' : `Há mais ${n} pessoas aqui.`),
  following: (name) => `Você segue ${name}.`,
  free: 'Você está olhando por conta própria.',
  back: (name) => `Voltar para ${name}`,
  nobody: 'Agora ninguém conduz.',
  take: 'Conduzir',
  leads: 'conduz',
  you: '(você)',
  handOn: (name) => `Deixar ${name} conduzir`,
  guest: (number) => `Visitante ${number}`,
  leave: 'Sair do grupo',
  full: 'Tanta gente já assiste aqui que não cabe mais ninguém.',
  elsewhere: 'Você está assistindo em lugares demais ao mesmo tempo: esta página parou.',
}
