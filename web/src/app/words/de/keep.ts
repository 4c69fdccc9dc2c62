import type { Words } from '../words.svelte'

export const keep: Words['keep'] = {
  title: 'Behalte deinen Namen auf jedem Gerät',
  why: 'Bisher kennt dich nur dieser Browser. Mit einem Passkey oder einem Wiederfinde-Code findest du deinen Namen und deine Partien auf jedem Gerät. Kein Passwort, keine E-Mail.',
  kept: 'Du findest deinen Namen und deine Partien auf jedem Gerät.',
  passkeys: 'Deine Passkeys',
  added: (day) => `seit ${day}`,
  addPasskey: 'Passkey hinzufügen',
  remove: 'Entfernen',
  removed: 'Entfernt. Geräte, die damit angemeldet wurden, bleiben es, bis du sie abmeldest.',
  noPasskeys: 'Passkeys gehen nur unter einer Adresse, die mit https beginnt. Ein Wiederfinde-Code kann hier dasselbe.',
  hasAlready: 'Dieses Gerät hat schon einen Passkey für dich.',
  makeCode: 'Wiederfinde-Code erstellen',
  codeMade: (day) => `Du hast einen Wiederfinde-Code vom ${day}.`,
  newCode: 'Neuen Code erstellen',
  voids: 'Dein alter Code öffnet dann nichts mehr.',
  yourCode: 'Dein Wiederfinde-Code',
  onlyNow: 'Schreib ihn auf: Er wird nur dieses eine Mal gezeigt. Wer ihn hat, kann du sein.',
  copyCode: 'Code kopieren',
  find: 'Meine Partien von einem anderen Gerät finden',
  findWhy: 'Hast du dort deinen Namen behalten? Dann findest du ihn hier wieder.',
  usePasskey: 'Meinen Passkey benutzen',
  code: 'Wiederfinde-Code',
  findByCode: 'Finden',
  orLink: 'Du hast beides nicht? Öffne auf dem anderen Gerät die Einstellungen und wähle „Auf einem anderen Gerät weiterspielen“.',
  found: (name, tables) =>
    `Gefunden${name ? `: ${name}` : ''}${tables === 0 ? '.' : tables === 1 ? ', mit einem Tisch zum Weiterspielen.' : `, mit ${tables} Tischen zum Weiterspielen.`}`,
  stays: (name, tables) =>
    `Auf diesem Gerät warst du bisher ${name || 'jemand anderes'}${tables === 0 ? '' : tables === 1 ? ', mit einem Tisch' : `, mit ${tables} Tischen`}. Was hier gespielt wurde, bleibt bei diesem Namen, und dieses Gerät findet es nicht mehr, außer du behältst vorher auch diesen Namen.`,
  continueAs: (name) => (name ? `Weiter als ${name}` : 'Weiter'),
  welcome: (name) => (name ? `Willkommen zurück, ${name}!` : 'Willkommen zurück!'),
  same: 'Auf diesem Gerät bist du schon angemeldet.',
  research: {
    question: 'Darf die Forschung deine Partien nutzen, ohne deinen Namen?',
    about: 'Wer wann was gelegt hat, hilft zu verstehen, wie Menschen ohne Worte zusammen denken. Weitergegeben werden nur Partien, bei denen alle zugestimmt haben, und nie Namen, Chat oder Datum. Du kannst es dir in den Einstellungen anders überlegen.',
    yes: 'Ja, gern',
    no: 'Nein',
    setting: 'Die Forschung darf meine Partien nutzen, ohne meinen Namen',
    hint: 'Nur Partien, bei denen alle zugestimmt haben. Schaltest du es aus, enthält die nächste Sammlung keine von dir.',
    thanks: 'Danke!',
  },
  /** The player's own mark. */
  marks: {
    title: 'Dein Zeichen',
    text: 'Daran erkennen dich die anderen, an jedem Tisch.',
    done: 'Fertig',
    change: 'Zeichen ändern',
    parts: { face: 'Gesicht', colour: 'Farbe', shape: 'Form' },
    /** In the order of their art. */
    names: {
      face: ['Dein Anfangsbuchstabe', 'Katze', 'Fuchs', 'Bär', 'Hase', 'Frosch', 'Maus', 'Hund'],
      colour: ['Ton', 'Petrol', 'Nussbaum', 'Schiefer', 'Oliv', 'Weinrot'],
      shape: ['Rund', 'Quadrat', 'Sechseck', 'Raute', 'Schild', 'Wolke'],
    },
  },
}
