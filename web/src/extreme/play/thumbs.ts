// Which controls are under the player's thumbs at each moment of a level.

import type { House } from '../../net/protocol'
import type { View } from '../records'
import type { Moments } from './moments.svelte'

export type Thumbs = 'paused' | 'nothing' | 'go-on' | 'passed' | 'vote' | 'choice' | 'watch' | 'palm' | 'hand'

/** Whether the hands are on the table, or about to be. */
export const isGathering = ({ phase }: View): boolean => phase === 'gathering' || phase === 'lifting'

export function thumbsFor(house: House, view: View, { now: moment, turnedOver }: Moments): Thumbs {
  if (house.paused) return 'paused'
  if (moment?.kind === 'reveal' && turnedOver < moment.turned.length) return 'nothing'
  if (moment !== null && !isGathering(view) && (view.phase !== 'passed' || moment.kind !== 'reveal')) return 'go-on'
  if (view.phase === 'passed') return 'passed'
  if (view.phase === 'voting') return 'vote'
  if (view.phase === 'choosing') return 'choice'
  if (house.seat === null) return moment === null ? 'watch' : 'go-on'
  return isGathering(view) ? 'palm' : 'hand'
}
