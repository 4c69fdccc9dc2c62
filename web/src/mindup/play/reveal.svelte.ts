// The reveal of a turn, step by step: the cards turn over, slide into ascending order under the row, each row card goes
// to the player of the card under it, and the played cards become the next row. The screen lags behind the server's
// state; nothing here decides anything.

import { sound } from '../../parts/sounds'
import type { Scene, Table } from '../../table/table.svelte'
import type { Desk } from '../cards/desk.svelte'
import type { Dealt, Past, Points, Revealed, RoundEnded, View } from '../records'
import type { OwnPick } from './hand/pick.svelte'
import { pictureOf, withoutCard, type Picture } from './picture'

/** A turn to show: the state before and after it, and its events. */
interface Turning {
  before: View
  after: View
  revealed: Revealed
  ended: RoundEnded | undefined
  dealt: Dealt | undefined
}

const TURN_MS = 150
const SLIDE_MS = 250
const FLY_MS = 280
const LOOK_MS = 330 // to see what came up
const NEXT_MS = 180 // from one card taken to the next

export class Reveal {
  running = $state(false)
  /** The place in the row whose card is taken now. */
  taking = $state<number | null>(null)
  /** The round whose result is shown. */
  result = $state<number | null>(null)
  final = $state(false)
  /** The cards drawn last, until the player picks. */
  drawn = $state.raw<number[]>([])
  /** Whether a reveal can be replayed. */
  seen = $state(false)

  private shown = $state.raw<Picture | null>(null)
  private queue: Turning[] = []
  private last: Turning | null = null
  private hurried = false
  private wake: (() => void) | null = null

  constructor(
    private readonly table: Table<'mindup'>,
    private readonly desk: Desk,
    private readonly pick: OwnPick,
    private readonly tell: (views: { before: View; after: View }, turns: Revealed[]) => void,
    /** In a tutorial: waits after each step of the reveal. */
    private readonly stop?: () => Promise<void>,
  ) {
    this.final = this.view.places !== null && !table.recorded
  }

  private get view(): View {
    return this.table.play
  }

  /** The table as shown now. */
  get picture(): Picture {
    return this.shown ?? pictureOf(this.view, this.pick.card)
  }

  take(scene: Scene<'mindup'>): void {
    const { before, after, events } = scene
    if (after === null) return
    const turns = events.filter((event) => event.kind === 'revealed')
    const [revealed] = turns
    if (revealed !== undefined && turns.length === 1 && before !== null) {
      const ended = events.find((event) => event.kind === 'round-ended')
      const dealt = events.find((event) => event.kind === 'dealt')
      this.queue.push({ before, after, revealed, ended, dealt })
      if (!this.running) void this.run()
      else if (this.queue.length > 1) this.skip()
    } else if (before !== null && lostTheThread(before, after)) this.catchUp(before, after, turns)
    if (scene.events.some((event) => event.kind === 'pick')) this.drawn = []
  }

  /** Skip to the end of the reveal. */
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

  /** Close the result and go on. */
  closeResult(): void {
    this.result = null
    this.wake?.()
  }

  private async run(): Promise<void> {
    this.running = true
    for (let scene = this.queue.shift(); scene !== undefined; scene = this.queue.shift()) {
      this.last = scene
      this.seen = true
      this.hurried = this.desk.still = this.queue.length > 1 // the page was in the background
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

  /** After a reconnect: tell what was missed, show the current state, and the result of a round that ended meanwhile. */
  private catchUp(before: View, after: View, turns: Revealed[]): void {
    if (turns.length > 0) this.tell({ before, after }, turns)
    this.queue = []
    this.skip()
    this.last = null
    this.seen = false
    if (this.table.recorded) return
    if (after.scores.length > before.scores.length) this.result = after.scores.length
    this.final = after.places !== null
  }

  private async show(turning: Turning, again: boolean): Promise<void> {
    const { before: view, revealed, ended } = turning
    const { plays, taken } = revealed
    const laneOf = taken.map((card) => view.row.indexOf(card))
    const past = turning.after.past[view.round - 1]
    const after = ended && past ? past.tableaux.map((tableau, seat) => withoutCard(tableau, ended.last[seat]!)) : turning.after.tableaux
    // The server sends the points of columns; at the end of a round only with every last card in them.
    const points = ended ? view.points : turning.after.points

    this.hold(view, {
      picks: plays.map((card, seat) => ({ seat, card, up: false })),
      hand: ended && view.seat !== null ? [ended.last[view.seat]!] : ended ? [] : null,
    })
    if (!again) this.tell(turning, [revealed])
    await this.desk.landed()
    await this.wait(LOOK_MS / 2)

    sound('reveal')
    this.change(({ picks }) => ({ picks: picks.map((laid) => laid && { ...laid, up: true }) }))
    void this.desk.turned(plays)
    await this.wait(TURN_MS + LOOK_MS)
    await this.stop?.()

    await this.desk.move(
      () =>
        this.change(({ picks }) => ({
          picks: picks.map(() => null),
          places: view.row.map((_, lane) => picks[laneOf.indexOf(lane)] ?? null),
        })),
      { cards: plays, duration: SLIDE_MS },
    )
    await this.wait(LOOK_MS)
    await this.stop?.()

    const flights: Promise<void>[] = []
    for (const [lane, card] of view.row.entries()) {
      const seat = laneOf.indexOf(lane)
      this.taking = lane
      await this.wait(NEXT_MS / 2)
      const go = (): void =>
        this.change(({ row, tableaux }) => ({
          row: row.map((other) => (other === card ? null : other)),
          tableaux: tableaux.map((tableau, of) => (of === seat ? after[seat]! : tableau)),
        }))
      const landed = (): void => {
        sound('take', lane * 2)
        this.change((now) => ({ points: now.points.map((one, of) => (of === seat ? (points[seat] ?? one) : one)) }))
      }
      flights.push(this.desk.move(go, { cards: [card], duration: FLY_MS, lift: true }).then(landed))
      await this.wait(NEXT_MS)
    }
    await Promise.all(flights)
    this.taking = null
    await this.wait(LOOK_MS)
    await this.stop?.()

    const row = [...view.row.keys()].map((lane) => plays[laneOf.indexOf(lane)]!)
    await this.desk.move(() => this.change(() => ({ row, places: row.map(() => null) })), { cards: plays, duration: SLIDE_MS })
    if (ended && past) await this.endRound(turning, ended, past, again)
  }

  /** Each last card goes into its player's columns; then come the points, then the next deal. */
  private async endRound(turning: Turning, ended: RoundEnded, past: Past, again: boolean): Promise<void> {
    await this.wait(LOOK_MS)
    await this.desk.move(() => this.change(() => ({ tableaux: past.tableaux, hand: [] })), {
      cards: ended.last,
      duration: FLY_MS,
      stagger: 90,
      lift: true,
      from: (card) => `seat ${ended.last.indexOf(card)}`,
    })
    const { scores, places } = turning.after
    // The winner is told on request: until then the points are those before the last card.
    const asked = places === null || again || this.table.recorded
    const soFar = (seat: number, one: Points): number => (asked ? one.so_far : (this.shown?.points[seat]?.so_far ?? 0))
    this.change(() => ({ points: past.points.map((one, seat) => ({ ...one, so_far: soFar(seat, one) })) }))
    await this.wait(2 * LOOK_MS)
    if (again) return
    if (this.table.recorded) {
      if (places === null) await this.deal(turning)
      return // a replay opens no sheet by itself
    }
    this.hurried = this.desk.still = false
    this.result = scores.length
    sound('star')
    await new Promise<void>((done) => (this.wake = done))
    if (places !== null) {
      this.final = true
      sound('passed')
    } else await this.deal(turning)
  }

  /** The tableau returns to the player's hand, with a new card. */
  private async deal({ after: next, dealt }: Turning): Promise<void> {
    this.drawn = dealt?.drawn ?? []
    const put = (): void => {
      this.shown = this.queue.length > 0 ? pictureOf(next, next.pick) : null
    }
    await this.desk.move(put, { cards: next.hand, duration: SLIDE_MS, stagger: 40, from: () => 'deck' })
  }

  private hold(view: View, change: Partial<Picture> = {}): void {
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

/** Whether a scene jumps to another moment of the game. */
function lostTheThread(old: View, now: View): boolean {
  return old !== now && (old.round !== now.round || old.turn !== now.turn || (old.places === null) !== (now.places === null))
}
