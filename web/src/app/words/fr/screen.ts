import type { Words } from '../words.svelte'

// The table on a screen for the room.
export const screen: Words['screen'] = {
  open: 'Afficher sur grand écran',
  openText: 'Pour une télé ou un projecteur : la table, sans la main de personne. Vos téléphones sont vos mains.',
  scan: 'Scanne pour jouer',
  sound: 'Activer le son',
  refused: 'Impossible d’afficher cette table : son hôte n’accepte pas de spectateurs.',
  idle: 'Il n’y a plus personne à cette table. Recharge la page pour revoir.',
  full: 'Trop d’écrans affichent déjà cette table.',
  free: 'Libre',
  shown: (n: number) => (n === 1 ? 'Un grand écran affiche cette table.' : `${n} grands écrans affichent cette table.`),
}
