// What a device learns of its calls, and how it stays called, with a browser and a site that each may lose a subscription.
import { beforeEach, expect, test, vi } from 'vitest'

const site = { known: new Set<string>(), key: 'the key', asked: [] as string[] }
vi.mock('../net/api', () => ({
  Problem: Error,
  api: {
    push: async () => ({ key: site.key, devices: site.known.size }),
    isPushKnown: async (endpoint: string) => ({ known: site.known.has(endpoint) }),
    subscribePush: async ({ endpoint }: { endpoint: string }) => void site.known.add(endpoint),
    unsubscribePush: async (endpoint: string) => void site.known.delete(endpoint),
  },
}))
const { prefs } = await import('../app/prefs.svelte')
const { callMe, callMeNot, calling, forgetCalls, stayCalled } = await import('./push')

const browser = { now: null as string | null, made: 0, permission: 'default' }
const made = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }), unsubscribe: async () => (browser.now = null) })
const pushManager = {
  getSubscription: async () => (browser.now === null ? null : made(browser.now)),
  subscribe: async () => made((browser.now ??= `endpoint ${++browser.made}`)), // a browser gives the one that it has
}

beforeEach(() => {
  Object.assign(browser, { now: null, made: 0, permission: 'default' })
  site.known.clear()
  prefs.uncalled = false
  const Notification = {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => (browser.permission = 'granted'),
  }
  vi.stubGlobal('window', { PushManager: Object, Notification })
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) }, languages: ['en'] })
})

test('a device is called once it has asked, and no more once it has not', async () => {
  expect(await calling()).toBe('off')
  expect(await callMe()).toBe('on')
  expect([await calling(), [...site.known]]).toEqual(['on', ['endpoint 1']])
  expect(await callMeNot()).toBe('off')
  expect([await calling(), browser.now, site.known.size]).toEqual(['off', null, 0])
})
test('the switch says "off" when the site does not call the device, whatever the browser has', async () => {
  await callMe()
  site.known.clear() // another guest, or the push service said 410
  expect([browser.now, await calling()]).toEqual(['endpoint 1', 'off'])
})
test('when the app opens it is called again, by a new endpoint: the old one may have ended', async () => {
  await callMe()
  site.known.clear()
  await stayCalled()
  expect([await calling(), [...site.known]]).toEqual(['on', ['endpoint 2']])
  await stayCalled()
  expect(browser.made).toBe(2)
})
test('a device that was never asked, or said no, is left alone when the app opens', async () => {
  await stayCalled()
  expect(browser.made).toBe(0)
  await callMe()
  site.known.clear()
  prefs.uncalled = true
  await stayCalled()
  expect(site.known.size).toBe(0)
})
test('after an erasure the browser has no subscription left', async () => {
  await callMe()
  site.known.clear()
  await forgetCalls()
  expect([browser.now, await calling()]).toEqual([null, 'off'])
  await stayCalled()
  expect(site.known.size).toBe(0)
})
