// Plays a tape to a table, step by step or by itself.

import { words } from '../app/words/words.svelte'
import type { Tape } from '../net/api'
import type { Answer, ConnectionEvents, TableConnection } from '../net/connection'
import type { GameName, Games, Request } from '../net/protocol'
import { Table } from '../table/table.svelte'
import { after, stopsIn } from './tape'

/** The interval between two turns of a game without races: the reveal is seen to its end. */
const TURN_MS = 3400
/** Longer thinking is cut to this. */
const MAX_STEP_MS = 6000

/** A connection that only the recording speaks on. */
class Silent<G extends GameName> implements TableConnection<G> {
  /** Takes the player's next action, if they were invited to act. */
  answer: ((action: Games[G]['action']) => void) | null = null

  constructor(readonly events: ConnectionEvents<G>) {}
  request(request: Request<G>): Promise<Answer> {
    if (request.do === 'act' && this.answer) {
      this.answer(request.action)
      return Promise.resolve({ ok: true })
    }
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
  /** Where it stops: at the beginning of every turn and at the end; in a game without turns after every step. */
  readonly stops: number[]
  playing = $state(false)
  speed = $state(1)
  private connection: Silent<G> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    tape: Tape<G>,
    /** Whether the game is replayed in its own time. */
    private readonly timed: boolean,
    step = 0,
    /** The turn of a view, in a game with turns. */
    turn: ((view: Games[G]['view']) => number[] | null) | null = null,
  ) {
    this.tape = tape
    this.stops = stopsIn(tape, turn)
    this.sitDown(step)
  }

  get last(): number {
    return this.tape.steps.length
  }
  /** The number of the last stop that was reached, counted from 0. */
  get stop(): number {
    return this.stops.findLastIndex((step) => step <= this.step)
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
    this.move(to)
    if (to === this.last) this.pause()
    if (this.playing) this.wait()
  }
  /** Go to a stop by its number. */
  goTo(stop: number): void {
    this.go(this.stops[Math.max(0, Math.min(stop, this.stops.length - 1))] ?? 0)
  }

  /** Go to the leader's step. */
  follow(step: number): void {
    this.pause()
    this.move(Math.max(0, Math.min(step, this.last)))
  }

  /** Let the player act at this moment: `answer` gets the action and returns what their view shows of it. */
  invite(legal: Games[G]['legal'], answer: (action: Games[G]['action']) => object): void {
    const connection = this.connection
    if (connection === null) return
    const now = after(this.tape, this.step)
    connection.answer = (action) => {
      connection.answer = null
      connection.events.message({ ...now, view: now.view && { ...now.view, ...answer(action) } })
    }
    connection.events.message({ ...now, legal })
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

  /** Show a step: what lies within the next turn is played, more is jumped over. */
  private move(to: number): void {
    if (to < this.step || to > (this.stops[this.stop + 1] ?? this.last)) this.sitDown(to)
    while (this.step < to) this.forward()
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
    const gap = this.timed ? Math.min(MAX_STEP_MS, next.at - this.now) : TURN_MS
    this.timer = setTimeout(() => this.goTo(this.stop + 1), gap / this.speed)
  }
}
