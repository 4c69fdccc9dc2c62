// A WebSocket that answers heartbeats, notices when it is dead, and reconnects with exponential backoff.

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed'
export interface SocketEvents<In> {
  /** Connected or reconnected. */
  opened(): void
  message(message: In): void
  status(status: ConnectionStatus): void
}

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5000
const HEARTBEAT_TIMEOUT_MS = 12_000 // the server pings every few seconds
const HEARTBEAT_CHECK_MS = 3000

export class ReconnectingSocket<In extends { type: string }, Out extends object> {
  private socket: WebSocket | null = null
  private retryMs = FIRST_RETRY_MS
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private heardAtMs = 0
  private readonly heartbeatTimer: ReturnType<typeof setInterval>

  constructor(
    private readonly url: string,
    private readonly events: SocketEvents<In>,
  ) {
    addEventListener('online', this.reconnectNow)
    addEventListener('offline', this.drop)
    this.heartbeatTimer = setInterval(() => Date.now() - this.heardAtMs > HEARTBEAT_TIMEOUT_MS && this.drop(), HEARTBEAT_CHECK_MS)
    document.addEventListener('visibilitychange', this.reconnectNow)
    this.connect()
  }

  /** Send a message if connected; otherwise drop it. */
  send(message: Out | { type: 'pong'; n: number }): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retryTimer)
    clearInterval(this.heartbeatTimer)
    removeEventListener('online', this.reconnectNow)
    removeEventListener('offline', this.drop)
    document.removeEventListener('visibilitychange', this.reconnectNow)
    this.socket?.close()
    this.events.status('closed')
  }

  private reconnectNow = (): void => {
    if (!this.closed && this.socket === null && navigator.onLine) {
      clearTimeout(this.retryTimer)
      this.connect()
    }
  }

  /** Drop a dead connection without waiting for the browser to notice. */
  private drop = (): void => {
    const socket = this.socket
    if (socket === null || socket.readyState !== WebSocket.OPEN) return
    socket.close()
    this.lost(socket)
  }

  private connect(): void {
    this.events.status(this.retryMs > FIRST_RETRY_MS ? 'lost' : 'connecting')
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => {
      this.heardAtMs = Date.now()
      this.retryMs = FIRST_RETRY_MS
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
    this.retryTimer = setTimeout(() => this.connect(), this.retryMs * (0.75 + Math.random() / 2))
    this.retryMs = Math.min(this.retryMs * 1.8, LONGEST_RETRY_MS)
  }

  private receive(message: In | { type: 'ping'; n: number }): void {
    this.heardAtMs = Date.now()
    if (isPing(message)) this.send({ type: 'pong', n: message.n })
    else this.events.message(message)
  }
}

function isPing(message: { type: string }): message is { type: 'ping'; n: number } {
  return message.type === 'ping'
}

/** The address of a WebSocket of this site. */
export function socketUrl(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`
}
