import { describe, expect, it } from 'vitest'
import type { Sight, View } from '../records'
import type { Scene } from '../../table/table.svelte'
import { Moments } from './moments.svelte'

const VIEW: View = {
  game: 'extreme', seat: 0, players: 2, level: 3, last_level: 12, blind: [], reward: null, lives: 3, stars: 1, phase: 'playing',
  hand: [], cards_left: [0, 0], piles: { white: { count: 0, top: null }, red: { count: 0, top: null } }, events: [], pauses: [],
  aside: [], turned: [], down: [false, false], votes: [null, null], chosen: [false, false], choice: null, ready: [false, false],
  now: 0, outcome: null,
}
function view(changes: Partial<View>): View {
  return { ...VIEW, ...changes }
}
function scene(before: View, after: View, ...events: Sight[]): Scene<'extreme'> {
  return { version: 1, before, after, events, missed: false }
}
function missed(before: View, after: View, ...events: Sight[]): Scene<'extreme'> {
  return { ...scene(before, after, ...events), missed: true }
}
const mistake: Sight = { kind: 'mistake', seat: 0, card: 'W34', aside: [[1, 'W26']], lives: 2 }
const ahead: Sight = { kind: 'turned', seat: 0, card: 'R9', overtook: [[1, 'R10']], lives: 1 }
const late: Sight = { kind: 'turned', seat: 1, card: 'R10', overtook: [], lives: 1 }

describe('moments', () => {
  it('shows a mistake, then the reveal, and takes lives only as they are seen', () => {
    const moments = new Moments()
    const after = view({ lives: 2, phase: 'passed' }) // two lost, one gained
    const passed: Sight = { kind: 'level-passed', level: 3, reward: 'life', gained: true, one_pile_first: false }
    moments.watch(scene(view({}), after, mistake, ahead, late, passed))

    expect(moments.now?.kind).toBe('mistake')
    expect(moments.supply(after).lives).toBe(2)
    moments.next()
    expect(moments.now?.kind).toBe('reveal')
    expect(moments.supply(after).lives).toBe(2)
    moments.turnOne()
    expect(moments.supply(after).lives).toBe(1)
    moments.turnOne()
    expect(moments.supply(after).lives).toBe(2)
    expect(moments.passed?.gained).toBe(true)
  })

  it('forgets when play goes on', () => {
    const moments = new Moments()
    moments.watch(scene(view({}), view({ phase: 'gathering' }), mistake))
    expect(moments.now?.kind).toBe('mistake')
    moments.watch(scene(view({ phase: 'lifting' }), view({}), { kind: 'started', at: 0 }))
    expect(moments.now).toBeNull()
  })

  it('forgets what was over while disconnected', () => {
    const moments = new Moments()
    const frozen = view({ phase: 'gathering' })
    moments.watch(scene(view({}), frozen, mistake))
    moments.watch(scene(frozen, frozen)) // a close call is told without an event
    expect(moments.now?.kind).toBe('mistake')
    moments.watch(missed(frozen, view({})))
    expect(moments.now).toBeNull()
  })

  it('shows the mistake that stopped play while disconnected', () => {
    const moments = new Moments()
    moments.watch(missed(view({}), view({ lives: 2, phase: 'gathering' }), { kind: 'started', at: 0 }, mistake))
    expect(moments.now?.kind).toBe('mistake')
  })

  it('does not go back to levels that were over before the reconnect', () => {
    const moments = new Moments()
    const dealt: Sight = { kind: 'dealt', level: 4, hand: ['W3'] }
    moments.watch(missed(view({}), view({ phase: 'gathering' }), mistake, ahead, late, dealt))
    expect(moments.now).toBeNull()
  })
})
