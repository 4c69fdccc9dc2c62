// How cards move: short, and for those who want no motion a fade.

import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion } from 'svelte/motion'
import { fade, fly, type TransitionConfig } from 'svelte/transition'

const QUICK = 160
export const CALM = 230

/** Where cards were when they were taken from there. */
const from = new Map<string, DOMRect>()

/** A card is about to move: keep its place, so that it can be seen coming from there. */
export function pickUp(card: string): void {
  const node = document.querySelector(`[data-card="${card}"]`)
  if (node !== null) from.set(card, node.getBoundingClientRect())
}

function travels(node: Element, card: string): TransitionConfig | null {
  const start = from.get(card)
  from.delete(card)
  if (start === undefined || prefersReducedMotion.current) return null
  const end = node.getBoundingClientRect()
  const [x, y, scale] = [start.left - end.left, start.top - end.top, start.width / end.width]
  return {
    duration: CALM,
    easing: cubicOut,
    css: (t, u) => `transform-origin: top left; transform: translate(${u * x}px, ${u * y}px) scale(${t + u * scale})`,
  }
}

/** A card lands on its pile: from your hand, or from somebody else's. */
export function lands(node: Element, { card }: { card: string }): TransitionConfig {
  const travel = travels(node, card)
  if (travel !== null) return travel
  if (prefersReducedMotion.current) return fade(node, { duration: QUICK })
  return fly(node, { y: -28, duration: CALM, easing: cubicOut })
}
/** A card comes into your hand: the next one in line, or one that was refused. */
export function comes(node: Element, { card }: { card: string }): TransitionConfig {
  return travels(node, card) ?? fade(node, { duration: QUICK })
}
/** Something comes into the light. */
export function appears(node: Element, { y = 12, delay = 0 } = {}): TransitionConfig {
  if (prefersReducedMotion.current) return fade(node, { duration: QUICK, delay })
  return fly(node, { y, delay, duration: CALM, easing: cubicOut })
}
