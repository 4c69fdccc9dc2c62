import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection, type ConnectionStatus } from './connection'
import type { ClientMessage, ServerMessage } from './protocol'

/** A socket whose other end is this test. */
class Socket {
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = 0
  sent: ClientMessage[] = []
  onopen = (): void => undefined
  onclose = (): void => undefined
  onmessage = (_: { data: string }): void => undefined

  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = Socket.OPEN
    this.onopen()
  }
  breaks(): void {
    this.readyState = 3
    this.onclose()
  }
  says(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  asked(): Extract<ClientMessage, { type: 'do' }>[] {
    return this.sent.filter((message) => message.type === 'do')
  }
}
const last = (): Socket => Socket.all.at(-1)!

let page: EventTarget
let version: number
let heard: ServerMessage[]
let status: ConnectionStatus[]

function connect(): Connection {
  return new Connection('ws://here/ws/some', {
    have: () => version,
    message: (message) => void heard.push(message),
    status: (now) => void status.push(now),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5) // no jitter
  page = new EventTarget()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  Socket.all = []
  version = 7
  heard = []
  status = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('it says hello with the version it has, answers pings, and passes on the rest', () => {
  connect()
  last().open()
  last().says({ type: 'ping', n: 17 })
  last().says({ type: 'bye', reason: 'restart' })
  expect(last().sent).toEqual([
    { type: 'hello', protocol: 1, version: 7 },
    { type: 'pong', n: 17 },
  ])
  expect(heard).toEqual([{ type: 'bye', reason: 'restart' }])
  expect(status).toEqual(['connecting', 'open'])
})

test('everything is asked for once until the answer has come', () => {
  const one = connect()
  last().open()
  one.hello()
  one.hello()
  expect(last().sent).toHaveLength(1)
  last().says({ type: 'door' } as ServerMessage)
  one.hello()
  expect(last().sent).toHaveLength(2)
  last().breaks()
  vi.advanceTimersByTime(250)
  last().open()
  expect(last().sent).toHaveLength(1)
})

test('a request is answered by the ack or the refusal that carries its id', async () => {
  const one = connect()
  last().open()
  const [first, second] = [one.request({ do: 'start' }), one.request({ do: 'pause' })]
  const [a, b] = last().asked()
  expect(a!.id).not.toBe(b!.id)
  const no: ServerMessage = { type: 'refused', id: b!.id, key: 'no-game', text: 'There is no game in progress.' }
  last().says(no)
  last().says({ type: 'ack', id: a!.id, version: 8 })
  expect(await first).toEqual({ ok: true })
  expect(await second).toEqual({ ok: false, refused: no })
})

test('what was not answered is sent again on the next connection, under its id and with what was seen when it was asked', () => {
  const one = connect()
  void one.request({ do: 'start' }) // before there is a connection
  last().open()
  const [before] = last().asked()
  expect(before).toMatchObject({ request: { do: 'start' }, seen: 7 })
  version = 9
  last().breaks()
  vi.advanceTimersByTime(250)
  last().open()
  expect(Socket.all).toHaveLength(2)
  expect(last().asked()).toEqual([before])
  last().says({ type: 'ack', id: before!.id, version: 9 })
  last().breaks()
  vi.advanceTimersByTime(450)
  last().open()
  expect(last().asked()).toEqual([])
})

test('what was pressed in a race long ago is not done any more, whatever else was asked is done', async () => {
  const one = connect()
  last().open()
  last().breaks()
  const played = one.request({ do: 'act', action: { kind: 'play', card: 'W8' } }, true)
  void one.request({ do: 'act', action: { kind: 'lay-hand' } })
  vi.setSystemTime(Date.now() + 2001)
  vi.advanceTimersByTime(250)
  last().open()
  expect(last().asked().map(({ request }) => request)).toEqual([{ do: 'act', action: { kind: 'lay-hand' } }])
  expect(await played).toMatchObject({ ok: false, refused: { key: 'too-old' } })
})

test('what was pressed in a race a moment ago is done', () => {
  const one = connect()
  last().open()
  last().breaks()
  void one.request({ do: 'act', action: { kind: 'play', card: 'W8' } }, true)
  vi.advanceTimersByTime(250)
  last().open()
  expect(last().asked()).toHaveLength(1)
})

test('it tries again ever less often, at least every five seconds, and at once when the network is back', () => {
  connect()
  const waits: number[] = []
  for (let tried = 1; tried <= 8; tried++) {
    last().breaks()
    let waited = 0
    while (Socket.all.length === tried) {
      vi.advanceTimersByTime(50)
      waited += 50
    }
    waits.push(waited)
  }
  expect(waits).toEqual([250, 450, 850, 1500, 2650, 4750, 5000, 5000])
  last().breaks()
  page.dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(10)
  expect(status.at(-1)).toBe('lost')
})

test('a connection on which nothing is heard is dropped, and so is one without a network', () => {
  connect()
  last().open()
  vi.advanceTimersByTime(9000)
  last().says({ type: 'ping', n: 1 })
  vi.advanceTimersByTime(12_000)
  expect([Socket.all.length, status.at(-1)]).toEqual([1, 'open'])
  vi.advanceTimersByTime(3000)
  expect(status.at(-1)).not.toBe('open')
  vi.advanceTimersByTime(250)
  last().open()
  expect([Socket.all.length, status.at(-1)]).toEqual([2, 'open'])
  page.dispatchEvent(new Event('offline'))
  expect([last().readyState, status.at(-1)]).toEqual([3, 'lost'])
})

test('a closed connection stays closed', () => {
  const one = connect()
  last().open()
  one.close()
  last().onclose()
  page.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  expect(Socket.all).toHaveLength(1)
  expect(status.at(-1)).toBe('closed')
})
