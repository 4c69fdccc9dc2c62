// A finished game as a seat was told it, and the table at any moment of it.

import type { GameName, SyncMessage, UpdateMessage } from '../protocol'

export interface Tape<G extends GameName = GameName> {
  game: G
  names: string[]
  commitment: string
  begin: SyncMessage<G>
  steps: { at: number; told: UpdateMessage<G> }[]
}

/** All that was known after so many steps, as a server tells somebody who has just come. Nothing can be done in it. */
export function after<G extends GameName>(tape: Tape<G>, steps: number): SyncMessage<G> {
  let { house, view, waiting } = tape.begin
  for (const { told } of tape.steps.slice(0, steps)) {
    if (told.house) house = { ...house, ...told.house }
    if (told.fresh) view = told.view
    else if (told.view === null) view = null
    else if (told.view && view) view = { ...view, ...told.view }
    if (told.waiting) waiting = told.waiting
  }
  return { ...tape.begin, version: steps + 1, house, view, waiting, legal: {}, now: tape.steps[steps - 1]?.at ?? 0 }
}

/** The number of steps that had been taken at a moment of the table's clock. */
export function stepAt(tape: Tape, millis: number): number {
  return tape.steps.filter(({ at }) => at <= millis).length
}

/** Where a link points: `#step=12`, or `#ms=34500`. */
export function placeIn(tape: Tape, hash: string): number {
  const found = /^#(step|ms)=(\d{1,9})$/.exec(hash)
  if (!found) return 0
  const number = Number(found[2])
  return found[1] === 'ms' ? stepAt(tape, number) : Math.min(number, tape.steps.length)
}
