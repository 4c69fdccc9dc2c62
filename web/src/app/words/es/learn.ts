import type { Words } from '../words.svelte'

export const learn: Words['learn'] = {
  rulesOf: (game) => `Las reglas de ${game}`,
  tryIt: 'Pruébalo',
  readRules: 'Leer las reglas',
  playNow: 'Jugar',
  next: 'Siguiente',
  leave: 'Dejar la lección',
  again: 'Otra vez',
  step: (n, all) => `Paso ${n} de ${all}`,
  rules: {
    mindup: [
      {
        title: 'La idea',
        lines: ['Adivina dónde caerá tu número entre los números de los demás: esa posición decide qué carta te llevas.'],
      },
      {
        title: 'Las cartas',
        lines: [
          'Sesenta cartas, del 1 al 60, en cinco colores de doce: sol, pétalo, ola, hoja y luna.',
          'Una carta puede tener un bonus de −1, +1 o +2. Las cartas n y 61 − n tienen el mismo color y el mismo bonus.',
          'Todos tienen cinco cartas de puntuación, del 1 al 5. Su orden se sortea y es el mismo para toda la mesa.',
        ],
      },
      {
        title: 'Preparación',
        lines: ['Cada cual recibe siete cartas secretas. Se descubren y ordenan tantas cartas como jugadores haya: la fila.'],
      },
      {
        title: 'Un turno',
        lines: [
          'Todos juegan una carta boca abajo. Puedes cambiar de idea hasta que haya elegido la última persona.',
          'Las cartas se descubren y se ponen bajo la fila en orden ascendente. Solo cuenta la posición, no la distancia.',
          'Tomas la carta de la fila que está sobre la tuya. Va a tu columna de su color; si no tienes, a tu primera carta de puntuación vacía por la izquierda. No puedes elegir.',
          'Las cartas recién jugadas son la próxima fila. Puedes recuperar tu propia carta.',
          'Cuando a todos les queda una carta, esta va directamente a las columnas de quien la tiene y nunca a la fila. La ronda termina.',
        ],
      },
      {
        title: 'Puntos',
        lines: [
          'Cada columna: su valor por su número de cartas. Luego, todos los bonus. Después los objetivos, que se comprueban para todos cuando están puestas todas las últimas cartas.',
          'Una ronda puede quedar en negativo.',
        ],
      },
      {
        title: 'La siguiente ronda',
        lines: [
          'Hay tres rondas de 6, 7 y 8 turnos. La fila se queda. Recupera tus columnas como mano y roba una carta: así, todo el mundo conoce tu mano menos esa carta.',
          'Se sortea un nuevo orden de los valores. Nunca se descarta ni se vuelve a mezclar nada.',
        ],
      },
      {
        title: 'El final',
        lines: [
          'Gana la suma más alta de las tres rondas. Si hay empate, quien tenga más puntos en la ronda 3; si sigue el empate, se comparte la victoria. Quienes empatan comparten puesto.',
        ],
      },
      {
        title: 'Objetivos extra',
        lines: [
          'Se juega con 0 a 5, todos con letras distintas. Uno o dos cambian en cada ronda; tres o más se quedan toda la partida.',
          'Quien cumple una condición recibe sus puntos, o los pierde.',
        ],
      },
    ],
    extreme: [
      {
        title: 'La idea',
        lines: ['Un equipo, dos pilas, ni una palabra. El blanco sube, el rojo baja y no hay turnos: juega una carta cuando sientas que es el momento.'],
      },
      {
        title: 'El equipo',
        lines: [
          'Dos jugadores: niveles 1–⁠12 y 2 vidas. Tres: niveles 1–⁠10 y 3 vidas. Cuatro: niveles 1–⁠8 y 4 vidas. Todo equipo empieza con una estrella. Si el equipo supera el último nivel, gana.',
          'En el nivel 5 cada cual tiene cinco cartas, y así sucesivamente. Para cada nivel se mezclan de nuevo las cien cartas; es muy posible que te toquen más cartas de un color que del otro.',
          'Desde el reparto hasta el final del nivel: ni palabras ni señas.',
        ],
      },
      {
        title: 'Manos a la mesa',
        lines: [
          'Pon la mano en la mesa cuando quieras empezar. Cuando estén todas, se levantan a la vez: empieza el juego.',
          'Cualquiera puede pedir un alto en todo momento. No cuesta nada: manos abajo, manos arriba y a seguir. Lo mismo tras un error y tras una estrella.',
        ],
      },
      {
        title: 'Jugar',
        lines: [
          'El blanco va a la izquierda y sube, el rojo va a la derecha y baja. Solo puedes jugar tu blanca más baja o tu roja más alta.',
          'Las dos pilas deben avanzar. Terminar una y luego empezar la otra va contra el espíritu del juego; nadie lo impide, el informe solo lo menciona.',
          'Una carta que llega después de un alto, un error o una propuesta de estrella se queda en tu mano.',
        ],
      },
      {
        title: 'Un error',
        lines: [
          'Juegas una carta blanca mientras alguien tiene una más baja, o una roja mientras alguien tiene una más alta: el juego se detiene y se pierde exactamente una vida, sin importar cuántas cartas quedaron atrás.',
          'Esas cartas, solo de ese color, se apartan boca arriba. La tuya se queda.',
        ],
      },
      {
        title: 'Pilas a ciegas',
        lines: [
          'En algunos niveles un color se juega boca abajo. Se ve quién jugó y cuándo, pero nadie ve qué. No se comprueba nada hasta que acaba el nivel.',
          'Entonces se descubre la pila. Una carta que se adelantó a otras posteriores es un error y se retira con ellas: 7-14-28-20-25-23 es uno, el 28. Dos pilas a ciegas se cuentan por separado y se suman.',
        ],
      },
      {
        title: 'Estrellas',
        lines: [
          'Cualquiera puede proponer una estrella. Solo se usa si todos están a favor: cada cual entrega en secreto su blanca más baja o su roja más alta, y se apartan.',
          'Si alguien no quiere, el juego sigue y no se pierde nada.',
        ],
      },
      {
        title: 'Recompensas y final',
        lines: [
          'Los niveles 2, 5 y 8 dan una estrella; los niveles 3, 6 y 9, una vida, después de pagar las vidas perdidas. Nunca más de 5 vidas y 3 estrellas.',
          'Cuando se va la última vida, el equipo pierde, aunque sea con la última carta del último nivel.',
        ],
      },
    ],
  },
  tutorial: {
    mindup: {
      hello: 'Esta es la fila. En cada turno te llevas una de estas cartas.',
      order: 'Estos valores son iguales para todos. Una columna suma su valor por cada carta que tiene.',
      wrong: 'Por ahora, elige la carta que brilla.',
      pick: 'Esta es tu mano. Elige el 52, tu carta más alta: quieres la última de la fila.',
      turned: 'Todas las cartas se descubren a la vez, cada una junto a quien la jugó.',
      sorted: 'Se deslizan bajo la fila, de menor a mayor: 16, 30, 52. Solo cuenta el orden. La tuya es la más alta.',
      taken: 'Cada cual toma la carta de encima. La tuya es la última de la fila: abre tu primera columna por la izquierda.',
      second: 'Las cartas recién jugadas son la nueva fila. Ahora elige el 9, para que tu carta sea la más baja.',
      joined: 'Te llevaste otro sol, y fue a su columna. Dos soles en la columna que vale 4: ocho puntos, más sus bonus.',
      wins: 'Gana quien suma más puntos en tres rondas: muchas cartas bajo valores altos, y bonus.',
      end: 'Ese es todo el juego. Después de cada ronda recuperas tus columnas como mano.',
    },
    extreme: {
      wrong: 'Ahora no: sigue lo que brilla.',
      hello: 'Dos pilas: el blanco sube a la izquierda, el rojo baja a la derecha.',
      hand: 'Ahora solo importan dos de tus cartas: tu blanca más baja y tu roja más alta.',
      palm: 'Mantén pulsada la palma: así dices que puedes empezar. Cuando estén todas las manos, se suelta a la vez.',
      wait: 'No hay turnos. La otra persona también tiene una carta blanca. Espera un poco y juega tu 12 blanco.',
      early: 'Demasiado pronto: la otra persona tenía el 5. Cuesta una vida, y el 5 se aparta.',
      well: 'La otra persona jugó el 5 y después tú el 12. Así se siente.',
      lives: 'Estas velas son las vidas: dos en un equipo de dos. Cada error apaga una. Cuando se apaga la última, se pierde la partida.',
      stop: '¿Dudas? Pedir un alto es gratis, en cualquier momento.',
      star: 'Una estrella ayuda cuando nadie se atreve. Propón una: solo se usa si todos están a favor.',
      give: 'La otra persona está a favor. Ahora cada cual entrega una carta en secreto. Entrega tu 40 rojo.',
      given: 'Las dos cartas se apartan, así que ya no pueden dar problemas. El nivel está superado y da una estrella nueva.',
      blind: 'Nivel 3: la pila blanca está boca abajo. Ves quién juega una carta y cuándo, pero no cuál.',
      blindPalm: 'Manos a la mesa otra vez, y a soltar a la vez. Recuerda: se empieza a contar ahora.',
      blindFirst: 'Tu 9 sale pronto. Juégalo cuando hayan pasado unos nueve pulsos.',
      blindWait: 'Nadie te dirá si aciertas. La otra persona también tiene una carta blanca: espérala y luego juega tu 31.',
      blindEarly: 'Solo ahora se descubre la pila: tu 31 salió antes que el 20 de la otra persona. Cuesta una vida, pero solo al final.',
      blindWell: 'Solo ahora se descubre la pila: 9, 20, 31, 44. El mismo compás, sin ver una sola carta.',
      end: 'Ese es todo el juego. Ahora, a encontrar el mismo silencio.',
    },
  },
}
