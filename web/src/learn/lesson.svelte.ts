// A tutorial: plays recorded server messages to a table, step by step, as the learner acts.

import { prefs } from '../app/prefs.svelte'
import { words } from '../app/words/words.svelte'
import type { Answer, ConnectionEvents, TableConnection } from '../net/connection'
import type { GameName, Games, Request, ServerMessage } from '../net/protocol'
import { Table } from '../table/table.svelte'

/** Recorded messages. */
type Told<G extends GameName> = ServerMessage<G>[]

export interface Step<G extends GameName> {
  /** The coach's words. */
  says: string
  /** The element to highlight: a part of the table, or a card. */
  at?: string
  /** Messages played when the step begins. */
  plays?: Told<G>
  /** The action that ends the step and its messages; without one a button ends it. */
  expects?: { action: Games[G]['action']; causes: Told<G> }
  /** Messages played after a while, which change the outcome of the expected action. */
  later?: { ms: number; plays: Told<G>; then: { causes: Told<G>; says: string } }
  /** The reveal pauses during this step. */
  holds?: boolean
  /** After this step the tutorial restarts at another one. */
  back?: number
  /** The next step, by its words. */
  to?: string
  /** The step begins at another table, with this sync message. */
  begins?: ServerMessage<G>
}

const OK: Answer = { ok: true }
const NO: Answer = { ok: false, refused: { type: 'refused', id: '', key: 'tutorial', text: '' } }

/** The learner's seat carries their own name, or "you" in their language. */
function addressed<G extends GameName>(message: ServerMessage<G>): ServerMessage<G> {
  if (message.type !== 'sync') return message
  const { house } = message
  const seats = house.seats.map((sitter, seat) => (seat === house.seat ? { ...sitter, name: prefs.name || words().mine.you } : sitter))
  return { ...message, house: { ...house, seats } }
}

/** A connection that plays a recording instead of talking to a server. */
class RecordedConnection<G extends GameName> implements TableConnection<G> {
  constructor(
    private readonly events: ConnectionEvents<G>,
    private readonly asked: (action: Games[G]['action']) => boolean,
  ) {}
  play(messages: Told<G>): void {
    for (const message of messages) this.events.message(addressed(message))
  }
  request(request: Request<G>): Promise<Answer> {
    return Promise.resolve(request.do === 'act' && this.asked(request.action) ? OK : NO)
  }
  hello(): void {}
  close(): void {}
}

export class Lesson<G extends GameName> {
  table = $state.raw<Table<G>>(new Table<G>('', (_, events) => this.open(events)))
  number = $state(0)
  says = $state('')
  /** Whether the learner tried another action than the coach asked for. */
  astray = $state(false)
  private connection!: RecordedConnection<G>
  private causes: Told<G> = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly begin: ServerMessage<G>,
    readonly steps: Step<G>[],
  ) {
    this.restart(0)
  }

  get step(): Step<G> {
    return this.steps[this.number]!
  }
  get byButton(): boolean {
    return this.step.expects === undefined
  }
  get over(): boolean {
    return this.number === this.steps.length - 1
  }

  restart(number: number): void {
    this.sitDown(this.begin)
    this.enter(number)
  }

  private open(events: ConnectionEvents<G>): RecordedConnection<G> {
    this.connection = new RecordedConnection(events, (action) => this.act(action))
    return this.connection
  }

  private sitDown(begin: ServerMessage<G>): void {
    clearTimeout(this.timer)
    this.table = new Table<G>('', (_, events) => this.open(events))
    this.table.status = 'open'
    this.connection.play([begin])
  }

  /** Called by the table at a moment of a reveal: it continues when the step about it is done. */
  stop = async (): Promise<void> => {
    if (this.step.holds !== true && !this.steps[this.number + 1]?.holds) return
    if (this.passed > 0) this.passed -= 1
    else await new Promise<void>((go) => (this.go = go))
  }
  private go: (() => void) | null = null
  /** Moments whose step was done before the table reached them. */
  private passed = 0

  next(): void {
    const { back, to, holds } = this.step
    if (holds && this.go) this.go()
    else if (holds) this.passed += 1
    this.go = null
    if (back !== undefined) this.restart(back)
    else if (to !== undefined) this.enter(this.steps.findIndex((step) => step.says === to))
    else if (!this.over) this.enter(this.number + 1)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private enter(number: number): void {
    this.number = number
    const step = this.step
    this.says = step.says
    this.astray = false
    this.causes = step.expects?.causes ?? []
    if (step.begins !== undefined) this.sitDown(step.begins)
    if (step.plays) this.connection.play(step.plays)
    if (step.later) {
      const { ms, plays, then } = step.later
      this.timer = setTimeout(() => {
        this.connection.play(plays)
        this.causes = then.causes
        this.turn = then.says
      }, ms)
    }
  }

  /** The step after the expected action. */
  private turn: string | null = null

  private act(action: Games[G]['action']): boolean {
    const expected = this.step.expects?.action
    if (!expected || !alike(expected, action)) {
      this.astray = true
      return false
    }
    clearTimeout(this.timer)
    // Acknowledge first, so that the hand shows the press before its consequences.
    queueMicrotask(() => {
      this.connection.play(this.causes)
      const target = this.turn === null ? this.number + 1 : this.steps.findIndex((step) => step.says === this.turn)
      this.turn = null
      this.enter(target)
    })
    return true
  }
}

/** Whether two actions are equal. */
function alike(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The selector of a part of the table. */
export const shown = (what: string): string => `[data-shows="${what}"]`
/** The selector of a card in the hand. */
export const card = (name: string): string => `button[data-card="${name}"]`
