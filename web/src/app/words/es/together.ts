import type { Words } from '../words.svelte'

export const together: Words['together'] = {
  title: 'Ver en grupo',
  text: 'Tú guías, y quienes tienen el enlace ven lo que tú ves. Cualquiera puede mirar por su cuenta y volver con un toque.',
  invite: 'Quien abra este enlace mira contigo.',
  here: 'Quién está',
  leading: 'Guías tú.',
  others: (n) => (n === 0 ? 'Todavía no hay nadie más.' : n === 1 ? 'Hay otra persona.' : `Hay otras ${n} personas.`),
  following: (name) => `Sigues a ${name}.`,
  free: 'Miras por tu cuenta.',
  back: (name) => `Volver con ${name}`,
  nobody: 'Ahora no guía nadie.',
  take: 'Guiar',
  leads: 'guía',
  you: '(tú)',
  handOn: (name) => `Dejar que guíe ${name}`,
  guest: (number) => `Participante ${number}`,
  leave: 'Dejar de ver en grupo',
  full: 'Aquí mira ya tanta gente que no cabe nadie más.',
  elsewhere: 'Estás mirando en demasiadas ventanas a la vez: esta página se ha detenido.',
}
