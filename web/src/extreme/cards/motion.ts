// The motion of cards: short, and a fade with reduced motion.

import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion } from 'svelte/motion'
import { fade, fly, type TransitionConfig } from 'svelte/transition'
import { colourOf } from './cards'

const QUICK_MS = 160
export const CALM_MS = 230

/** Where cards were when they left the hand, and where their piles are. */
const from = new Map<string, { start: DOMRect; pile: DOMRect | undefined }>()

/**
 * A card is about to move: keep its place, so that it can be seen coming from there, and that of its pile. Asked for
 * now, while all lies still, that costs nothing; once the card has gone, all would have to be laid out for it.
 */
export function pickUp(card: string): void {
  const node = document.querySelector(`[data-card="${card}"]`)
  const pile = document.querySelector(`.pile.${colourOf(card)} .place`)?.getBoundingClientRect()
  if (node !== null) from.set(card, { start: node.getBoundingClientRect(), pile })
}

function travels(node: Element, card: string, toPile: boolean): TransitionConfig | null {
  const known = from.get(card)
  from.delete(card)
  if (known === undefined || prefersReducedMotion.current) return null
  const { start, pile } = known
  const end = (toPile && pile) || node.getBoundingClientRect()
  const [x, y, scale] = [start.left - end.left, start.top - end.top, start.width / end.width]
  return {
    duration: CALM_MS,
    easing: cubicOut,
    css: (t, u) => `transform-origin: top left; transform: translate(${u * x}px, ${u * y}px) scale(${t + u * scale})`,
  }
}

/** A card lands on its pile, from your hand or a partner's. */
export function lands(node: Element, { card }: { card: string }): TransitionConfig {
  const travel = travels(node, card, true)
  if (travel !== null) return travel
  if (prefersReducedMotion.current) return fade(node, { duration: QUICK_MS })
  return fly(node, { y: -28, duration: CALM_MS, easing: cubicOut })
}
/** A card comes under your thumb: the next one, or one that was refused. */
export function comes(node: Element, { card }: { card: string }): TransitionConfig {
  return travels(node, card, false) ?? fade(node, { duration: QUICK_MS })
}
/** Fade in. */
export function appears(node: Element, { y = 12, delay = 0 } = {}): TransitionConfig {
  if (prefersReducedMotion.current) return fade(node, { duration: QUICK_MS, delay })
  return fly(node, { y, delay, duration: CALM_MS, easing: cubicOut })
}
