import type { Words } from '../words.svelte'

export const keep: Words['keep'] = {
  title: 'Conserva tu nombre en cualquier dispositivo',
  why: 'Por ahora solo te conoce este navegador. Con una llave de acceso o un código de recuperación encuentras tu nombre y tus partidas en cualquier dispositivo. Sin contraseña ni correo.',
  kept: 'Encuentras tu nombre y tus partidas en cualquier dispositivo.',
  passkeys: 'Tus llaves de acceso',
  added: (day) => `desde el ${day}`,
  addPasskey: 'Añadir una llave de acceso',
  remove: 'Quitar',
  removed: 'Quitada. Los dispositivos que entraron con ella siguen siendo tuyos hasta que los desconectes.',
  noPasskeys: 'Las llaves de acceso solo funcionan en una dirección que empieza por https. Aquí un código de recuperación hace lo mismo.',
  hasAlready: 'Este dispositivo ya tiene una llave de acceso tuya.',
  makeCode: 'Crear un código de recuperación',
  codeMade: (day) => `Tienes un código de recuperación, creado el ${day}.`,
  newCode: 'Crear otro código',
  voids: 'El código anterior ya no abrirá nada.',
  yourCode: 'Tu código de recuperación',
  onlyNow: 'Anótalo: solo se muestra esta vez. Quien lo tenga puede hacerse pasar por ti.',
  copyCode: 'Copiar el código',
  find: 'Encontrar mis partidas de otro dispositivo',
  findWhy: '¿Conservaste tu nombre allí? Entonces lo encuentras aquí.',
  usePasskey: 'Usar mi llave de acceso',
  code: 'Código de recuperación',
  findByCode: 'Encontrar',
  orLink: '¿No tienes ninguno? En el otro dispositivo, abre los ajustes y elige «Seguir en otro dispositivo».',
  found: (name, tables) =>
    `Te encontramos${name ? `, ${name}` : ''}${tables === 0 ? '.' : tables === 1 ? ', con una mesa para seguir.' : `, con ${tables} mesas para seguir.`}`,
  stays: (name, tables) =>
    `En este dispositivo eras ${name || 'otra persona'}${tables === 0 ? '' : tables === 1 ? ', con una mesa' : `, con ${tables} mesas`}. Lo que se jugó aquí se queda con ese nombre, y este dispositivo ya no lo encontrará, salvo que antes conserves también ese nombre.`,
  continueAs: (name) => (name ? `Seguir como ${name}` : 'Seguir'),
  welcome: (name) => (name ? `¡Hola otra vez, ${name}!` : '¡Hola otra vez!'),
  same: 'Este dispositivo ya es tuyo.',
  research: {
    question: '¿Se pueden usar tus partidas para investigar, sin tu nombre?',
    about: 'Quién jugó qué, y cuándo, ayuda a entender cómo pensamos juntos sin palabras. Sin nombres, sin chat, sin fechas, y solo partidas en las que todos aceptaron. Puedes cambiar de idea en los ajustes.',
    yes: 'Sí, de acuerdo',
    no: 'No',
    setting: 'Mis partidas se pueden usar para investigar, sin mi nombre',
    hint: 'Solo partidas en las que todos aceptaron. Si lo apagas, la próxima recopilación no tendrá ninguna tuya.',
    thanks: '¡Gracias!',
  },
  /** The player's own mark. */
  marks: {
    title: 'Tu marca',
    text: 'Por ella te reconocen los demás en cada mesa.',
    done: 'Listo',
    change: 'Cambiar tu marca',
    parts: { face: 'Cara', colour: 'Color', shape: 'Forma' },
    /** In the order of their art. */
    names: {
      face: ['Tu inicial', 'Gato', 'Zorro', 'Oso', 'Liebre', 'Rana', 'Ratón', 'Perro'],
      colour: ['Arcilla', 'Petróleo', 'Nogal', 'Pizarra', 'Oliva', 'Vino'],
      shape: ['Redonda', 'Cuadrada', 'Hexágono', 'Rombo', 'Escudo', 'Nube'],
    },
  },
}
