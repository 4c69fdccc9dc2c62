import type { Words } from '../words.svelte'

export const calls: Words['calls'] = {
  title: 'Por correspondencia',
  yours: 'Te toca',
  others: 'Les toca a los demás',
  paused: (left) => `En pausa · sigue sola: ${left}`,
  left: {
    days: (n) => (n === 1 ? 'queda un día' : `quedan ${n} días`),
    hours: (n) => (n === 1 ? 'queda una hora' : `quedan ${n} horas`),
    minutes: (n) => (n === 1 ? 'queda un minuto' : `quedan ${n} minutos`),
    now: 'en cualquier momento',
  },
  days: (n) => (n === 1 ? '1 día' : `${n} días`),
  hint: 'Si un turno puede durar días, nadie tiene que esperar en la mesa: tus turnos están en la página de inicio.',
  question: '¿Quieres un aviso en este dispositivo cuando te toque o tu grupo esté en la mesa?',
  yes: 'Avísame',
  no: 'No, gracias',
  callMe: 'Avisarme cuando me esperen',
  callHint: 'Un aviso en este dispositivo cuando te toque por correspondencia o tu grupo esté en la mesa.',
  blocked: 'Tu navegador bloquea las notificaciones de este sitio. Permítelas en sus ajustes.',
  hook: {
    title: 'Escribir en un chat',
    about: 'Pega un webhook de Discord, Slack o ntfy: un mensaje por turno dice a quién le toca, sin revelar cartas.',
    url: 'Dirección del webhook',
    shape: 'Tipo de chat',
    byUrl: 'según la dirección',
    save: 'Guardar',
    off: 'Desactivar',
    wrong: 'Esa no es la dirección de un webhook. Tiene que empezar por https:// y llevar a un servidor público: cópiala entera desde tu chat.',
    on: (host) => `Escribe a ${host}.`,
    test: 'Enviar un mensaje de prueba',
    tested: 'El chat ha aceptado el mensaje de prueba.',
    trouble: {
      gone: 'El chat ya no conoce este webhook, así que no se escribe nada más en él. Desactívalo y pon uno nuevo.',
      refused: 'El chat no aceptó el último mensaje. Pruébalo otra vez o pon un webhook nuevo.',
    },
  },
}
