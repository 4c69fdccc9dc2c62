// A table's connection to the server. It says hello, queues each request and sends it again after a reconnect, until the
// server acknowledges or refuses it. It knows nothing of games.

import { PROTOCOL, type ClientMessage, type GameName, type RefusedMessage, type Request, type ServerMessage } from './protocol'
import { ReconnectingSocket, type ConnectionStatus } from './socket'

export type { ConnectionStatus } from './socket'
export type Answer = { ok: true } | { ok: false; refused: RefusedMessage }

/** What a table needs of a connection; tutorials and replays bring one that plays a recording. */
export interface TableConnection<G extends GameName = GameName> {
  /** `race`: the request expires when it waits too long for a connection. */
  request(request: Request<G>, race?: boolean): Promise<Answer>
  hello(): void
  close(): void
}
export interface ConnectionEvents<G extends GameName = GameName> {
  /** The version of the table that this client has. */
  have(): number
  message(message: ServerMessage<G>): void
  status(status: ConnectionStatus): void
}

interface Unanswered<G extends GameName> {
  request: Request<G>
  race: boolean
  /** The version on the screen when the player asked. */
  seen: number
  askedAtMs: number
  resolve: (answer: Answer) => void
}

const RACE_EXPIRY_MS = 2000 // after that, a press no longer means what the player meant by it

export class Connection<G extends GameName = GameName> implements TableConnection<G> {
  private readonly socket: ReconnectingSocket<ServerMessage<G>, ClientMessage<G>>
  private sendQueue = new Map<string, Unanswered<G>>()
  private nextId = 0
  private readonly idPrefix = randomHex(6)
  private awaitingHello = false

  constructor(
    url: string,
    private readonly events: ConnectionEvents<G>,
    /** Whether it shows the table to a room, as a spectator may know it, whatever seat its guest has. */
    private readonly screen = false,
  ) {
    this.socket = new ReconnectingSocket(url, {
      opened: () => {
        this.awaitingHello = false
        this.hello()
        this.resend()
      },
      message: (message) => this.receive(message),
      status: (status) => events.status(status),
    })
  }

  request(request: Request<G>, race = false): Promise<Answer> {
    const id = `${this.idPrefix}${this.nextId++}`
    return new Promise((resolve) => {
      const seen = this.events.have()
      this.sendQueue.set(id, { request, race, seen, askedAtMs: Date.now(), resolve })
      this.transmit(id, request, seen)
    })
  }

  /** Ask for the whole state, unless an earlier hello is still unanswered. */
  hello(): void {
    if (this.awaitingHello) return
    this.awaitingHello = true
    this.socket.send({ type: 'hello', protocol: PROTOCOL, version: this.events.have(), ...(this.screen && { screen: true }) })
  }

  close(): void {
    this.socket.close()
  }

  private receive(message: ServerMessage<G>): void {
    if (message.type === 'ack') this.answer(message.id, { ok: true })
    else if (message.type === 'refused') this.answer(message.id, { ok: false, refused: message })
    else {
      if (message.type === 'sync' || message.type === 'door') this.awaitingHello = false
      this.events.message(message)
    }
  }

  private answer(id: string, answer: Answer): void {
    const unanswered = this.sendQueue.get(id)
    this.sendQueue.delete(id)
    unanswered?.resolve(answer)
  }

  private resend(): void {
    for (const [id, { request, race, seen, askedAtMs, resolve }] of this.sendQueue) {
      if (race && Date.now() - askedAtMs > RACE_EXPIRY_MS) {
        this.sendQueue.delete(id)
        resolve({ ok: false, refused: { type: 'refused', id, key: 'too-old', text: 'The connection was lost.' } })
      } else this.transmit(id, request, seen)
    }
  }

  private transmit(id: string, request: Request<G>, seen: number): void {
    this.socket.send({ type: 'do', id, request, seen })
  }
}

export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes))
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
