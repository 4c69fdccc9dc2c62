import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilDone } from './polling'

const page = { visibilityState: 'visible' }
beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
})
afterEach(() => void vi.useRealTimers())

test('it is asked less and less often, until it is done', async () => {
  let left = 4
  const look = vi.fn(async () => --left === 0)
  untilDone(look)
  await vi.advanceTimersByTimeAsync(2000 + 3000)
  expect(look).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4500)
  expect(look).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(look).toHaveBeenCalledTimes(4)
})
test('a question that is under way when the page is left is the last one', async () => {
  let answer: (done: boolean) => void = () => undefined
  const look = vi.fn(() => new Promise<boolean>((done) => (answer = done)))
  const stop = untilDone(look)
  stop()
  answer(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(look).toHaveBeenCalledOnce()
})
test('a page that is not in sight asks nothing', async () => {
  const look = vi.fn(async () => false)
  page.visibilityState = 'hidden'
  const stop = untilDone(look)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(look).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(look).toHaveBeenCalledOnce()
  stop()
})
