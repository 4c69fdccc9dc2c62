import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableConnection } from '../../net/connection'
import type { House, SyncMessage } from '../../net/protocol'
import { Table, type Scene } from '../../table/table.svelte'
import { Desk } from '../cards/desk.svelte'
import { OwnPick } from './hand/pick.svelte'
import type { Picture } from './picture'
import type { Points, Revealed, Score, Sight, View } from '../records'

vi.mock('../../parts/sounds', () => ({ sound: () => undefined, vibrate: () => undefined }))
const { Reveal } = await import('./reveal.svelte')

const points = (...totals: number[]): Points[] => totals.map((total) => ({ columns: [total, 0, 0, 0, 0], bonus: 0, total, so_far: total }))
const SCORE: Score = { columns: [9, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], objectives: [] }

/** Three players; one sits in seat 0. */
const BEFORE: View = {
  game: 'mindup', seat: 0, players: 3, round: 1, turn: 2, order: [5, 4, 3, 2, 1], objectives: [], row: [10, 20, 30], hand: [7, 40],
  pick: 40, picked: [true, true, true], tableaux: [[[1]], [[2]], [[3]]], known: [[], [], []], scores: [], past: [], totals: null,
  places: null, met: [[], [], []], preview: null, points: points(5, 6, 7),
}
const REVEALED: Revealed = { kind: 'revealed', plays: [40, 8, 22], taken: [30, 10, 20] }
const AFTER: View = {
  ...BEFORE, turn: 3, row: [8, 22, 40], hand: [7], pick: null, picked: [false, false, false],
  tableaux: [[[1, 30]], [[2, 10]], [[3, 20]]], points: points(10, 12, 14),
}

const FLIGHT = 20
/** A desk without a page: cards take some time to get where they go. */
class BareDesk extends Desk {
  moves: number[][] = []
  override async move(change: () => void, { cards }: { cards: number[] }): Promise<void> {
    this.moves.push(cards)
    change()
    if (!this.still) await new Promise((landed) => setTimeout(landed, FLIGHT))
  }
  override async turned(): Promise<void> {}
}

function setUp(view = BEFORE) {
  const quiet: TableConnection<'mindup'> = { request: () => Promise.resolve({ ok: true }), hello: () => undefined, close: () => undefined }
  let say!: (message: SyncMessage<'mindup'>) => void
  const table = new Table<'mindup'>('some', (_, events) => {
    say = (message) => events.message(message)
    return quiet
  })
  const house: House = {
    game: 'mindup', stage: 'playing', paused: false, you: 0, seat: 0, host: 0, seats: [], guests: [], games: 1, commitment: '',
    contributed: true, seed: null, talk: true, chat: [], played_for: [], close: null, stopped: null, again: [],
    settings: { objectives: 0, turn_seconds: null, public: false, spectators: true, show_known: true, preview: false, tempo: 'usual' },
  }
  say({ type: 'sync', version: 1, house, view, legal: {}, waiting: [], events: [], now: 0 })
  const desk = new BareDesk()
  const told: number[] = []
  const reveal = new Reveal(table, desk, new OwnPick(table, desk), (_, turns) => void told.push(turns.length))
  return { reveal, desk, told, table }
}
function scene(before: View, after: View, ...events: Sight[]): Scene<'mindup'> {
  return { version: 2, before, after, events, missed: false }
}
/** Everything that was to be seen, each thing once. */
async function watch(reveal: InstanceType<typeof Reveal>, until: () => boolean): Promise<Picture[]> {
  const seen: Picture[] = []
  for (let step = 0; step < 2000 && !until(); step++) {
    if (seen.at(-1) !== reveal.picture && reveal.running) seen.push(reveal.picture)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(until()).toBe(true)
  return seen
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('cards turn over, lie in ascending order under the row, take what is above them, and are the next row', async () => {
  const { reveal, told, desk } = setUp()
  reveal.take(scene(BEFORE, AFTER, REVEALED))
  const seen = await watch(reveal, () => !reveal.running)
  expect(seen[0]!.picks).toEqual([40, 8, 22].map((card, seat) => ({ seat, card, up: false })))
  expect(seen[1]!.picks.map((laid) => laid?.up)).toEqual([true, true, true])
  const sorted = seen.find((picture) => picture.places[0] !== null)!
  expect(sorted.picks).toEqual([null, null, null])
  expect(sorted.places.map((laid) => [laid?.card, laid?.seat])).toEqual([[8, 1], [22, 2], [40, 0]])
  expect(desk.moves).toEqual([[40, 8, 22], [10], [20], [30], [40, 8, 22]])
  expect(seen.at(-1)!.row).toEqual([8, 22, 40])
  expect(seen.at(-1)!.tableaux).toEqual(AFTER.tableaux)
  expect(told).toEqual([1])
})

test('points are those the server told, seat by seat, and only once the card has landed', async () => {
  const { reveal, desk } = setUp()
  const landings: (() => void)[] = []
  desk.move = async (change) => {
    change()
    await new Promise<void>((landed) => landings.push(landed))
  }
  reveal.take(scene(BEFORE, AFTER, REVEALED))
  const totals = (): number[] => reveal.picture.points.map(({ total }) => total)
  await vi.advanceTimersByTimeAsync(2000)
  landings.shift()?.() // sorted
  await vi.advanceTimersByTimeAsync(5000)
  expect(reveal.picture.tableaux).toEqual(AFTER.tableaux)
  expect([landings.length, totals()]).toEqual([3, [5, 6, 7]])
  landings.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(totals()).toEqual([5, 12, 7])
  for (const landed of landings.splice(0)) landed()
  await vi.advanceTimersByTimeAsync(0)
  expect(totals()).toEqual([10, 12, 14])
})

const LAST: Sight[] = [REVEALED, { kind: 'round-ended', last: [7, 9, 11], scores: [SCORE, SCORE, SCORE] }]
const ROUND_OVER: View = {
  ...AFTER, round: 2, turn: 1, hand: [7, 30, 1, 60], tableaux: [[[]], [[]], [[]]], scores: [[SCORE, SCORE, SCORE]], points: points(0, 0, 0),
  past: [{ order: BEFORE.order, objectives: [], tableaux: [[[1, 30, 7]], [[2, 10, 9]], [[3, 20, 11]]], points: points(15, 18, 21) }],
}
const DEALT: Sight = { kind: 'dealt', round: 2, order: [1, 2, 3, 4, 5], objectives: [], row: [8, 22, 40], drawn: [60] }

test('at the end of a round the last cards come in, then the points, then the result, and the next deal when it is put away', async () => {
  const { reveal } = setUp()
  reveal.take(scene(BEFORE, ROUND_OVER, ...LAST, DEALT))
  const seen = await watch(reveal, () => reveal.result !== null)
  const told = seen.map((picture) => picture.points.map(({ total }) => total).join())
  expect([...new Set(told)]).toEqual(['5,6,7', '15,18,21'])
  const before = seen.findLast((picture) => picture.points[0]!.total === 5)!
  expect(before.tableaux).toEqual(ROUND_OVER.past[0]!.tableaux) // they lie there before they count
  expect([reveal.result, reveal.drawn, reveal.final]).toEqual([1, [], false])
  reveal.skip() // skipping stops at a result
  expect(reveal.result).toBe(1)
  reveal.closeResult()
  await vi.advanceTimersByTimeAsync(FLIGHT)
  expect([reveal.result, reveal.running, reveal.drawn]).toEqual([null, false, [60]])
})

test('after the last round comes the end', async () => {
  const { reveal } = setUp()
  reveal.take(scene(BEFORE, { ...ROUND_OVER, round: 1, totals: [15, 18, 21], places: [3, 2, 1] }, ...LAST))
  await watch(reveal, () => reveal.result !== null)
  expect(reveal.final).toBe(false)
  reveal.closeResult()
  await vi.advanceTimersByTimeAsync(FLIGHT)
  expect([reveal.final, reveal.running]).toEqual([true, false])
})

test('a tap goes straight to the end', async () => {
  const { reveal } = setUp()
  reveal.take(scene(BEFORE, AFTER, REVEALED))
  await vi.advanceTimersByTimeAsync(100)
  expect(reveal.running).toBe(true)
  reveal.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect(reveal.running).toBe(false)
})

test('a reveal can be seen again, and is not told again', async () => {
  const { reveal, told, desk } = setUp()
  reveal.take(scene(BEFORE, AFTER, REVEALED))
  await watch(reveal, () => !reveal.running)
  expect(reveal.seen).toBe(true)
  const once = [...desk.moves]
  void reveal.again()
  expect(reveal.running).toBe(true)
  await watch(reveal, () => !reveal.running)
  expect(desk.moves).toEqual([...once, ...once])
  expect(told).toEqual([1])
})

test('turns that were missed are told at once, with the result of the round that ended meanwhile', () => {
  const { reveal, told } = setUp()
  reveal.take(scene(BEFORE, ROUND_OVER, REVEALED, ...LAST, DEALT))
  expect([reveal.running, reveal.result, told]).toEqual([false, 1, [2]])
})

test('nothing is shown where nothing was revealed, and the new card is known until one picks', () => {
  const { reveal, told } = setUp()
  reveal.drawn = [60]
  reveal.take(scene(BEFORE, BEFORE, { kind: 'picked', seat: 1 }))
  expect([reveal.running, reveal.drawn, told]).toEqual([false, [60], []])
  reveal.take(scene(BEFORE, BEFORE, { kind: 'pick', seat: 0, card: 7 }))
  expect(reveal.drawn).toEqual([])
})
