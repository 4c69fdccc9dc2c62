import { expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../net/protocol'
import { delayed } from './screen'
import { DRAWN, fitted, shownBy } from './shown'

test('the address says whether it is an overlay, how late it is, and whether it sounds or is without words', () => {
  const plain = { overlay: false, delayMs: 0, sound: false, quiet: false }
  expect(shownBy('')).toEqual(plain)
  expect(shownBy('?overlay')).toEqual({ ...plain, overlay: true })
  expect(shownBy('?overlay&delay=30')).toEqual({ ...plain, overlay: true, delayMs: 30_000 })
  expect(shownBy('?sound&quiet')).toEqual({ ...plain, sound: true, quiet: true })
  expect(shownBy('?delay=1e9').delayMs).toBe(120_000)
  for (const wrong of ['-5', 'x', '', 'Infinity', 'NaN']) expect(shownBy(`?delay=${wrong}`).delayMs).toBe(0)
})

test('all that a delayed screen is told comes later, in the same order', () => {
  vi.useFakeTimers()
  const told: string[] = []
  const events = { have: () => 0, message: ({ type }: ServerMessage) => told.push(type), status: () => undefined }
  const late = delayed(events, 5000)
  late.message({ type: 'gesture', guest: 0, emote: 'wave' })
  late.message({ type: 'said', guest: 0, text: 'Hello', at: 1 })
  vi.advanceTimersByTime(4999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['gesture', 'said'])
  vi.useRealTimers()
})

test('a screen fills every window, and is never drawn smaller than it is made for', () => {
  for (const [width, height] of [[1920, 1080], [3840, 2160], [1024, 768], [2560, 1080]] as const) {
    const { scale, ...drawn } = fitted(width, height)
    expect(drawn.width).toBeGreaterThanOrEqual(DRAWN.width - 0.01)
    expect(drawn.height).toBeGreaterThanOrEqual(DRAWN.height - 0.01)
    expect([drawn.width * scale, drawn.height * scale]).toEqual([expect.closeTo(width), expect.closeTo(height)])
  }
})
