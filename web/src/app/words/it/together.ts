import type { Words } from '../words.svelte'

export const together: Words['together'] = {
  title: 'Guardare insieme',
  text: 'Tu conduci, e chi ha il link vede quello che vedi tu. Ognuno può guardare per conto proprio e tornare con un tocco.',
  invite: 'Chi apre questo link guarda con te.',
  here: 'Chi c’è',
  leading: 'Conduci tu.',
  others: (n) => (n === 0 ? 'Non c’è ancora nessun altro.' : n === 1 ? 'C’è un’altra persona.' : `Ci sono altre ${n} persone.`),
  following: (name) => `Segui ${name}.`,
  free: 'Guardi per conto tuo.',
  back: (name) => `Torna da ${name}`,
  nobody: 'Ora non conduce nessuno.',
  take: 'Conduci tu',
  leads: 'conduce',
  you: '(tu)',
  handOn: (name) => `Lascia condurre ${name}`,
  guest: (number) => `Ospite ${number}`,
  leave: 'Smetti di guardare insieme',
  full: 'Qui guardano già in tanti: non c’è più posto.',
  elsewhere: 'Stai guardando in troppi posti insieme: questa pagina si è fermata.',
}
