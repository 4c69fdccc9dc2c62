// One table's line to the server: says hello, answers pings, sends each request until it is answered, comes back
// by itself. It knows nothing of games.

import { PROTOCOL, type ClientMessage, type GameName, type RefusedMessage, type Request, type ServerMessage } from './protocol'

export type LineStatus = 'connecting' | 'open' | 'lost' | 'closed'
export type Answer = { ok: true } | { ok: false; refused: RefusedMessage }

/** What a table needs of a line; the tutorials bring one that plays a recording. */
export interface LineLike<G extends GameName = GameName> {
  /** `race`: it is worthless when it comes late. */
  request(request: Request<G>, race?: boolean): Promise<Answer>
  hello(): void
  close(): void
}
export interface LineEvents<G extends GameName = GameName> {
  have(): number
  message(message: ServerMessage<G>): void
  status(status: LineStatus): void
}

interface Waiting<G extends GameName> {
  request: Request<G>
  race: boolean
  /** The version that was on the screen when it was asked. */
  seen: number
  since: number
  done: (answer: Answer) => void
}

const STALE_RACE = 2000 // what was pressed in a race longer ago than this is not what the finger meant
const SLOWEST_RETRY = 5000
const SILENT_AFTER = 12_000 // the server pings every few seconds; a line this quiet is dead

export class Line<G extends GameName = GameName> implements LineLike<G> {
  private socket: WebSocket | null = null
  private waiting = new Map<string, Waiting<G>>()
  private retry = 250
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private next = 0
  private heard = 0
  private readonly watch: ReturnType<typeof setInterval>
  private readonly prefix = random(6)

  constructor(
    private readonly url: string,
    private readonly events: LineEvents<G>,
  ) {
    addEventListener('online', this.hurry)
    addEventListener('offline', this.giveUp)
    this.watch = setInterval(() => Date.now() - this.heard > SILENT_AFTER && this.giveUp(), 3000)
    document.addEventListener('visibilitychange', this.hurry)
    this.connect()
  }

  request(request: Request<G>, race = false): Promise<Answer> {
    const id = `${this.prefix}${this.next++}`
    return new Promise((done) => {
      const seen = this.events.have()
      this.waiting.set(id, { request, race, seen, since: Date.now(), done })
      this.transmit(id, request, seen)
    })
  }

  hello(): void {
    this.send({ type: 'hello', protocol: PROTOCOL, version: this.events.have() })
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.watch)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.giveUp)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
    this.events.status('closed')
  }

  private hurry = (): void => {
    if (!this.closed && this.socket === null && navigator.onLine) {
      clearTimeout(this.timer)
      this.connect()
    }
  }

  /** A line that is there in name only is let go at once. */
  private giveUp = (): void => {
    const socket = this.socket
    if (socket === null || socket.readyState !== WebSocket.OPEN) return
    socket.close()
    this.lost(socket)
  }

  private connect(): void {
    this.events.status(this.retry > 250 ? 'lost' : 'connecting')
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => {
      this.heard = Date.now()
      this.retry = 250
      this.hello()
      this.events.status('open')
      this.sendAgain()
    }
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data))
    socket.onclose = () => this.lost(socket)
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket || this.closed) return
    this.socket = null
    this.events.status('lost')
    this.timer = setTimeout(() => this.connect(), this.retry * (0.75 + Math.random() / 2))
    this.retry = Math.min(this.retry * 1.8, SLOWEST_RETRY)
  }

  private receive(message: ServerMessage<G>): void {
    this.heard = Date.now()
    if (message.type === 'ping') this.send({ type: 'pong', n: message.n })
    else if (message.type === 'ack') this.answer(message.id, { ok: true })
    else if (message.type === 'refused') this.answer(message.id, { ok: false, refused: message })
    else this.events.message(message)
  }

  private answer(id: string, answer: Answer): void {
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    waiting?.done(answer)
  }

  private sendAgain(): void {
    for (const [id, { request, race, seen, since, done }] of this.waiting) {
      if (race && Date.now() - since > STALE_RACE) {
        this.waiting.delete(id)
        done({ ok: false, refused: { type: 'refused', id, key: 'too-old', text: 'The line was lost.' } })
      } else this.transmit(id, request, seen)
    }
  }

  private transmit(id: string, request: Request<G>, seen: number): void {
    this.send({ type: 'do', id, request, seen })
  }

  private send(message: ClientMessage<G>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }
}

export function random(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes))
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
