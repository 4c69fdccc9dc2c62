// A lesson: recorded messages of the server played to a table, step by step, as the learner acts.

import type { Answer, LineEvents, LineLike } from '../line'
import type { Action, Request, ServerMessage } from '../protocol'
import { Table } from '../table/table.svelte'
import extremeTape from './extreme.json'
import mindupTape from './mindup.json'

export interface Step {
  /** Which words the coach says. */
  says: string
  /** Where to look: something the table shows, or a card. */
  at?: string
  /** What is played to the table when the step begins. */
  plays?: unknown[]
  /** The action that ends the step, and what it causes; without one a button does. */
  expects?: { action: Action; causes: unknown[] }
  /** What happens by itself after a while, and then changes what the expected action causes. */
  later?: { ms: number; plays: unknown[]; then: { causes: unknown[]; says: string } }
  /** The table stands still meanwhile, in the middle of a reveal. */
  holds?: boolean
  /** After this step the lesson begins anew at a step. */
  back?: number
  /** After this step comes the one that says this. */
  to?: string
  /** The step begins at another table: all that one may know there. */
  begins?: unknown
}

const OK: Answer = { ok: true }
const NO: Answer = { ok: false, refused: { type: 'refused', id: '', key: 'tutorial', text: '' } }

/** A line that plays a recording instead of talking to a server. */
class RecordedLine implements LineLike {
  constructor(
    private readonly events: LineEvents,
    private readonly asked: (action: Action) => boolean,
  ) {}
  play(messages: unknown[]): void {
    for (const message of messages) this.events.message(message as ServerMessage)
  }
  request(request: Request): Promise<Answer> {
    const action = request['action'] as Action | undefined
    return Promise.resolve(action !== undefined && this.asked(action) ? OK : NO)
  }
  hello(): void {}
  close(): void {}
}

export class Lesson {
  table = $state.raw<Table>(null as unknown as Table)
  number = $state(0)
  says = $state('')
  /** Whether something else was tried than the coach asked for. */
  astray = $state(false)
  private line!: RecordedLine
  private causes: unknown[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly begin: unknown,
    readonly steps: Step[],
  ) {
    this.restart(0)
  }

  get step(): Step {
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

  private sitDown(begin: unknown): void {
    clearTimeout(this.timer)
    this.table = new Table('', (_, events) => {
      this.line = new RecordedLine(events, (action) => this.act(action))
      return this.line
    })
    this.table.status = 'open'
    this.line.play([begin])
  }

  /** Called by the table at a moment of a reveal: it goes on once the step that speaks of it is left. */
  stop = async (): Promise<void> => {
    if (this.step.holds !== true && !this.steps[this.number + 1]?.holds) return
    if (this.passed > 0) this.passed -= 1
    else await new Promise<void>((go) => (this.go = go))
  }
  private go: (() => void) | null = null
  /** Moments that were left before the table had come to them. */
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
    if (step.plays) this.line.play(step.plays)
    if (step.later) {
      const { ms, plays, then } = step.later
      this.timer = setTimeout(() => {
        this.line.play(plays)
        this.causes = then.causes
        this.turn = then.says
      }, ms)
    }
  }

  /** The step to go to once the expected action is done: another one if something came first. */
  private turn: string | null = null

  private act(action: Action): boolean {
    const expected = this.step.expects?.action
    if (!expected || expected.kind !== action.kind || expected.card !== action.card) {
      this.astray = true
      return false
    }
    clearTimeout(this.timer)
    // Answer first, so that the hand shows the press before its consequences.
    queueMicrotask(() => {
      this.line.play(this.causes)
      const target = this.turn === null ? this.number + 1 : this.steps.findIndex((step) => step.says === this.turn)
      this.turn = null
      this.enter(target)
    })
    return true
  }
}

const shown = (what: string): string => `[data-shows="${what}"]`
const card = (name: string): string => `button[data-card="${name}"]`

export function lessonOf(game: 'mindup' | 'extreme'): Lesson {
  if (game === 'mindup') {
    const tape = mindupTape
    return new Lesson(tape.begin, [
      { says: 'hello', at: shown('row') },
      { says: 'order', at: shown('order') },
      { says: 'pick', at: card('52'), plays: tape.others1, expects: { action: { kind: 'pick', card: 52 }, causes: tape.mine1 } },
      { says: 'turned', at: shown('picks'), holds: true },
      { says: 'sorted', at: shown('lanes'), holds: true },
      { says: 'taken', at: shown('columns'), holds: true },
      { says: 'second', at: card('9'), plays: tape.others2, expects: { action: { kind: 'pick', card: 9 }, causes: tape.mine2 } },
      { says: 'joined', at: shown('columns') },
      { says: 'wins', at: shown('order') },
      { says: 'end' },
    ])
  }
  const tape = extremeTape
  const { blind } = tape
  return new Lesson(tape.begin, [
    { says: 'hello', at: shown('pile') },
    { says: 'hand', at: shown('hand') },
    {
      says: 'palm',
      at: shown('palm'),
      plays: tape.partnerDown,
      expects: { action: { kind: 'lay-hand' }, causes: [...tape.down, ...tape.partnerUp] },
    },
    { says: 'palm', at: shown('palm'), expects: { action: { kind: 'lift-hand' }, causes: tape.up } },
    {
      says: 'wait',
      at: card('W12'),
      expects: { action: { kind: 'play', card: 'W12' }, causes: tape.early.mine },
      later: { ms: 2500, plays: tape.well.partner, then: { causes: tape.well.mine, says: 'well' } },
    },
    { says: 'early', at: shown('moment'), back: 2 },
    { says: 'well', at: shown('pile') },
    { says: 'lives', at: shown('lives') },
    { says: 'stop', at: shown('stop') },
    { says: 'star', at: shown('star'), expects: { action: { kind: 'propose-star' }, causes: [...tape.well.propose, ...tape.well.partnerGives] } },
    { says: 'give', at: card('R40'), expects: { action: { kind: 'discard', card: 'R40' }, causes: tape.well.give } },
    { says: 'given', at: shown('moment') },
    { says: 'blind', at: shown('level'), begins: blind.begin },
    {
      says: 'blindPalm',
      at: shown('palm'),
      plays: blind.partnerDown,
      expects: { action: { kind: 'lay-hand' }, causes: blind.down },
    },
    { says: 'blindPalm', at: shown('palm'), expects: { action: { kind: 'lift-hand' }, causes: blind.up } },
    { says: 'blindFirst', at: card('W9'), expects: { action: { kind: 'play', card: 'W9' }, causes: blind.mine } },
    {
      says: 'blindWait',
      at: card('W31'),
      expects: { action: { kind: 'play', card: 'W31' }, causes: blind.early },
      later: { ms: 3300, plays: blind.partner, then: { causes: blind.well, says: 'blindWell' } },
    },
    { says: 'blindEarly', at: shown('moment'), to: 'end' },
    { says: 'blindWell', at: shown('moment') },
    { says: 'end' },
  ])
}
