// When the first page asks what: a visit asks anew, and a failure of one answer delays no other.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/', hash: '' })
vi.stubGlobal('addEventListener', () => undefined)

const ME = { tables: [], signed_in: '', announcement: { text: '', seconds: 0 } }
const turn = { table: 'K7QF', yours: true }
let answers: Record<string, unknown>
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  asked = []
  answers = { tables: [], me: ME, 'me/turns': [], daily: [{ game: 'mindup' }], 'me/evenings': [], 'me/groups': [] }
  vi.stubGlobal('fetch', async (path: string) => {
    const name = path.slice('/api/'.length)
    asked.push(name)
    const answer = answers[name]
    if (answer instanceof Promise) return answer
    return answer === null ? Response.json({ key: 'too-fast', text: 'Wait.' }, { status: 429 }) : Response.json(answer)
  })
})
afterEach(() => vi.useRealTimers())
const home = async () => import('./news.svelte')
const count = (name: string): number => asked.filter((one) => one === name).length

test('turns that are refused hide neither tables nor the deals of the day', async () => {
  answers['me/turns'] = null
  answers['tables'] = [{ table: 'M2XA' }]
  const { hearFirst, news } = await home()
  await hearFirst()
  expect(news.tables).toMatchObject([{ table: 'M2XA' }])
  expect(news.daily).toHaveLength(1)
  answers['me/turns'] = [turn]
  await vi.advanceTimersByTimeAsync(5000)
  await (await home()).hear()
  expect(news.turns).toEqual([turn])
})

test('what failed at first is asked for again while the page stays open', async () => {
  Object.assign(answers, { daily: null, 'me/evenings': null, 'me/groups': null })
  const { hear, news } = await home()
  await hear(true)
  expect(news.daily).toEqual([])
  Object.assign(answers, { daily: [{ game: 'mindup' }], 'me/evenings': [{ evening: 'E' }], 'me/groups': [{ group: 'G' }] })
  await vi.advanceTimersByTimeAsync(5000)
  await hear()
  expect(news).toMatchObject({ daily: [{ game: 'mindup' }], evenings: [{ evening: 'E' }], groups: [{ group: 'G' }] })
})

test('a turn that begins while the page is open for days is told', async () => {
  const { hear, news } = await home()
  await hear(true)
  answers['me/turns'] = [turn]
  for (let second = 0; second < 40; second += 5) {
    await vi.advanceTimersByTimeAsync(5000)
    await hear()
  }
  expect(news.turns).toEqual([turn])
  expect(count('me/turns')).toBe(2)
})

test('who comes back to the page sees the evenings of now, and one who stays costs little', async () => {
  const { hear, news } = await home()
  await hear(true)
  for (let second = 0; second < 60; second += 5) {
    await vi.advanceTimersByTimeAsync(5000)
    await hear()
  }
  expect(count('me/evenings')).toBe(1)
  expect(count('me/groups')).toBe(1)
  expect(count('tables')).toBe(13)
  answers['me/evenings'] = [{ evening: 'E' }]
  await hear(true)
  expect(count('me/evenings')).toBe(2)
  expect(news.evenings).toEqual([{ evening: 'E' }])
})

test('a slow answer does not hold back the page, and is not asked for twice at a time', async () => {
  answers['me/turns'] = new Promise(() => undefined)
  const { hear, hearFirst, news } = await home()
  const begun = hearFirst()
  await vi.advanceTimersByTimeAsync(250)
  await begun
  void hear(true)
  await vi.advanceTimersByTimeAsync(5000)
  void hear(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(count('me/turns')).toBe(1)
  expect(count('tables')).toBe(2)
  expect(news.daily).toHaveLength(1)
})
