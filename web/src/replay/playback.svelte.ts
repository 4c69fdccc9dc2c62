// Plays a tape to a table, step by step or by itself.

import { words } from '../app/words/words.svelte'
import type { Tape } from '../net/api'
import type { Answer, ConnectionEvents, TableConnection } from '../net/connection'
import type { GameName } from '../net/protocol'
import { Table } from '../table/table.svelte'
import { after } from './tape'

/** The interval between two steps of a game without races; longer after a reveal. */
const STEP_MS = 700
const REVEAL_MS = 3400
/** A follower plays up to this many steps one by one, and jumps over more. */
const MAX_STEPS = 3
/** Longer thinking is cut to this. */
const MAX_STEP_MS = 6000

/** A connection that only the recording speaks on. */
class Silent<G extends GameName> implements TableConnection<G> {
  constructor(readonly events: ConnectionEvents<G>) {}
  request(): Promise<Answer> {
    const refused = { type: 'refused' as const, id: '', key: 'recording', text: words().replay.recording }
    return Promise.resolve({ ok: false, refused })
  }
  hello(): void {}
  close(): void {}
}

export class Playback<G extends GameName = GameName> {
  tape: Tape<G>
  table = $state.raw<Table<G>>(undefined as never)
  /** The number of steps taken. */
  step = $state(0)
  playing = $state(false)
  speed = $state(1)
  private connection: Silent<G> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    tape: Tape<G>,
    /** Whether the game is replayed in its own time. */
    private readonly timed: boolean,
    step = 0,
  ) {
    this.tape = tape
    this.sitDown(step)
  }

  get last(): number {
    return this.tape.steps.length
  }
  /** The table's clock after the steps taken. */
  get now(): number {
    return this.tape.steps[this.step - 1]?.at ?? 0
  }

  /** Show the same moment from another seat. */
  turnTo(tape: Tape<G>): void {
    this.tape = tape
    this.sitDown(this.step)
  }

  go(step: number): void {
    const to = Math.max(0, Math.min(step, this.last))
    if (to === this.step) return
    if (to === this.step + 1) this.forward()
    else this.sitDown(to)
    if (to === this.last) this.pause()
    if (this.playing) this.wait()
  }

  /** Go to the leader's step. */
  follow(step: number): void {
    const to = Math.max(0, Math.min(step, this.last))
    this.pause()
    if (to < this.step || to > this.step + MAX_STEPS) this.sitDown(to)
    while (this.step < to) this.forward()
  }

  toggle(): void {
    if (this.playing) return this.pause()
    if (this.step === this.last) this.sitDown(0)
    this.playing = true
    this.wait()
  }
  pause(): void {
    clearTimeout(this.timer)
    this.playing = false
  }
  close(): void {
    this.pause()
  }

  private sitDown(step: number): void {
    this.table = new Table<G>('', (_, events) => (this.connection = new Silent(events)))
    this.table.status = 'open'
    this.step = step
    this.connection?.events.message(after(this.tape, step))
  }

  private forward(): void {
    const told = this.tape.steps[this.step]?.told
    if (told === undefined) return
    this.step += 1
    this.connection?.events.message({ ...told, legal: {} })
  }

  private wait(): void {
    clearTimeout(this.timer)
    const next = this.tape.steps[this.step]
    if (next === undefined) return this.pause()
    const gap = Math.min(MAX_STEP_MS, next.at - this.now)
    const shown = this.tape.steps[this.step - 1]?.told.events?.length ?? 0
    const least = this.timed ? 0 : shown > 1 ? REVEAL_MS : STEP_MS
    this.timer = setTimeout(() => this.go(this.step + 1), Math.max(least, gap) / this.speed)
  }
}
