// A connection to the server that answers pings, notices when it is dead, and comes back by itself.

export type LineStatus = 'connecting' | 'open' | 'lost' | 'closed'
export interface ConnectionEvents<In> {
  /** There is a connection, for the first time or again. */
  opened(): void
  message(message: In): void
  status(status: LineStatus): void
}

const SLOWEST_RETRY = 5000
const SILENT_AFTER = 12_000 // the server pings every few seconds; a connection this quiet is dead

export class Connection<In extends { type: string }, Out extends object> {
  private socket: WebSocket | null = null
  private retry = 250
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private heard = 0
  private readonly watch: ReturnType<typeof setInterval>

  constructor(
    private readonly url: string,
    private readonly events: ConnectionEvents<In>,
  ) {
    addEventListener('online', this.hurry)
    addEventListener('offline', this.giveUp)
    this.watch = setInterval(() => Date.now() - this.heard > SILENT_AFTER && this.giveUp(), 3000)
    document.addEventListener('visibilitychange', this.hurry)
    this.connect()
  }

  /** Send something, if there is a connection now. */
  send(message: Out | { type: 'pong'; n: number }): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
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

  /** One that is there in name only is let go at once. */
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
      this.events.status('open')
      this.events.opened()
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

  private receive(message: In | { type: 'ping'; n: number }): void {
    this.heard = Date.now()
    if (isPing(message)) this.send({ type: 'pong', n: message.n })
    else this.events.message(message)
  }
}

function isPing(message: { type: string }): message is { type: 'ping'; n: number } {
  return message.type === 'ping'
}

/** Where the server's WebSockets are. */
export function lineTo(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`
}
