import type { Words } from '../words.svelte'

export const keep: Words['keep'] = {
  title: 'Mantenha seu nome em qualquer dispositivo',
  why: 'Por enquanto só este navegador conhece você. Com uma chave de acesso ou um código de recuperação você encontra seu nome e suas partidas em qualquer dispositivo. Sem senha e sem e-mail.',
  kept: 'Você encontra seu nome e suas partidas em qualquer dispositivo.',
  passkeys: 'Suas chaves de acesso',
  added: (day) => `desde ${day}`,
  addPasskey: 'Adicionar uma chave de acesso',
  remove: 'Remover',
  removed: 'Removida. Os dispositivos que entraram com ela continuam seus até você desconectá-los.',
  noPasskeys: 'Chaves de acesso só funcionam em um endereço que começa com https. Aqui um código de recuperação faz o mesmo.',
  hasAlready: 'Este dispositivo já tem uma chave de acesso sua.',
  makeCode: 'Criar um código de recuperação',
  codeMade: (day) => `Você tem um código de recuperação, criado em ${day}.`,
  newCode: 'Criar outro código',
  voids: 'Se você criar outro, este deixa de funcionar.',
  yourCode: 'Seu código de recuperação',
  onlyNow: 'Anote: ele só aparece desta vez. Quem tiver o código pode se passar por você.',
  copyCode: 'Copiar o código',
  find: 'Encontrar minhas partidas de outro dispositivo',
  findWhy: 'Você manteve seu nome lá? Então você o encontra aqui.',
  usePasskey: 'Usar minha chave de acesso',
  code: 'Código de recuperação',
  findByCode: 'Encontrar',
  orLink: 'Não tem nenhum dos dois? No outro dispositivo, abra os ajustes e escolha “Continuar em outro dispositivo”.',
  found: (name, tables) =>
    `Encontramos você${name ? `, ${name}` : ''}${tables === 0 ? '.' : tables === 1 ? ', com uma mesa para continuar.' : `, com ${tables} mesas para continuar.`}`,
  stays: (name, tables) =>
    `Neste dispositivo você era ${name || 'outra pessoa'}${tables === 0 ? '' : tables === 1 ? ', com uma mesa' : `, com ${tables} mesas`}. O que foi jogado aqui fica com esse nome, e este dispositivo não vai mais encontrar isso, a não ser que antes você mantenha também esse nome.`,
  continueAs: (name) => (name ? `Continuar como ${name}` : 'Continuar'),
  welcome: (name) => (name ? `Que bom ver você de novo, ${name}!` : 'Que bom ver você de novo!'),
  same: 'Este dispositivo já é você.',
  research: {
    question: 'Suas partidas podem ser usadas em pesquisas, sem o seu nome?',
    about: 'Quem jogou o quê, e quando, ajuda a entender como as pessoas pensam juntas sem palavras. Sem nomes, sem conversa, sem datas, e só partidas em que todos concordaram. Você pode mudar de ideia nos ajustes.',
    yes: 'Sim, podem',
    no: 'Não',
    setting: 'Minhas partidas podem ser usadas em pesquisas, sem o meu nome',
    hint: 'Só partidas em que todos concordaram. Se desligar, a próxima coleta não terá nenhuma sua.',
    thanks: 'Agradecemos!',
  },
  /** The player's own mark. */
  marks: {
    title: 'A sua marca',
    text: 'É por ela que os outros reconhecem você em cada mesa.',
    done: 'Pronto',
    change: 'Mudar a sua marca',
    parts: { face: 'Rosto', colour: 'Cor', shape: 'Forma' },
    /** In the order of their art. */
    names: {
      face: ['A sua inicial', 'Gato', 'Raposa', 'Urso', 'Lebre', 'Sapo', 'Rato', 'Cachorro'],
      colour: ['Argila', 'Petróleo', 'Nogueira', 'Ardósia', 'Oliva', 'Vinho'],
      shape: ['Redonda', 'Quadrada', 'Hexágono', 'Losango', 'Escudo', 'Nuvem'],
    },
  },
}
