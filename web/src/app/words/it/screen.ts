import type { Words } from '../words.svelte'

// The table on a screen for the room.
export const screen: Words['screen'] = {
  open: 'Mostra su uno schermo grande',
  openText: 'Per una TV o un proiettore: il tavolo senza la mano di nessuno. I telefoni sono le vostre mani.',
  scan: 'Inquadra per giocare',
  sound: 'Attiva l’audio',
  refused: 'Questo tavolo non si può mostrare: chi lo ospita non ammette spettatori.',
  idle: 'A questo tavolo non c’è più nessuno. Ricarica la pagina per guardare di nuovo.',
  full: 'Troppi schermi mostrano già questo tavolo.',
  free: 'Libero',
  shown: (n: number) => (n === 1 ? 'Uno schermo grande mostra questo tavolo.' : `${n} schermi grandi mostrano questo tavolo.`),
}
