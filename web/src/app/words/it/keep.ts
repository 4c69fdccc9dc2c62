import type { Words } from '../words.svelte'

export const keep: Words['keep'] = {
  title: 'Salva il tuo nome per ogni dispositivo',
  why: 'Per ora ti conosce solo questo browser. Con una passkey o un codice di recupero ritrovi il tuo nome e le tue partite su qualsiasi dispositivo. Niente password, niente e-mail.',
  kept: 'Ritrovi il tuo nome e le tue partite su qualsiasi dispositivo.',
  passkeys: 'Le tue passkey',
  added: (day) => `aggiunta: ${day}`,
  addPasskey: 'Aggiungi una passkey',
  remove: 'Togli',
  removed: 'Tolta. I dispositivi entrati con questa restano tuoi finché non li togli.',
  noPasskeys: 'Le passkey funzionano solo a un indirizzo che comincia con https. Qui un codice di recupero fa lo stesso.',
  hasAlready: 'Questo dispositivo ha già una passkey per te.',
  makeCode: 'Crea un codice di recupero',
  codeMade: (day) => `Hai un codice di recupero (creato: ${day}).`,
  newCode: 'Crea un nuovo codice',
  voids: 'Il vecchio codice allora non aprirà più niente.',
  yourCode: 'Il tuo codice di recupero',
  onlyNow: 'Annotalo: si vede solo questa volta. Chi ce l’ha può entrare al posto tuo.',
  copyCode: 'Copia il codice',
  find: 'Ritrova le mie partite di un altro dispositivo',
  findWhy: 'Lì hai salvato il tuo nome? Allora lo ritrovi qui.',
  usePasskey: 'Usa la mia passkey',
  code: 'Codice di recupero',
  findByCode: 'Ritrova',
  orLink: 'Non hai né l’una né l’altro? Sull’altro dispositivo apri le impostazioni e scegli «Continua su un altro dispositivo».',
  found: (name, tables) =>
    `Eccoti${name ? `, ${name}` : ''}${tables === 0 ? '.' : tables === 1 ? ', con un tavolo da continuare.' : `, con ${tables} tavoli da continuare.`}`,
  stays: (name, tables) =>
    `Su questo dispositivo finora eri ${name || 'un’altra persona'}${tables === 0 ? '' : tables === 1 ? ', con un tavolo' : `, con ${tables} tavoli`}. Quello che hai giocato qui resta legato a quel nome, e questo dispositivo non lo ritroverà più, a meno che prima tu non tenga anche quel nome.`,
  continueAs: (name) => (name ? `Continua come ${name}` : 'Continua'),
  welcome: (name) => (name ? `Che bello rivederti, ${name}!` : 'Che bello rivederti!'),
  same: 'Su questo dispositivo sei già tu.',
  research: {
    question: 'La ricerca può usare le tue partite, senza il tuo nome?',
    about: 'Chi ha giocato cosa, e quando, aiuta a capire come si pensa insieme senza parole. Niente nomi, niente chat, niente date, e solo le partite in cui tutti sono d’accordo. Puoi cambiare idea nelle impostazioni.',
    yes: 'Sì, va bene',
    no: 'No',
    setting: 'La ricerca può usare le mie partite, senza il mio nome',
    hint: 'Solo le partite in cui tutti sono d’accordo. Se lo disattivi, la prossima raccolta non conterrà le tue.',
    thanks: 'Grazie!',
  },
  /** The player's own mark. */
  marks: {
    title: 'Il tuo segno',
    text: 'Gli altri ti riconoscono da questo, a ogni tavolo.',
    done: 'Fatto',
    change: 'Cambia il tuo segno',
    parts: { face: 'Volto', colour: 'Colore', shape: 'Forma' },
    /** In the order of their art. */
    names: {
      face: ['La tua iniziale', 'Gatto', 'Volpe', 'Orso', 'Lepre', 'Rana', 'Topo', 'Cane'],
      colour: ['Argilla', 'Petrolio', 'Noce', 'Ardesia', 'Oliva', 'Vino'],
      shape: ['Tondo', 'Quadrato', 'Esagono', 'Rombo', 'Scudo', 'Nuvola'],
    },
  },
}
