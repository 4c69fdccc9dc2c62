// When the browser's owner is asked, and what their answers mean.
import { beforeEach, expect, test, vi } from 'vitest'

const subscription = { endpoint: 'https://push.example.org/1', toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } }) }
let answer: NotificationPermission
let key: string
let asked: number
let sent: string[]

beforeEach(() => {
  vi.resetModules()
  asked = 0
  sent = []
  key = 'the key'
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription }
  const notification = {
    permission: 'default',
    requestPermission: async () => {
      asked++
      return (notification.permission = answer)
    },
  }
  vi.stubGlobal('window', { PushManager: {}, Notification: notification })
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('navigator', { languages: ['en'], serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`)
    return Response.json({ key, devices: 0 })
  })
})

test.each([
  ['granted', 'on'],
  ['denied', 'blocked'],
  ['default', 'off'], // dismissed: it may be asked again
] as const)('the answer %s means %s', async (given, means) => {
  const { callMe, calling } = await import('./push')
  answer = given
  expect(await calling()).toBe('off')
  expect(await callMe()).toBe(means)
  expect(sent.includes('POST /api/me/push')).toBe(means === 'on')
})

test('a site that cannot call asks nobody for anything', async () => {
  const { callMe, calling } = await import('./push')
  key = ''
  answer = 'granted'
  expect(await calling()).toBe('none')
  expect(await callMe()).toBe('none')
  expect(asked).toBe(0)
})
