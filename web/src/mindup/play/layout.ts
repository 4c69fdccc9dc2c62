// Chooses the layout of the table by its size relative to the font size, so that larger text gets the layout of a smaller
// screen.

export type Layout = 'phone' | 'sideways' | 'tablet' | 'wide'

/** The layout for a size in pixels at the default font size. */
export function layoutFor(width: number, height: number): Layout {
  if (width >= 1000 && height >= 560) return 'wide'
  if (width >= 600 && width > height) return 'sideways'
  return width >= 700 ? 'tablet' : 'phone'
}

/** The seats of the others clockwise from the player's left, half on each side; one opposite if there is room. */
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
