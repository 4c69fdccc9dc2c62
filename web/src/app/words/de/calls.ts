import type { Words } from '../words.svelte'

export const calls: Words['calls'] = {
  title: 'Fernpartien',
  yours: 'Du bist dran',
  others: 'Die anderen sind dran',
  paused: (left) => `Pausiert · geht von selbst weiter: ${left}`,
  left: {
    days: (n) => (n === 1 ? 'noch einen Tag' : `noch ${n} Tage`),
    hours: (n) => (n === 1 ? 'noch eine Stunde' : `noch ${n} Stunden`),
    minutes: (n) => (n === 1 ? 'noch eine Minute' : `noch ${n} Minuten`),
    now: 'jeden Moment',
  },
  days: (n) => (n === 1 ? '1 Tag' : `${n} Tage`),
  hint: 'Wenn ein Zug Tage dauern darf, muss niemand am Tisch warten: Deine Züge findest du auf der Startseite.',
  question: 'Sollen wir dir auf diesem Gerät Bescheid geben, wenn du dran bist oder deine Gruppe am Tisch sitzt?',
  yes: 'Ja, gern',
  no: 'Nein, danke',
  callMe: 'Bescheid geben, wenn ich gebraucht werde',
  callHint: 'Eine Nachricht auf diesem Gerät, wenn du in einer Fernpartie dran bist oder deine Gruppe am Tisch sitzt.',
  blocked: 'Dein Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in seinen Einstellungen.',
  hook: {
    title: 'In einen Chat schreiben',
    about: 'Füge einen Webhook von Discord, Slack oder ntfy ein: Eine Nachricht pro Zug sagt, wer dran ist. Karten verrät sie nicht.',
    url: 'Adresse des Webhooks',
    shape: 'Art des Chats',
    byUrl: 'an der Adresse erkennen',
    save: 'Speichern',
    off: 'Ausschalten',
    wrong: 'Das ist keine Webhook-Adresse. Sie muss mit https:// beginnen und zu einem öffentlichen Server führen. Kopiere sie ganz aus deinem Chat.',
    on: (host) => `Schreibt an ${host}.`,
    test: 'Testnachricht senden',
    tested: 'Der Chat hat die Testnachricht angenommen.',
    trouble: {
      gone: 'Der Chat kennt diesen Webhook nicht mehr, darum wird nichts mehr dorthin geschrieben. Schalte ihn aus und richte einen neuen ein.',
      refused: 'Der Chat hat die letzte Nachricht nicht angenommen. Teste noch einmal oder richte einen neuen Webhook ein.',
    },
  },
}
