// One table's line to the server: says hello, and sends each request until it is answered. It knows nothing of games.

import { Connection, type LineStatus } from './connection'
import { PROTOCOL, type ClientMessage, type GameName, type RefusedMessage, type Request, type ServerMessage } from './protocol'

export type { LineStatus } from './connection'
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

export class Line<G extends GameName = GameName> implements LineLike<G> {
  private readonly connection: Connection<ServerMessage<G>, ClientMessage<G>>
  private waiting = new Map<string, Waiting<G>>()
  private next = 0
  private readonly prefix = random(6)
  private greeting = false // the answer to a hello is yet to come

  constructor(
    url: string,
    private readonly events: LineEvents<G>,
  ) {
    this.connection = new Connection(url, {
      opened: () => {
        this.greeting = false
        this.hello()
        this.sendAgain()
      },
      message: (message) => this.receive(message),
      status: (status) => events.status(status),
    })
  }

  request(request: Request<G>, race = false): Promise<Answer> {
    const id = `${this.prefix}${this.next++}`
    return new Promise((done) => {
      const seen = this.events.have()
      this.waiting.set(id, { request, race, seen, since: Date.now(), done })
      this.transmit(id, request, seen)
    })
  }

  /** Ask for everything; not again before the answer has come. */
  hello(): void {
    if (this.greeting) return
    this.greeting = true
    this.connection.send({ type: 'hello', protocol: PROTOCOL, version: this.events.have() })
  }

  close(): void {
    this.connection.close()
  }

  private receive(message: ServerMessage<G>): void {
    if (message.type === 'ack') this.answer(message.id, { ok: true })
    else if (message.type === 'refused') this.answer(message.id, { ok: false, refused: message })
    else {
      if (message.type === 'sync' || message.type === 'door') this.greeting = false
      this.events.message(message)
    }
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
    this.connection.send({ type: 'do', id, request, seen })
  }
}

export function random(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes))
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
