import type { Words } from '../words.svelte'

// The table on a screen for the room.
export const screen: Words['screen'] = {
  open: 'Mostrar en una pantalla grande',
  openText: 'Para una tele o un proyector: la mesa sin la mano de nadie. Vuestros móviles son las manos.',
  scan: 'Escanea para jugar',
  sound: 'Activar el sonido',
  refused: 'Esta mesa no se puede mostrar aquí: su anfitrión no permite espectadores.',
  idle: 'Ya no hay nadie en esta mesa. Vuelve a cargar la página para mirar.',
  full: 'Ya hay demasiadas pantallas que muestran esta mesa.',
  free: 'Libre',
  shown: (n: number) => (n === 1 ? 'Una pantalla grande muestra esta mesa.' : `${n} pantallas grandes muestran esta mesa.`),
}
