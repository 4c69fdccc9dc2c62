import type { Words } from '../words.svelte'

export const keep: Words['keep'] = {
  title: 'Garde ton nom sur tous tes appareils',
  why: 'Pour l’instant, seul ce navigateur te connaît. Avec une passkey ou un code de secours, tu retrouves ton nom et tes parties sur n’importe quel appareil. Ni mot de passe ni e-mail.',
  kept: 'Tu retrouves ton nom et tes parties sur n’importe quel appareil.',
  passkeys: 'Tes passkeys',
  added: (day) => `ajoutée le ${day}`,
  addPasskey: 'Ajouter une passkey',
  remove: 'Retirer',
  removed: 'Retirée. Les appareils entrés avec elle restent les tiens jusqu’à ce que tu les retires.',
  noPasskeys: 'Les passkeys ne marchent qu’à une adresse qui commence par https. Ici, un code de secours fait la même chose.',
  hasAlready: 'Cet appareil a déjà une passkey pour toi.',
  makeCode: 'Créer un code de secours',
  codeMade: (day) => `Tu as un code de secours, créé le ${day}.`,
  newCode: 'Créer un nouveau code',
  voids: 'L’ancien code n’ouvrira alors plus rien.',
  yourCode: 'Ton code de secours',
  onlyNow: 'Note-le : il n’est montré que cette fois. Qui l’a peut se faire passer pour toi.',
  copyCode: 'Copier le code',
  find: 'Retrouver mes parties d’un autre appareil',
  findWhy: 'Tu as gardé ton nom là-bas ? Alors tu le retrouves ici.',
  usePasskey: 'Utiliser ma passkey',
  code: 'Code de secours',
  findByCode: 'Retrouver',
  orLink: 'Tu n’as ni l’un ni l’autre ? Sur l’autre appareil, ouvre les réglages et choisis « Continuer sur un autre appareil ».',
  found: (name, tables) =>
    `Te voilà${name ? `, ${name}` : ''}${tables === 0 ? '.' : tables === 1 ? ', avec une table à continuer.' : `, avec ${tables} tables à continuer.`}`,
  stays: (name, tables) =>
    `Sur cet appareil, tu étais ${name || 'quelqu’un d’autre'}${tables === 0 ? '' : tables === 1 ? ', avec une table' : `, avec ${tables} tables`}. Ce qui a été joué ici reste à ce nom, et cet appareil ne le retrouvera plus, sauf si tu gardes d’abord ce nom aussi.`,
  continueAs: (name) => (name ? `Continuer comme ${name}` : 'Continuer'),
  welcome: (name) => (name ? `Te revoilà, ${name} !` : 'Te revoilà !'),
  same: 'Cet appareil, c’est déjà toi.',
  research: {
    question: 'La recherche peut-elle utiliser tes parties, sans ton nom ?',
    about: 'Savoir qui a posé quoi, et quand, aide à comprendre comment on pense ensemble sans se parler. On ne transmet ni nom, ni discussion, ni date, et seulement les parties où tout le monde a dit oui. Tu peux changer d’avis dans les réglages.',
    yes: 'Oui, d’accord',
    no: 'Non',
    setting: 'La recherche peut utiliser mes parties, sans mon nom',
    hint: 'Seulement les parties où tout le monde a dit oui. Si tu désactives, le prochain recueil ne contiendra rien de toi.',
    thanks: 'Merci !',
  },
  /** The player's own mark. */
  marks: {
    title: 'Ta marque',
    text: 'C’est à elle que les autres te reconnaissent, à chaque table.',
    done: 'C’est bon',
    change: 'Changer ta marque',
    parts: { face: 'Visage', colour: 'Couleur', shape: 'Forme' },
    /** In the order of their art. */
    names: {
      face: ['Ton initiale', 'Chat', 'Renard', 'Ours', 'Lièvre', 'Grenouille', 'Souris', 'Chien'],
      colour: ['Argile', 'Sarcelle', 'Noyer', 'Ardoise', 'Olive', 'Lie-de-vin'],
      shape: ['Rond', 'Carré', 'Hexagone', 'Losange', 'Écusson', 'Nuage'],
    },
  },
}
