import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, Problem } from './api'

const busy = (): Response => Response.json({ key: 'too-fast', text: 'Wait.' }, { status: 503, headers: { 'Retry-After': '2' } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets the site give these answers, and counts the requests. */
function answering(...answers: Response[]): { asked: number } {
  const count = { asked: 0 }
  vi.stubGlobal('fetch', () => Promise.resolve(answers[count.asked++]?.clone()))
  return count
}

test('a picture that is still being drawn is asked for again', async () => {
  const count = answering(busy(), busy(), new Response('drawn'))
  const picture = api.picture('abc', 1, null)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await (await picture).text()).toBe('drawn')
  expect(count.asked).toBe(3)
})

test('a site that stays busy is asked four times, then the page says so', async () => {
  const count = answering(busy(), busy(), busy(), busy())
  const failed = expect(api.lobby()).rejects.toThrow(Problem)
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(count.asked).toBe(4)
})

test('in a full room a game is asked for again for about a minute, then the page says so', async () => {
  const crowded = (): Response => Response.json({ key: 'too-fast', text: 'Wait.' }, { status: 429, headers: { 'Retry-After': '2' } })
  const count = answering(crowded(), crowded(), crowded(), Response.json({ game: 'mindup' }))
  const tape = api.tape('abc', 1, null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await tape).game).toBe('mindup')
  expect(count.asked).toBe(4)
  const full = answering(...Array.from({ length: 20 }, crowded))
  const failed = expect(api.tape('abc', 2, null)).rejects.toThrow('Wait.')
  await vi.advanceTimersByTimeAsync(120_000)
  await failed
  expect(full.asked).toBe(8)
  const changing = answering(crowded())
  await expect(api.joinGroup('g', 'Ann')).rejects.toThrow('Wait.')
  expect(changing.asked).toBe(1)
})

test('what changes something is sent once, and so is what is refused without a time', async () => {
  const changing = answering(busy())
  await expect(api.joinGroup('g', 'Ann')).rejects.toThrow('Wait.')
  expect(changing.asked).toBe(1)
  const reading = answering(Response.json({ key: 'no-replay', text: 'None.' }, { status: 404 }))
  await expect(api.lobby()).rejects.toThrow('None.')
  expect(reading.asked).toBe(1)
})

test('a question that nothing answers fails in time, and a change is left to end', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))))
  const told = vi.fn()
  void api.lobby().catch(({ key }: Problem) => told(key))
  const changed = vi.fn()
  void api.joinGroup('g', 'Ann').finally(changed)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledExactlyOnceWith('offline')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(changed).not.toHaveBeenCalled()
})
