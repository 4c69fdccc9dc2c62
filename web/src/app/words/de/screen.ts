import type { Words } from '../words.svelte'

// The table on a screen for the room.
export const screen: Words['screen'] = {
  open: 'Auf großem Bildschirm zeigen',
  openText: 'Für Fernseher oder Beamer: der Tisch ohne die Karten auf der Hand. Die habt ihr auf euren Handys.',
  scan: 'Scannen und mitspielen',
  sound: 'Ton einschalten',
  refused: 'Dieser Tisch lässt sich hier nicht zeigen: Zuschauen ist nicht erlaubt.',
  idle: 'An diesem Tisch ist niemand mehr. Lade die Seite neu, um wieder zu schauen.',
  full: 'Diesen Tisch zeigen schon zu viele Bildschirme.',
  free: 'Frei',
  shown: (n: number) => (n === 1 ? 'Ein großer Bildschirm zeigt diesen Tisch.' : `${n} große Bildschirme zeigen diesen Tisch.`),
}
