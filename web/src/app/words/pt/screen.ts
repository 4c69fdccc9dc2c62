import type { Words } from '../words.svelte'

// The table on a screen for the room.
export const screen: Words['screen'] = {
  open: 'Mostrar em uma tela grande',
  openText: 'Para uma TV ou um projetor: a mesa sem a mão de ninguém. Os celulares são as mãos.',
  scan: 'Escaneie para jogar',
  sound: 'Ligar o som',
  refused: 'Esta mesa não pode ser mostrada aqui: o anfitrião não permite espectadores.',
  idle: 'Não há mais ninguém nesta mesa. Recarregue a página para olhar de novo.',
  full: 'Telas demais já mostram esta mesa.',
  free: 'Livre',
  shown: (n: number) => (n === 1 ? 'Uma tela grande mostra esta mesa.' : `${n} telas grandes mostram esta mesa.`),
}
