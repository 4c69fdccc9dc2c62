// Animates cards between their places on screen (FLIP). Every card exists once, so a move is: measure, change the table,
// measure again, and animate the difference.

import { getContext, setContext, tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

export interface Flight {
  id: number
  card: number
  from: DOMRect
  to: DOMRect
  up: [boolean, boolean]
  delay: number
  duration: number
  /** Whether the card is lifted before it flies. */
  lift: boolean
  landed: () => void
}

export interface Move {
  cards: number[]
  duration?: number
  stagger?: number
  lift?: boolean
  /** Face up before and after. */
  up?: [boolean, boolean]
  /** The start of a card that was not on screen before. */
  from?: (card: number) => string
}

const KEY = Symbol('desk')
const FADE_MS = 160

export class Desk {
  flights = $state.raw<Flight[]>([])
  aloft = $derived(new Set(this.flights.map((flight) => flight.card)))
  /** Change the table without animation. */
  still = false

  private lying = new Map<string, Set<HTMLElement>>()
  private next = 0

  /** Registers the element of a card (by number) or a place (by another name). */
  lies(name: string): Attachment<HTMLElement> {
    return (element) => {
      const all = this.lying.get(name) ?? new Set()
      this.lying.set(name, all.add(element))
      return () => all.delete(element)
    }
  }

  /** Change the table and animate the cards. Resolves when they have landed. */
  async move(change: () => void, { cards, from, ...how }: Move): Promise<void> {
    if (this.still || document.hidden) {
      change()
      return
    }
    const before = new Map(cards.map((card) => [card, this.rect(String(card)) ?? (from ? this.rect(from(card)) : null)]))
    change()
    await tick()
    if (wantsCalm()) await this.fade(cards.filter((card) => moved(before.get(card), this.rect(String(card)))))
    else await this.fly(cards, before, how)
  }

  /** Cards were turned over; with reduced motion they fade in. */
  async turned(cards: number[]): Promise<void> {
    if (this.still || !wantsCalm()) return
    await tick()
    await this.fade(cards)
  }

  /** Finish all animations at once. */
  finish(): void {
    for (const flight of this.flights) flight.landed()
  }

  /** Wait until no card is moving. */
  async landed(): Promise<void> {
    while (this.flights.length > 0) await new Promise((done) => setTimeout(done, 40))
  }

  private async fly(cards: number[], before: Map<number, DOMRect | null>, how: Omit<Move, 'cards' | 'from'>): Promise<void> {
    const { duration = 250, stagger = 0, lift = false, up = [true, true] } = how
    const landings: Promise<void>[] = []
    const flights: Flight[] = []
    for (const card of cards) {
      const from = before.get(card)
      const to = this.rect(String(card))
      if (!from || !to || !moved(from, to)) continue
      const id = this.next++
      const delay = flights.length * stagger
      landings.push(
        new Promise((done) => {
          const landed = (): void => {
            this.flights = this.flights.filter((flight) => flight.id !== id)
            done()
          }
          flights.push({ id, card, from, to, up, delay, duration, lift, landed })
        }),
      )
    }
    for (const flight of this.flights) if (cards.includes(flight.card)) flight.landed()
    this.flights = [...this.flights, ...flights]
    await Promise.all(landings)
  }

  private async fade(cards: number[]): Promise<void> {
    for (const card of cards) this.seen(String(card))?.animate({ opacity: [0, 1] }, FADE_MS)
    await new Promise((done) => setTimeout(done, FADE_MS))
  }

  private seen(name: string): HTMLElement | undefined {
    return [...(this.lying.get(name) ?? [])].find((element) => element.offsetWidth > 0)
  }

  private rect(name: string): DOMRect | null {
    return this.seen(name)?.getBoundingClientRect() ?? null
  }
}

function moved(from: DOMRect | null | undefined, to: DOMRect | null): boolean {
  if (!from || !to) return to !== null
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) + Math.abs(from.width - to.width) > 2
}

let calm: MediaQueryList | undefined
export function wantsCalm(): boolean {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)')
  return calm.matches
}

export function setDesk(desk: Desk): Desk {
  return setContext(KEY, desk)
}
export function getDesk(): Desk | undefined {
  return getContext(KEY)
}
