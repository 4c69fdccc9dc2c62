import { describe, expect, it } from 'vitest'
import type { ExtremeView } from '../protocol'
import type { Scene } from '../table/table.svelte'
import { Moments } from './moments.svelte'
import type { Sight } from './sights'

function view(changes: Partial<ExtremeView>): ExtremeView {
  return { lives: 3, stars: 1, phase: 'playing', pauses: [], turned: [], ...changes } as ExtremeView
}
function scene(before: ExtremeView, after: ExtremeView, ...events: Sight[]): Scene {
  return { version: 1, before, after, events, missed: false } as unknown as Scene
}
function missed(before: ExtremeView, after: ExtremeView, ...events: Sight[]): Scene {
  return { ...scene(before, after, ...events), missed: true }
}
const mistake: Sight = { kind: 'mistake', seat: 0, card: 'W34', aside: [[1, 'W26']] }
const ahead: Sight = { kind: 'turned', seat: 0, card: 'R9', overtook: [[1, 'R10']] }
const late: Sight = { kind: 'turned', seat: 1, card: 'R10', overtook: [] }

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
    moments.watch(scene(view({ phase: 'lifting' }), view({}), { kind: 'started' }))
    expect(moments.now).toBeNull()
  })

  it('forgets what was over while the line was lost', () => {
    const moments = new Moments()
    const frozen = view({ phase: 'gathering' })
    moments.watch(scene(view({}), frozen, mistake))
    moments.watch(scene(frozen, frozen)) // a close call is told without an event
    expect(moments.now?.kind).toBe('mistake')
    moments.watch(missed(frozen, view({})))
    expect(moments.now).toBeNull()
  })

  it('shows the mistake that stopped play while the line was lost', () => {
    const moments = new Moments()
    moments.watch(missed(view({}), view({ lives: 2, phase: 'gathering' }), { kind: 'started' }, mistake))
    expect(moments.now?.kind).toBe('mistake')
  })

  it('does not go back to levels that were over before the line came back', () => {
    const moments = new Moments()
    const dealt: Sight = { kind: 'dealt', level: 4, hand: ['W3'] }
    moments.watch(missed(view({}), view({ phase: 'gathering' }), mistake, ahead, late, dealt))
    expect(moments.now).toBeNull()
  })
})
