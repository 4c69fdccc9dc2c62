// The table on a screen for the room.
export const screen = {
  open: 'Show on a big screen',
  openText: 'For a TV or a projector: the table without anyone’s hand. Your phones are the hands.',
  scan: 'Scan to join',
  sound: 'Turn the sound on',
  refused: 'This table cannot be shown here: its host does not allow spectators.',
  idle: 'No one is at this table any more. Load this page again to look.',
  full: 'Too many screens show this table already.',
  free: 'Free',
  shown: (n: number) => (n === 1 ? 'A big screen shows this table.' : `${n} big screens show this table.`),
}
