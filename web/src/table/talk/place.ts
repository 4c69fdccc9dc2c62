// Where a bubble goes: beside the player who speaks, over as little as possible, and never over the reader's own hand.

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
export interface Size {
  width: number
  height: number
}
export type Side = 'below' | 'above' | 'right' | 'left'
export interface Place {
  left: number
  top: number
  side: Side
}
/** Pixels between a bubble and who speaks, and between a bubble and the edge. */
const GAP = 8
const SIDES: readonly Side[] = ['below', 'above', 'right', 'left']

/** How much worse it is to cover another player or their words than the table. */
const WORSE = 10

/** The place of a bubble of this size in a room, beside `who`, that covers the least of `avoid`, and of `others`, who speak or have spoken, even less. */
export function placeBubble(who: Box, size: Size, room: Box, avoid: readonly Box[], others: readonly Box[] = []): Place {
  const found = SIDES.map((side) => {
    const place = clamped(beside(who, size, side), size, room)
    const box = boxOf(place, size)
    const covered = (boxes: readonly Box[]): number => boxes.reduce((sum, other) => sum + overlap(box, other), 0)
    const cost = covered(avoid) + WORSE * covered([who, ...others])
    return { ...place, side, cost }
  })
  const { left, top, side } = found.reduce((best, one) => (one.cost < best.cost ? one : best))
  return { left, top, side }
}

/** The part of a window that words may cover: on a phone, all above the hand that lies at its lower edge. */
export function roomFor(width: number, height: number, hands: readonly Box[]): Box {
  const low = hands.filter((hand) => hand.top > height / 3)
  return { left: 0, top: 0, right: width, bottom: Math.min(height, ...low.map((hand) => hand.top)) }
}

function beside(who: Box, size: Size, side: Side): { left: number; top: number } {
  const middle = { left: (who.left + who.right - size.width) / 2, top: (who.top + who.bottom - size.height) / 2 }
  if (side === 'below') return { ...middle, top: who.bottom + GAP }
  if (side === 'above') return { ...middle, top: who.top - GAP - size.height }
  return side === 'right' ? { ...middle, left: who.right + GAP } : { ...middle, left: who.left - GAP - size.width }
}
function clamped(at: { left: number; top: number }, size: Size, room: Box): { left: number; top: number } {
  const within = (value: number, from: number, to: number): number => Math.max(from, Math.min(value, to))
  return {
    left: within(at.left, room.left + GAP, room.right - GAP - size.width),
    top: within(at.top, room.top + GAP, room.bottom - GAP - size.height),
  }
}
function boxOf({ left, top }: { left: number; top: number }, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height }
}
/** How many square pixels two boxes share. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return Math.max(0, width) * Math.max(0, height)
}
