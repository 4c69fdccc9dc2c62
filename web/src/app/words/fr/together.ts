import type { Words } from '../words.svelte'

export const together: Words['together'] = {
  title: 'Regarder ensemble',
  text: 'Tu guides, et toute personne qui a le lien voit ce que tu vois. Chacun peut regarder ailleurs et revenir d’un seul geste.',
  invite: 'Qui ouvre ce lien regarde avec toi.',
  here: 'Qui est là',
  leading: 'Tu guides.',
  others: (n) => (n === 0 ? 'Personne d’autre pour l’instant.' : n === 1 ? 'Une autre personne est là.' : `${n} autres personnes sont là.`),
  following: (name) => `Tu suis ${name}.`,
  free: 'Tu regardes de ton côté.',
  back: (name) => `Revenir à ${name}`,
  nobody: 'Personne ne guide.',
  take: 'Guider',
  leads: 'guide',
  you: '(toi)',
  handOn: (name) => `Laisser ${name} guider`,
  guest: (number) => `Invité ${number}`,
  leave: 'Ne plus regarder ensemble',
  full: 'Il y a déjà tant de monde ici qu’il ne reste plus de place.',
  elsewhere: 'Tu regardes à trop d’endroits à la fois : cette page s’est arrêtée.',
}
