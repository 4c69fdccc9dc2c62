// Your hand with optimistic updates: a card leaves it when you press, and returns if the server refuses it.

import { refusalText, words } from '../../app/words/words.svelte'
import type { RefusedMessage } from '../../net/protocol'
import { notify } from '../../parts/notices.svelte'
import { sound, vibrate } from '../../parts/sounds'
import type { Table } from '../../table/table.svelte'
import { colourOf, numberOf } from '../cards/cards'
import { CALM_MS, pickUp } from '../cards/motion'
import type { Colour, View } from '../records'

type Details = NonNullable<RefusedMessage['details']>
const BOUNCE_MS = 120 // a second press sooner than this does not mean the next card

export class Hand {
  /** Played, but not acknowledged yet. */
  laying = $state.raw<string[]>([])
  /** Just refused and back. */
  returned = $state<string | null>(null)
  /** Whether a card is moving from hand to pile. */
  flying = $state(false)
  private last = -Infinity
  private landing: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: Table<'extreme'>) {}

  /** The cards still in the hand, in the server's order. */
  cards(view: View): string[] {
    return view.hand.filter((card) => !this.laying.includes(card))
  }
  /** The card that arrives on a pile once the server acknowledges it. */
  arriving(colour: Colour): string[] {
    return this.laying.filter((card) => colourOf(card) === colour)
  }
  mayLay(card: string): boolean {
    return !this.laying.includes(card) && (this.table.legal['play']?.includes(card) ?? false)
  }

  async lay(card: string): Promise<void> {
    if (!this.mayLay(card) || performance.now() - this.last < BOUNCE_MS) return
    this.last = performance.now()
    this.move(card)
    this.laying = [...this.laying, card]
    this.returned = null
    sound('laid')
    vibrate(15)
    const answer = await this.table.act({ kind: 'play', card })
    if (!answer.ok) this.move(card)
    this.laying = this.laying.filter((other) => other !== card)
    if (answer.ok || !this.table.view?.hand.includes(card)) return
    this.returned = card
    const { key, details } = answer.refused
    if (key === 'not-playing') notify(words().extreme.cameBack(cardName(card)))
    else notify(refusalText({ ...answer.refused, details: named(details ?? {}) }))
  }

  private move(card: string): void {
    pickUp(card)
    this.flying = true
    clearTimeout(this.landing)
    this.landing = setTimeout(() => (this.flying = false), CALM_MS)
  }
}

/** A card in words: "white 8". */
export function cardName(card: string): string {
  return words().extreme.card[colourOf(card)](numberOf(card))
}

function named(details: Details): Details {
  const spoken = (value: number | string): number | string => (typeof value === 'string' && /^[WR]\d+$/.test(value) ? cardName(value) : value)
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, spoken(value)]))
}
