import type { Words } from '../words.svelte'

export const calls: Words['calls'] = {
  title: 'Par correspondance',
  yours: 'À toi de jouer',
  others: 'Aux autres de jouer',
  paused: (left) => `En pause · reprend d’elle-même : ${left}`,
  left: {
    days: (n) => (n === 1 ? 'encore un jour' : `encore ${n} jours`),
    hours: (n) => (n === 1 ? 'encore une heure' : `encore ${n} heures`),
    minutes: (n) => (n === 1 ? 'encore une minute' : `encore ${n} minutes`),
    now: 'd’un instant à l’autre',
  },
  days: (n) => (n === 1 ? '1 jour' : `${n} jours`),
  hint: 'Quand un tour peut durer des jours, personne n’attend à la table : tes tours sont sur la page d’accueil.',
  question: 'Recevoir un message sur cet appareil quand c’est à toi de jouer ou que ton groupe est à la table ?',
  yes: 'Préviens-moi',
  no: 'Non merci',
  callMe: 'Me prévenir quand on m’attend',
  callHint: 'Un message sur cet appareil quand c’est à toi dans une partie par correspondance, ou que ton groupe est à la table.',
  blocked: 'Ton navigateur bloque les notifications de ce site. Autorise-les dans ses réglages.',
  hook: {
    title: 'Écrire dans un chat',
    about: 'Colle un webhook de Discord, Slack ou ntfy : un message par tour dit à qui de jouer, sans révéler de carte.',
    url: 'Adresse du webhook',
    shape: 'Type de chat',
    byUrl: 'selon l’adresse',
    save: 'Enregistrer',
    off: 'Désactiver',
    wrong: 'Ce n’est pas l’adresse d’un webhook. Elle doit commencer par https:// et mener à un serveur public : copie-la en entier depuis ta messagerie.',
    on: (host) => `Messages envoyés à ${host}.`,
    test: 'Envoyer un message d’essai',
    tested: 'Le chat a pris le message d’essai.',
    trouble: {
      gone: 'Le chat ne connaît plus ce webhook, alors plus rien n’y est écrit. Désactive-le et mets-en un nouveau.',
      refused: 'Le chat n’a pas pris le dernier message. Refais un essai ou mets un nouveau webhook.',
    },
  },
}
