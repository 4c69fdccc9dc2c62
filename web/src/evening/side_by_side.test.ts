import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, type Tape } from '../net/api'
import type { RoundTable } from '../net/protocol'
import { SideBySide } from './side_by_side.svelte'

/** A game in which something happens at these moments; its view tells how often. */
const tapeOf = (...moments: number[]): Tape =>
  ({
    game: 'extreme',
    names: ['A', 'B'],
    commitment: '',
    begin: { type: 'sync', version: 1, house: { stage: 'playing', chat: [], seats: [] }, view: { turn: 0 }, legal: {}, waiting: [], events: [], now: 0 },
    steps: moments.map((at, number) => ({ at, told: { type: 'update', version: number + 2, view: { turn: number + 1 } } })),
  }) as unknown as Tape
const table = (name: string): RoundTable => ({ table: name, number: 1, place: 0, seats: [] }) as unknown as RoundTable
const [one, two, three] = [table('one'), table('two'), table('three')]

/** By table, the site's answer. */
let answers: Record<string, Answer>
interface Answer {
  promise: Promise<Tape>
  resolve: (tape: Tape) => void
  reject: (error: Error) => void
}
function awaited(): Answer {
  let answer: Partial<Answer> = {}
  const promise = new Promise<Tape>((resolve, reject) => (answer = { resolve, reject }))
  return { ...answer, promise } as Answer
}
beforeEach(() => {
  vi.useFakeTimers()
  answers = Object.fromEntries([one, two, three].map(({ table }) => [table, awaited()]))
  vi.spyOn(api, 'tape').mockImplementation((name) => answers[name]?.promise ?? Promise.reject(new Error(name)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('of two choices the last one counts, in whatever order the games arrive', async () => {
  const sides = new SideBySide(true, null)
  sides.show([0])
  const chosen = [sides.choose(0, one), sides.choose(0, two)]
  answers['two']?.resolve(tapeOf(10, 20))
  answers['one']?.resolve(tapeOf(1, 2, 3))
  await Promise.all(chosen)
  expect(sides.gameOn(0, two)?.last).toBe(2)
  expect(sides.gameOn(0, one)).toBeUndefined()
  sides.close()
})

test('a game that does not arrive is reported only while it is wanted, and the one before it stays', async () => {
  const sides = new SideBySide(true, null)
  sides.show([0])
  answers['one']?.resolve(tapeOf(1))
  await sides.choose(0, one)
  answers['two']?.reject(new Error('lost'))
  await expect(sides.choose(0, two)).rejects.toThrow('lost')
  expect(sides.tableOn(0)).toBe(one)
  const early = sides.choose(0, two)
  answers['three']?.resolve(tapeOf(1, 2))
  await Promise.all([early, sides.choose(0, three)])
  expect(sides.gameOn(0, three)?.last).toBe(2)
  sides.close()
})

test('a game that arrives after closing is not shown', async () => {
  const sides = new SideBySide(true, null)
  sides.show([0])
  const chosen = sides.choose(0, one)
  sides.close()
  answers['one']?.resolve(tapeOf(1))
  await chosen
  expect([sides.tableOn(0), sides.lead]).toEqual([undefined, null])
})

test('in real time every game moves at its own moments, and goes on as before when another is chosen', async () => {
  const sides = new SideBySide(true, null)
  sides.show([0, 1])
  answers['one']?.resolve(tapeOf(100, 5000))
  answers['two']?.resolve(tapeOf(1000, 2000, 3000))
  answers['three']?.resolve(tapeOf(1500, 1500, 9000))
  await Promise.all([sides.choose(0, one), sides.choose(1, two)])
  const steps = (): (number | undefined)[] => [sides.gameOn(0, one)?.step, sides.gameOn(1, two)?.step ?? sides.gameOn(1, three)?.step]
  const after = (millis: number): (number | undefined)[] => {
    vi.advanceTimersByTime(millis)
    sides.follow() // as the page does, whenever the lead has moved
    return steps()
  }
  sides.lead?.toggle()
  expect([after(100), after(900), after(1000)]).toEqual([[1, 0], [1, 1], [1, 2]])
  if (sides.lead) sides.lead.speed = 2
  await sides.choose(1, three)
  expect(steps()).toEqual([1, 2])
  expect(sides.lead).toMatchObject({ now: 1500, playing: true, speed: 2 })
  expect(after(1750)).toEqual([2, 2])
  expect(after(2000)).toEqual([2, 3])
  expect(sides.lead?.playing).toBe(false)
  sides.close()
})
