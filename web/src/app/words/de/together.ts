import type { Words } from '../words.svelte'

export const together: Words['together'] = {
  title: 'Zusammen ansehen',
  text: 'Du führst, und alle, die den Link haben, sehen, was du siehst. Alle können sich allein umsehen und mit einem Tipp zurückkommen.',
  invite: 'Wer diesen Link öffnet, sieht mit dir zu.',
  here: 'Wer da ist',
  leading: 'Du führst.',
  others: (n) => (n === 0 ? 'Sonst ist noch niemand da.' : n === 1 ? 'Noch jemand ist da.' : `${n} andere sind da.`),
  following: (name) => `Du folgst ${name}.`,
  free: 'Du siehst dich allein um.',
  back: (name) => `Zurück zu ${name}`,
  nobody: 'Gerade führt niemand.',
  take: 'Führen',
  leads: 'führt',
  you: '(du)',
  handOn: (name) => `${name} führen lassen`,
  guest: (number) => `Gast ${number}`,
  leave: 'Nicht mehr zusammen ansehen',
  full: 'Hier sehen schon so viele zu, dass kein Platz mehr ist.',
  elsewhere: 'Du schaust an zu vielen Stellen zugleich zu: Hier geht es nicht weiter.',
}
