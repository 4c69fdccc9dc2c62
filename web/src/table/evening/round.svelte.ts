// Whether others still play the cards of an evening's table.

import type { House } from '../../net/protocol'
import type { Table } from '../table.svelte'

const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * How long the round of a table goes on, in milliseconds: until then its cards are shown to nobody else. The evening knows when
 * every table is done; until it has told, the round goes on for all of its time.
 */
export function roundLeft(table: Pick<Table, 'clockOffset' | 'roundOver'>, house: House): number {
  if (house.kind !== 'evening' || table.roundOver === true) return 0
  if (table.roundOver === false) return Infinity
  if (house.until === undefined || house.time_up === true) return 0
  return Math.max(0, house.until - performance.now() - table.clockOffset)
}

/** Whether it goes on now, for a component. */
export class RoundGoesOn {
  now = $state(false)

  constructor(table: () => Pick<Table, 'clockOffset' | 'roundOver'>, house: () => House) {
    const look = (): number => {
      const left = roundLeft(table(), house())
      this.now = left > 0
      return left
    }
    $effect.pre(() => {
      const left = look()
      const timer = left > 0 ? setTimeout(look, Math.min(left, MAX_TIMEOUT_MS)) : undefined
      return () => clearTimeout(timer)
    })
  }
}
