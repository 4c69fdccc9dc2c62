// A room that watches a replay together: the leader's moment, the people, and whether this client follows.

import { words } from '../app/words/words.svelte'
import { at } from '../net/address'
import { api, Problem } from '../net/api'
import { PROTOCOL, type Here, type Moment, type RoomMessage, type RoomSaid } from '../net/protocol'
import { ReconnectingSocket, socketUrl, type ConnectionStatus } from '../net/socket'

/** The least interval between two messages of a leader. */
const SEND_INTERVAL_MS = 120

export class Together {
  people = $state.raw<Here[]>([])
  leader = $state<number | null>(null)
  you = $state(0)
  /** The leader's moment. */
  at = $state.raw<Moment | null>(null)
  /** Whether this client has stopped following. */
  free = $state(false)
  status = $state<ConnectionStatus>('connecting')
  /** Why this client cannot join. */
  problem = $state.raw<Problem | null>(null)

  private socket: ReconnectingSocket<RoomMessage, RoomSaid> | null = null
  private showing: ReturnType<typeof setTimeout> | undefined
  private shown: Moment | null = null
  private closed = false

  constructor(
    table: string,
    number: number,
    readonly room: string,
    private readonly name: string,
  ) {
    void this.come(table, number)
  }

  get leads(): boolean {
    return this.you > 0 && this.leader === this.you
  }
  /** The leader's moment, if this client follows. */
  get followed(): Moment | null {
    return this.leads || this.free ? null : this.at
  }
  get others(): number {
    return Math.max(0, this.people.length - 1)
  }
  nameOf(number: number): string {
    return this.people.find((one) => one.number === number)?.name || words().together.guest(number)
  }

  /** Stop following; has no effect on the leader. */
  breakFree(): void {
    if (!this.leads && this.you > 0) this.free = true
  }
  comeBack(): void {
    this.free = false
  }
  lead(to: number): void {
    this.socket?.send({ type: 'lead', to })
  }
  /** Send the leader's moment, throttled; the last one is always sent. */
  show(moment: Moment): void {
    this.shown = moment
    if (this.showing !== undefined) return
    this.socket?.send({ type: 'at', at: moment })
    this.showing = setTimeout(() => {
      this.showing = undefined
      if (this.leads && this.shown !== null && this.shown !== moment) this.show(this.shown)
    }, SEND_INTERVAL_MS)
  }
  close(): void {
    this.closed = true
    clearTimeout(this.showing)
    this.socket?.close()
  }

  private async come(table: string, number: number): Promise<void> {
    const path = `${table}/games/${number}/together/${this.room}`
    try {
      await api.roomInfo(path)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.problem = error
      return
    }
    if (this.closed) return
    this.socket = new ReconnectingSocket(socketUrl(at(`/ws/${path}`)), {
      opened: () => this.socket?.send({ type: 'hello', protocol: PROTOCOL, name: this.name }),
      message: (message) => this.receive(message),
      status: (status) => (this.status = status),
    })
  }

  private receive(message: RoomMessage): void {
    switch (message.type) {
      case 'welcome':
        this.you = message.you
        this.leader = null // until told; a leader who reconnects sends their moment again
        break
      case 'together':
        this.people = message.people
        this.leader = message.leader
        this.at = message.at
        if (this.leads) this.free = false
        break
      case 'bye':
        if (message.reason === 'protocol' || message.reason === 'device-ended') location.reload()
        if (message.reason === 'full' || message.reason === 'elsewhere') {
          this.problem = new Problem(`room-${message.reason}`, words().together[message.reason])
          this.close()
        }
        break
      case 'ping':
        break
    }
  }
}
