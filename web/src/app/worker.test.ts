// What the service worker does with a call of the site.
import { afterEach, expect, test, vi } from 'vitest'
import source from '../../public/worker.js?raw'

type Heard = Record<string, (event: object) => void>

interface Page {
  visibilityState: string
  focus: () => void
  postMessage: (message: { ask?: string; go?: string }, ports?: MessagePort[]) => void
  went: string[]
}
/** A window that shows a page now, wherever it was opened; a null one does not answer. */
function page(shows: string | null, visibilityState = 'hidden'): Page {
  const went: string[] = []
  return {
    visibilityState,
    focus: vi.fn(),
    went,
    postMessage({ ask, go }, ports) {
      if (shows === null) return
      if (ask === 'where') ports?.[0]?.postMessage(`https://club.example/tacit/${shows}`)
      if (go !== undefined) went.push(go)
    },
  }
}
function worker(open: Page[], answers: (path: string, asked?: RequestInit) => object = () => []) {
  const heard: Heard = {}
  const subscribe = vi.fn(async () => subscription('https://push.example/again'))
  const registration = { showNotification: vi.fn(async () => {}), pushManager: { subscribe } }
  const navigator = { setAppBadge: vi.fn(async (_?: number) => {}) }
  const fetch = vi.fn(async (path: string, asked?: RequestInit) => Response.json(answers(path, asked)))
  const clients = { matchAll: async () => open, openWindow: vi.fn(async () => {}) }
  const location = new URL('https://club.example/tacit/worker.js')
  const run = new Function('addEventListener', 'registration', 'clients', 'location', 'caches', 'navigator', 'fetch', source)
  run((kind: string, hear: Heard[string]) => (heard[kind] = hear), registration, clients, location, {}, navigator, fetch)
  const happens = async (kind: string, event: object): Promise<void> => {
    let done: unknown
    heard[kind]?.({ ...event, waitUntil: (work: unknown) => (done = work) })
    await done
  }
  return { happens, registration, clients, navigator, fetch, subscribe }
}
const keys = { p256dh: 'point', auth: 'secret' }
const subscription = (endpoint: string) => ({ endpoint, options: { applicationServerKey: 'of the site' }, toJSON: () => ({ endpoint, keys, expirationTime: null }) })
const tapped = (path: string) => ({ notification: { close: () => {}, data: { path } } })

test('a call is shown with its words, and replaces an older one of the same table', async () => {
  const { happens, registration } = worker([])
  const told = { title: 'Mind Up!: Anna', body: 'Your turn', path: 't/K7QF', tag: 'turn K7QF' }
  await happens('push', { data: { json: () => told } })
  expect(registration.showNotification).toHaveBeenCalledWith('Mind Up!: Anna', expect.objectContaining({ body: 'Your turn', tag: 'turn K7QF', renotify: true, data: { path: 't/K7QF' } }))
})
afterEach(() => void vi.useRealTimers())

test('a tap opens the table below the base path where no page of the site is open', async () => {
  const { happens, clients } = worker([])
  await happens('notificationclick', tapped('t/M2XA'))
  expect(clients.openWindow).toHaveBeenCalledExactlyOnceWith('https://club.example/tacit/t/M2XA')
})
test('a tap goes to the window that shows the table now, wherever it was opened', async () => {
  const [home, table] = [page('', 'visible'), page('t/K7QF')]
  const { happens, clients } = worker([home, table])
  await happens('notificationclick', tapped('t/K7QF'))
  expect(table.focus).toHaveBeenCalledOnce()
  expect(home.focus).not.toHaveBeenCalled()
  expect(clients.openWindow).not.toHaveBeenCalled()
})
test('without one, the window in front goes there', async () => {
  const [behind, front] = [page(''), page('games', 'visible')]
  const { happens, clients } = worker([behind, front])
  await happens('notificationclick', tapped('t/K7QF'))
  expect(front.went).toEqual(['https://club.example/tacit/t/K7QF'])
  expect(front.focus).toHaveBeenCalledOnce()
  expect(behind.went).toEqual([])
  expect(clients.openWindow).not.toHaveBeenCalled()
})
test('a window that does not answer is left alone', async () => {
  vi.useFakeTimers()
  const old = page(null, 'visible')
  const { happens, clients } = worker([old])
  const done = happens('notificationclick', tapped('t/K7QF'))
  await vi.advanceTimersByTimeAsync(1000)
  await done
  expect(old.focus).not.toHaveBeenCalled()
  expect(clients.openWindow).toHaveBeenCalledExactlyOnceWith('https://club.example/tacit/t/K7QF')
})
const told = { data: { json: () => ({ title: 'Mind Up!', tag: 'turn K7QF' }) } }
test('a call marks the icon with the number of tables that wait for the player', async () => {
  const { happens, navigator, fetch } = worker([], () => [{ yours: true }, { yours: true }, { yours: false }])
  await happens('push', told)
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/tacit/api/me/turns')
  expect(navigator.setAppBadge).toHaveBeenCalledExactlyOnceWith(2)
})
test('a call of a group, or one without an answer of the site, marks it with a dot, and is shown', async () => {
  const none = worker([], () => [])
  const offline = worker([], () => {
    throw new TypeError('offline')
  })
  for (const { happens, navigator, registration } of [none, offline]) {
    await happens('push', told)
    expect(navigator.setAppBadge).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(registration.showNotification).toHaveBeenCalledOnce()
  }
})
test('another address of the device is told to the site, with the one that it replaces', async () => {
  const { happens, fetch, subscribe } = worker([])
  const old = subscription('https://push.example/old')
  const sent = (): unknown => JSON.parse(String(fetch.mock.lastCall?.[1]?.body))
  await happens('pushsubscriptionchange', { oldSubscription: old, newSubscription: subscription('https://push.example/new') })
  expect(subscribe).not.toHaveBeenCalled()
  expect(fetch).toHaveBeenLastCalledWith('/tacit/api/me/push', expect.objectContaining({ method: 'POST' }))
  expect(sent()).toEqual({ endpoint: 'https://push.example/new', keys, instead: 'https://push.example/old' })
  await happens('pushsubscriptionchange', { oldSubscription: old, newSubscription: null })
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'of the site' })
  expect(sent()).toEqual({ endpoint: 'https://push.example/again', keys, instead: 'https://push.example/old' })
  fetch.mockClear()
  await happens('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(fetch).not.toHaveBeenCalled()
})
