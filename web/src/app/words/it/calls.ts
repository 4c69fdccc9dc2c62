import type { Words } from '../words.svelte'

export const calls: Words['calls'] = {
  title: 'Per corrispondenza',
  yours: 'Tocca a te',
  others: 'Tocca agli altri',
  paused: (left) => `In pausa · riprende da sola: ${left}`,
  left: {
    days: (n) => (n === 1 ? 'ancora un giorno' : `ancora ${n} giorni`),
    hours: (n) => (n === 1 ? 'ancora un’ora' : `ancora ${n} ore`),
    minutes: (n) => (n === 1 ? 'ancora un minuto' : `ancora ${n} minuti`),
    now: 'da un momento all’altro',
  },
  days: (n) => (n === 1 ? '1 giorno' : `${n} giorni`),
  hint: 'Se un turno può durare giorni, nessuno deve aspettare al tavolo: trovi i tuoi turni nella pagina iniziale.',
  question: 'Vuoi un messaggio su questo dispositivo quando tocca a te o il tuo gruppo è al tavolo?',
  yes: 'Avvisami',
  no: 'No, grazie',
  callMe: 'Avvisami quando mi aspettano',
  callHint: 'Un messaggio su questo dispositivo quando tocca a te per corrispondenza o il tuo gruppo è al tavolo.',
  blocked: 'Il browser blocca le notifiche di questo sito. Consentile nelle sue impostazioni.',
  hook: {
    title: 'Scrivere in una chat',
    about: 'Incolla un webhook di Discord, Slack o ntfy: un messaggio per turno dice a chi tocca, senza rivelare carte.',
    url: 'Indirizzo del webhook',
    shape: 'Tipo di chat',
    byUrl: 'in base all’indirizzo',
    save: 'Salva',
    off: 'Disattiva',
    wrong: 'Non è l’indirizzo di un webhook. Deve cominciare con https:// e portare a un server pubblico: copialo per intero dalla tua chat.',
    on: (host) => `Scrive a ${host}.`,
    test: 'Invia un messaggio di prova',
    tested: 'La chat ha accettato il messaggio di prova.',
    trouble: {
      gone: 'La chat non conosce più questo webhook, quindi non vi si scrive più nulla. Disattivalo e impostane uno nuovo.',
      refused: 'La chat non ha accettato l’ultimo messaggio. Riprova o imposta un nuovo webhook.',
    },
  },
}
