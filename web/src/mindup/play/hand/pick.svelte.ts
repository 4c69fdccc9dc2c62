// The player's own pick as an optimistic update: shown at once, rolled back if the server refuses it.

import { refusalText } from '../../../app/words/words.svelte'
import { notify } from '../../../parts/notices.svelte'
import { sound, vibrate } from '../../../parts/sounds'
import type { Table } from '../../../table/table.svelte'
import type { Desk } from '../../cards/desk.svelte'
import type { Action } from '../../records'

export class OwnPick {
  private optimistic = $state.raw<{ card: number | null } | null>(null)

  /** The card that was pressed and is about to fly. */
  going = $state<number | null>(null)

  constructor(
    private readonly table: Table<'mindup'>,
    private readonly desk: Desk,
  ) {}

  /** The picked card, confirmed or optimistic. */
  get card(): number | null {
    return this.optimistic === null ? this.confirmed : this.optimistic.card
  }
  private get confirmed(): number | null {
    return this.table.view?.pick ?? null
  }

  may(card: number): boolean {
    return this.table.legal['pick']?.includes(card) ?? false
  }

  async lay(card: number): Promise<void> {
    if (!this.may(card) || card === this.card || this.going !== null) return
    sound('laid')
    vibrate(15)
    const other = this.card
    await this.ask({ kind: 'pick', card }, card, other === null ? [card] : [card, other])
  }

  async takeBack(): Promise<void> {
    const card = this.card
    if (card !== null) await this.ask({ kind: 'take-back' }, null, [card])
  }

  private async ask(action: Action, card: number | null, moving: number[]): Promise<void> {
    const optimistic = { card }
    const change = (): void => {
      this.optimistic = optimistic
    }
    // Paint the press first; measure for the animation in the next frame.
    if (card !== null) {
      this.going = card
      await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
      this.going = null
    }
    void this.desk.move(change, { cards: moving, up: card === null ? [false, true] : [true, false] })
    const answer = await this.table.act(action)
    if (!answer.ok) notify(refusalText(answer.refused), 'bad')
    if (this.optimistic === optimistic) this.optimistic = null
  }
}
