// What a page does when the service worker asks or sends it.
import { expect, test, vi } from 'vitest'

test('a page tells what it shows now, and goes where a notification leads', async () => {
  let hear: (event: object) => void = () => undefined
  const there = new URL('https://club.example/t/M2XA')
  vi.stubGlobal('location', there)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('history', { pushState: (_state: null, _title: string, path: string) => (there.pathname = path) })
  vi.stubGlobal('navigator', { serviceWorker: { addEventListener: (_: string, heard: typeof hear) => (hear = heard) } })
  const { answerWorker } = await import('./called')
  const { route } = await import('./route.svelte')
  answerWorker()
  const answer = vi.fn()
  hear({ data: { ask: 'where' }, ports: [{ postMessage: answer }] })
  expect(answer).toHaveBeenCalledExactlyOnceWith('https://club.example/t/M2XA')
  hear({ data: { go: 'https://elsewhere.example/t/K7QF' }, ports: [] })
  hear({ data: null, ports: [] })
  expect(route.path).toBe('/t/M2XA')
  hear({ data: { go: 'https://club.example/t/K7QF' }, ports: [] })
  expect(route.path).toBe('/t/K7QF')
  // A screen for the room does not answer.
  there.pathname = '/t/K7QF/tv'
  hear({ data: { ask: 'where' }, ports: [{ postMessage: answer }] })
  expect(answer).toHaveBeenCalledOnce()
})
