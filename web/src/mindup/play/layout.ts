// How the table is laid out: by the room there is, measured in letters as much as in pixels, so that whoever reads
// larger letters gets the layout of a smaller screen.

export type Layout = 'phone' | 'sideways' | 'tablet' | 'wide'

/** The layout for a room, in pixels as they are when letters have their usual size. */
export function layoutFor(width: number, height: number): Layout {
  if (width >= 1000 && height >= 560) return 'wide'
  if (width >= 600 && width > height) return 'sideways'
  return width >= 700 ? 'tablet' : 'phone'
}

/** Who sits where: the others clockwise from one's left, half on each side; one across if there is room for it. */
export function seating(others: number[], across: boolean): { side: 'left' | 'across' | 'right'; seats: number[] }[] {
  const odd = others.length % 2 === 1
  const left = odd && !across ? Math.ceil(others.length / 2) : Math.floor(others.length / 2)
  const middle = odd && across ? 1 : 0
  return [
    { side: 'left', seats: others.slice(0, left) },
    { side: 'across', seats: others.slice(left, left + middle) },
    { side: 'right', seats: others.slice(left + middle) },
  ]
}
