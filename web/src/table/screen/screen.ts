// The connection of a screen for the room.

import { at } from '../../net/address'
import { Connection, type ConnectionEvents, type TableConnection } from '../../net/connection'
import type { GameName, ServerMessage } from '../../net/protocol'
import { socketUrl } from '../../net/socket'
import { later } from './shown'

/** A connection that is a screen; all that it is told, it passes on so much later. */
export function openScreen<G extends GameName>(delayMs: number): (name: string, events: ConnectionEvents<G>) => TableConnection<G> {
  return (name, events) => new Connection(socketUrl(at(`/ws/${name}`)), delayed(events, delayMs), true)
}

export function delayed<G extends GameName>(events: ConnectionEvents<G>, delayMs: number): ConnectionEvents<G> {
  return { ...events, message: later((message: ServerMessage<G>) => events.message(message), delayMs) }
}
