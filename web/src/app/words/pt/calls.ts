import type { Words } from '../words.svelte'

export const calls: Words['calls'] = {
  title: 'Por correspondência',
  yours: 'Sua vez',
  others: 'Vez dos outros',
  paused: (left) => `Em pausa · continua sozinha: ${left}`,
  left: {
    days: (n) => (n === 1 ? 'falta um dia' : `faltam ${n} dias`),
    hours: (n) => (n === 1 ? 'falta uma hora' : `faltam ${n} horas`),
    minutes: (n) => (n === 1 ? 'falta um minuto' : `faltam ${n} minutos`),
    now: 'a qualquer momento',
  },
  days: (n) => (n === 1 ? '1 dia' : `${n} dias`),
  hint: 'Se um turno pode durar dias, ninguém precisa esperar na mesa: seus turnos ficam na página inicial.',
  question: 'Quer um aviso neste aparelho quando for sua vez ou seu grupo estiver na mesa?',
  yes: 'Me avise',
  no: 'Não precisa',
  callMe: 'Me avisar quando esperarem por mim',
  callHint: 'Um aviso neste aparelho quando for sua vez por correspondência ou seu grupo estiver na mesa.',
  blocked: 'Seu navegador bloqueia as notificações deste site. Permita-as nas configurações dele.',
  hook: {
    title: 'Escrever em um chat',
    about: 'Cole um webhook do Discord, Slack ou ntfy: uma mensagem por turno diz de quem é a vez, sem revelar cartas.',
    url: 'Endereço do webhook',
    shape: 'Tipo de chat',
    byUrl: 'conforme o endereço',
    save: 'Salvar',
    off: 'Desativar',
    wrong: 'Esse não é o endereço de um webhook. Ele tem que começar com https:// e levar a um servidor público: copie-o inteiro do seu chat.',
    on: (host) => `Escreve para ${host}.`,
    test: 'Enviar uma mensagem de teste',
    tested: 'O chat aceitou a mensagem de teste.',
    trouble: {
      gone: 'O chat já não conhece este webhook, por isso nada mais é escrito nele. Desligue-o e defina um novo.',
      refused: 'O chat não aceitou a última mensagem. Teste de novo ou defina um webhook novo.',
    },
  },
}
