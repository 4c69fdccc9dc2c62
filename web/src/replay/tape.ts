// The table at any moment of a finished game, from what a seat was told.

import type { Tape } from '../net/api'
import type { GameName, Games, SyncMessage } from '../net/protocol'

/** The sync message that a client would get after this many steps. It allows no action. */
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

/** The steps at which a turn begins, and the end; every step of a game without turns. */
export function stopsIn<G extends GameName>(tape: Tape<G>, turn: ((view: Games[G]['view']) => number[] | null) | null): number[] {
  const last = tape.steps.length
  const steps = Array.from({ length: last + 1 }, (_, step) => step)
  if (turn === null) return steps
  const turns = steps.map((step) => {
    const { view } = after(tape, step)
    return view === null ? '' : String(turn(view))
  })
  const begins = steps.filter((step) => step === 0 || turns[step] !== turns[step - 1])
  return begins.at(-1) === last ? begins : [...begins.slice(0, turns[last] === 'null' ? -1 : undefined), last]
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
