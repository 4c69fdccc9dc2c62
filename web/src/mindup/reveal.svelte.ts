// The heart of the game, step by step: the cards turn over, slide into ascending order under the row, each row card
// goes to whoever lies under it, and the played cards are the next row. What is shown lags behind what the server has
// told; nothing here decides anything.

import { sound } from '../parts/sounds'
import type { MindUpView, Sight } from '../protocol'
import type { Scene, Table } from '../table/table.svelte'
import type { Desk } from './desk.svelte'
import { pictureOf, withoutCard, type Picture } from './picture'
import type { OwnPick } from './pick.svelte'

interface Revealed extends Sight {
  plays: number[]
  taken: number[]
}
interface RoundEnded extends Sight {
  last: number[]
}
interface Dealt extends Sight {
  drawn: number[]
}

const TURN = 150
const SLIDE = 250
const FLY = 280
const LOOK = 330 // to see what came up
const NEXT = 180 // from one card taken to the next

/** Where a lesson stops: cards are turned over, lie in order, are taken. */
export type Moment = 'turned' | 'sorted' | 'taken'

export class Reveal {
  running = $state(false)
  /** The place in the row whose card is being taken. */
  taking = $state<number | null>(null)
  /** The round whose result lies on the table. */
  result = $state<number | null>(null)
  final = $state(false)
  /** The cards one drew last, until one picks. */
  drawn = $state.raw<number[]>([])
  /** Whether there is a reveal to be seen again. */
  seen = $state(false)

  private shown = $state.raw<Picture | null>(null)
  private queue: Scene[] = []
  private last: Scene | null = null
  private hurried = false
  private wake: (() => void) | null = null

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
    private readonly pick: OwnPick,
    private readonly tell: (scene: Scene, turns: Revealed[]) => void,
    private readonly stops: ((moment: Moment) => Promise<void>) | null = null,
  ) {
    this.final = this.view.places !== null
  }

  private get view(): MindUpView {
    return this.table.view as MindUpView
  }

  /** What lies on the table as it is shown now. */
  get picture(): Picture {
    return this.shown ?? pictureOf(this.view, this.pick.card)
  }

  take(scene: Scene): void {
    if (scene.after === null) return
    const turns = scene.events.filter((event) => event.kind === 'revealed') as Revealed[]
    if (turns.length === 1 && scene.before !== null) {
      this.queue.push(scene)
      if (!this.running) void this.run()
      else if (this.queue.length > 1) this.skip()
    } else if (lostTheThread(scene)) this.catchUp(scene, turns)
    if (scene.events.some((event) => event.kind === 'pick')) this.drawn = []
  }

  /** Go straight to the end of what is being shown. */
  skip(): void {
    if (!this.running || this.result !== null) return
    this.hurried = true
    this.desk.still = true
    this.desk.finish()
    this.wake?.()
  }

  async again(): Promise<void> {
    if (this.running || this.last === null) return
    this.running = true
    await this.show(this.last, true)
    this.settle()
    if (this.queue.length > 0) await this.run()
  }

  /** Put the result away and go on. */
  closeResult(): void {
    this.result = null
    this.wake?.()
  }

  private async run(): Promise<void> {
    this.running = true
    for (let scene = this.queue.shift(); scene !== undefined; scene = this.queue.shift()) {
      this.last = scene
      this.seen = true
      this.hurried = this.desk.still = this.queue.length > 1 // somebody was away for a while
      await this.show(scene, false)
      this.hurried = this.desk.still = false
    }
    this.settle()
  }

  private settle(): void {
    this.shown = null
    this.taking = null
    this.running = this.hurried = this.desk.still = false
  }

  /** After a lost line: tell what was missed, show how things stand, and the result of a round that ended meanwhile. */
  private catchUp(scene: Scene, turns: Revealed[]): void {
    if (turns.length > 0) this.tell(scene, turns)
    this.queue = []
    this.skip()
    this.last = null
    this.seen = false
    const { scores, places } = scene.after as MindUpView
    if (scores.length > before(scene).scores.length) this.result = scores.length
    this.final = places !== null
  }

  private async show(scene: Scene, again: boolean): Promise<void> {
    const view = before(scene)
    const { plays, taken } = scene.events.find((event) => event.kind === 'revealed') as Revealed
    const ended = scene.events.find((event) => event.kind === 'round-ended') as RoundEnded | undefined
    const laneOf = taken.map((card) => view.row.indexOf(card))
    const final = ended ? (scene.after as MindUpView).past[view.round - 1]!.tableaux : []
    const after = ended
      ? final.map((tableau, seat) => withoutCard(tableau, ended.last[seat]!))
      : (scene.after as MindUpView).tableaux

    this.hold(view, {
      picks: plays.map((card, seat) => ({ seat, card, up: false })),
      hand: ended && view.seat !== null ? [ended.last[view.seat]!] : ended ? [] : null,
    })
    if (!again) this.tell(scene, [{ kind: 'revealed', plays, taken }])
    await this.desk.landed()
    await this.wait(LOOK / 2)

    sound('reveal')
    this.change(({ picks }) => ({ picks: picks.map((laid) => laid && { ...laid, up: true }) }))
    void this.desk.turned(plays)
    await this.wait(TURN + LOOK)
    await this.stops?.('turned')

    await this.desk.move(
      () =>
        this.change(({ picks }) => ({
          picks: picks.map(() => null),
          places: view.row.map((_, lane) => picks[laneOf.indexOf(lane)] ?? null),
        })),
      { cards: plays, duration: SLIDE },
    )
    await this.wait(LOOK)
    await this.stops?.('sorted')

    const flights: Promise<void>[] = []
    for (const [lane, card] of view.row.entries()) {
      const seat = laneOf.indexOf(lane)
      this.taking = lane
      await this.wait(NEXT / 2)
      const go = (): void =>
        this.change(({ row, tableaux }) => ({
          row: row.map((other) => (other === card ? null : other)),
          tableaux: tableaux.map((tableau, of) => (of === seat ? after[seat]! : tableau)),
        }))
      flights.push(this.desk.move(go, { cards: [card], duration: FLY, lift: true }).then(() => sound('take', lane * 2)))
      await this.wait(NEXT)
    }
    await Promise.all(flights)
    this.taking = null
    await this.wait(LOOK)
    await this.stops?.('taken')

    const row = [...view.row.keys()].map((lane) => plays[laneOf.indexOf(lane)]!)
    await this.desk.move(() => this.change(() => ({ row, places: row.map(() => null) })), { cards: plays, duration: SLIDE })
    if (ended) await this.endRound(scene, ended, final, again)
  }

  /** Everybody's last card goes into their own columns; then come the points, then the next deal. */
  private async endRound(scene: Scene, ended: RoundEnded, tableaux: number[][][], again: boolean): Promise<void> {
    await this.wait(LOOK)
    await this.desk.move(() => this.change(() => ({ tableaux, hand: [] })), {
      cards: ended.last,
      duration: FLY,
      stagger: 90,
      lift: true,
      from: (card) => `seat ${ended.last.indexOf(card)}`,
    })
    await this.wait(2 * LOOK)
    if (again) return
    const { scores, places } = scene.after as MindUpView
    this.hurried = this.desk.still = false
    this.result = scores.length
    sound('star')
    await new Promise<void>((done) => (this.wake = done))
    if (places !== null) {
      this.final = true
      sound('passed')
    } else await this.deal(scene)
  }

  /** The tableau comes back into one's hand, with a new card. */
  private async deal(scene: Scene): Promise<void> {
    const dealt = scene.events.find((event) => event.kind === 'dealt') as Dealt | undefined
    this.drawn = dealt?.drawn ?? []
    const next = scene.after as MindUpView
    const put = (): void => {
      this.shown = this.queue.length > 0 ? pictureOf(next, next.pick) : null
    }
    await this.desk.move(put, { cards: next.hand, duration: SLIDE, stagger: 40, from: () => 'deck' })
  }

  private hold(view: MindUpView, change: Partial<Picture> = {}): void {
    this.shown = { ...pictureOf(view, view.pick), ...change }
  }
  private change(change: (now: Picture) => Partial<Picture>): void {
    if (this.shown !== null) this.shown = { ...this.shown, ...change(this.shown) }
  }

  private async wait(milliseconds: number): Promise<void> {
    if (this.hurried || document.hidden) return
    await new Promise<void>((done) => {
      const timer = setTimeout(done, this.queue.length > 0 ? milliseconds / 3 : milliseconds)
      this.wake = () => {
        clearTimeout(timer)
        done()
      }
    })
    this.wake = null
  }
}

function before(scene: Scene): MindUpView {
  return scene.before as MindUpView
}

/** Whether a scene jumps to another moment of the game. */
function lostTheThread({ before: old, after: now }: Scene): boolean {
  if (old === null || old === now) return false
  const [a, b] = [old as MindUpView, now as MindUpView]
  return a.round !== b.round || a.turn !== b.turn || (a.places === null) !== (b.places === null)
}
