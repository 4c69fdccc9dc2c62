// The client's state of a table: one store, folded from the messages of the server.

import { plugOf } from '../app/games'
import { at } from '../net/address'
import { Connection, type Answer, type ConnectionEvents, type TableConnection, type ConnectionStatus } from '../net/connection'
import type {
  DoorMessage,
  Emote,
  GameName,
  Games,
  House,
  OddsMessage,
  Presence,
  Request,
  Seat,
  ServerMessage,
  UpdateMessage,
} from '../net/protocol'
import { socketUrl } from '../net/socket'
import { adoptMark, markToJoin } from '../parts/marks/marks'
import { announce } from '../parts/page/announcement.svelte'
import { drawPart } from './shuffle/shuffle'
import { startingSoon } from './lobby/starting'

/** The number of chat messages kept. */
const MOST_CHAT = 50

/** Events with the view before and after them, for screens that show them move by move. */
export interface Scene<G extends GameName = GameName> {
  version: number
  events: Games[G]['sight'][]
  before: Games[G]['view'] | null
  after: Games[G]['view'] | null
  /** Whether it happened while disconnected. */
  missed: boolean
}

/** What a guest says or shows: words, or a reaction. */
export interface Expression {
  guest: number
  text: string
  emote: Emote | null
}

interface Watcher<G extends GameName> {
  see(scene: Scene<G>): void
}

export class Table<G extends GameName = GameName> {
  house = $state.raw<House | null>(null)
  view = $state.raw<Games[G]['view'] | null>(null)
  legal = $state.raw<Games[G]['legal']>({})
  waiting = $state.raw<Seat[]>([])
  presence = $state.raw<Presence[]>([])
  /** How many screens show the table. */
  screens = $state(0)
  deadline = $state<number | null>(null)
  door = $state.raw<DoorMessage | null>(null)
  status = $state<ConnectionStatus>('connecting')
  /** Whether the server closed this connection because the table is open in too many places. */
  elsewhere = $state(false)
  /** Why the server sent this screen away: no one uses the table, or too many screens show it. */
  sentAway = $state<'idle' | 'full' | null>(null)
  /** Whether the host of the site has ended the table. */
  ended = $state(false)
  /** The finished turns of the game, once requested. */
  history = $state.raw<Games[G]['history']>([])
  /** The odds of the player's cards and the turn they belong to, once requested. */
  odds = $state.raw<OddsMessage<G> | null>(null)
  /** The time of the last chat message that was shown. */
  heard = $state(0)
  /** Whether the sheet with the chat is open: it reads new messages out. */
  talking = $state(false)
  /** At an evening: whether its round is over at every table; null until the evening has told. */
  roundOver = $state<boolean | null>(null)
  /** What is written there and not yet sent. */
  draft = $state('')
  /** Milliseconds to add to performance.now() to get the table's clock. */
  clockOffset = 0
  version = 0
  /** The others have started a new game while this page still shows the result. */
  held = $state(false)

  private connection: TableConnection<G>
  private watchers = new Set<Watcher<G>>()
  private expressions = new Set<(one: Expression) => void>()
  private contributing = false
  private starting = false
  /** Alone with bots, the next game starts as soon as this page has contributed to its shuffle. */
  startsNext = $state(false)

  constructor(
    readonly name: string,
    open: (name: string, events: ConnectionEvents<G>) => TableConnection<G> = openConnection,
    /** Whether this is a screen for the room: it only shows, and goes along with the others. */
    readonly screen = false,
  ) {
    this.startsNext = startingSoon.delete(name)
    this.connection = open(name, {
      have: () => this.version,
      message: (message) => this.receive(message),
      status: (status) => (this.status = status),
    })
  }

  /** Whether this is a tutorial or a replay, which takes no requests. */
  get recorded(): boolean {
    return this.name === ''
  }
  ask(request: Request<G>): Promise<Answer> {
    return this.connection.request(request)
  }
  /** The view of the game, for components that exist only while there is one. */
  get play(): Games[G]['view'] {
    if (this.view === null) throw new Error('There is no game.')
    return this.view
  }
  act(action: Games[G]['action']): Promise<Answer> {
    const races: readonly string[] = this.house === null ? [] : plugOf(this.house.game).races
    return this.connection.request({ do: 'act', action }, races.includes(action.kind))
  }
  /** Say what is written; what is refused stays written, unless there is something new. */
  async say(): Promise<Answer> {
    const text = this.draft
    this.draft = ''
    if (!text.trim()) return { ok: true }
    const answer = await this.ask({ do: 'say', text })
    if (!answer.ok) this.draft ||= text
    return answer
  }
  join(name: string, watch = false): Promise<Answer> {
    return this.ask({ do: 'join', name, watch, mark: markToJoin() })
  }
  /** Propose another game; with `go` the host starts without players who do not answer. */
  async playAgain(go = false): Promise<Answer> {
    const house = this.house
    this.startsNext =
      house !== null && house.you === house.host && house.seats.every((seat) => seat.guest === null || seat.guest === house.you)
    const answer = await this.ask({ do: 'rematch', go })
    if (!answer.ok) this.startsNext = false
    return answer
  }
  /** Leave the result and join the others. */
  goAlong(): void {
    this.held = false
    this.version = 0
    this.house = null
    this.view = null
    this.connection.hello()
  }
  onScene(see: (scene: Scene<G>) => void): () => void {
    const watcher = { see }
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }
  onExpression(watch: (one: Expression) => void): () => void {
    this.expressions.add(watch)
    return () => this.expressions.delete(watch)
  }
  close(): void {
    this.connection.close()
  }

  private receive(message: ServerMessage<G>): void {
    if (this.isHeld(message)) return
    switch (message.type) {
      case 'sync': {
        if (!this.recorded && !this.screen) adoptMark(message.house)
        const before = this.version === 0 ? null : this.view
        if (this.version === 0) this.heard = message.house.chat.at(-1)?.at ?? 0
        this.version = message.version
        this.clockOffset = message.now - performance.now()
        this.door = null
        this.house = message.house
        this.view = message.view
        this.legal = message.legal
        this.waiting = message.waiting
        const events = before === null ? [] : message.events // a new client has missed nothing
        this.tell({ version: message.version, events, before, after: message.view, missed: true })
        break
      }
      case 'update':
        this.update(message)
        break
      case 'door':
        this.house = null
        this.view = null
        this.version = 0
        this.held = false
        this.door = message
        break
      case 'presence':
        this.presence = message.seats
        this.screens = message.screens ?? 0
        this.deadline = message.deadline
        this.clockOffset = message.now - performance.now()
        break
      case 'gesture':
        this.express({ guest: message.guest, text: '', emote: message.emote })
        break
      case 'said':
        if (this.house !== null) {
          const { guest, text, at } = message
          this.house = { ...this.house, chat: [...this.house.chat, { kind: 'said' as const, guest, text, at }].slice(-MOST_CHAT) }
          this.express({ guest, text, emote: null })
        }
        break
      case 'history':
        this.history = message.turns
        break
      case 'odds':
        this.odds = message
        break
      case 'announcement':
        announce(message)
        break
      case 'bye':
        if (message.reason === 'ended') {
          this.ended = true
          this.connection.close()
        }
        if (message.reason === 'idle' || message.reason === 'full') {
          this.sentAway = message.reason
          this.connection.close()
        }
        if (message.reason === 'elsewhere') {
          this.elsewhere = true
          this.connection.close() // reconnecting would close another page of this guest
        }
        if (message.reason === 'protocol' || message.reason === 'device-ended') location.reload()
        break
    }
    this.contribute()
  }

  /** A player who did not ask for the next game keeps the result on screen. */
  private isHeld(message: ServerMessage<G>): boolean {
    if (this.screen) return false
    if (message.type !== 'sync' && message.type !== 'update' && message.type !== 'presence') return false
    const house = this.house
    if (!this.held && house?.stage === 'over' && message.type !== 'presence') {
      const next = message.house
      const again = next?.again ?? house.again
      this.held = next?.stage !== undefined && next.stage !== 'over' && !again.includes(house.you ?? -1)
    }
    return this.held
  }

  private update(message: UpdateMessage<G>): void {
    if (this.house === null || message.version !== this.version + 1) {
      if (message.version > this.version) this.connection.hello()
      return
    }
    const before = this.view
    this.version = message.version
    if (message.house) this.house = { ...this.house, ...message.house }
    if (message.fresh) this.view = message.view
    else if (message.view === null) this.view = null
    else if (message.view && this.view) this.view = { ...this.view, ...message.view }
    if (message.legal) this.legal = message.legal
    if (message.waiting) this.waiting = message.waiting
    if (message.view === null) {
      this.legal = {}
      this.waiting = []
    }
    this.tell({ version: message.version, events: message.events ?? [], before, after: this.view, missed: false })
  }

  private express(one: Expression): void {
    for (const watch of this.expressions) watch(one)
  }

  private tell(scene: Scene<G>): void {
    for (const watcher of this.watchers) watcher.see(scene)
  }

  /** Contribute to the next shuffle, so that no party alone decides it. */
  private contribute(): void {
    const house = this.house
    if (this.screen) return
    if (house?.stage === 'lobby' && house.contributed && this.startsNext) {
      if (this.starting) return
      this.starting = true
      void this.ask({ do: 'start' }).then(() => {
        this.starting = false
        this.startsNext = false
      })
    }
    if (house === null || house.stage !== 'lobby' || house.contributed || this.contributing) return
    this.contributing = true
    const { contribution } = drawPart(this.name, house)
    void this.ask({ do: 'contribute', contribution }).then(() => (this.contributing = false))
  }
}

function openConnection<G extends GameName>(name: string, events: ConnectionEvents<G>): TableConnection<G> {
  return new Connection(socketUrl(at(`/ws/${name}`)), events)
}
