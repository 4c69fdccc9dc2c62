import { describe, expect, it } from 'vitest'
import type { House, Stopped } from '../../net/protocol'
import { words } from '../../app/words/words.svelte'
import { whyHands } from './stopped'
import { tape } from '../learn/tape'

const ME = 0
const PARTNER = 1
function house(stopped: Omit<Stopped, 'kind'> | null): House {
  const begin: House = tape.begin.house
  const seats = ['Ann', 'Bob'].map((name, guest) => ({ name, guest, bot: null, stand_in: false }))
  return { ...begin, seats, stopped: stopped && { kind: 'stopped', ...stopped } }
}
const stop = (seat: number) => ({ kind: 'stop', seat }) as const

describe('why play stopped', () => {
  const w = words().extreme.palmFor

  it('says that a connection was lost, not that its player asked', () => {
    expect(whyHands(house({ seat: ME }), stop(ME), false)).toBe(w.youLost)
    expect(whyHands(house({ seat: PARTNER }), stop(PARTNER), false)).toBe(w.lost('Bob'))
    expect(whyHands(house({ seat: ME }), { kind: 'again' }, false)).toBe(w.youLost) // after a reload
  })
  it('says that a player left', () => {
    expect(whyHands(house({ seat: ME, left: true }), stop(ME), false)).toBe(w.youLeft)
    expect(whyHands(house({ seat: PARTNER, left: true }), stop(PARTNER), false)).toBe(w.left('Bob'))
  })
  it('names no player when the site closed the connections, nor in a replay, which does not know', () => {
    expect(whyHands(house({}), stop(ME), false)).toBe(w.again)
    expect(whyHands(house(null), stop(ME), true)).toBe(w.again)
  })
  it('says who asked when a player pressed Stop', () => {
    expect(whyHands(house(null), stop(ME), false)).toBe(w.youStop)
    expect(whyHands(house(null), stop(PARTNER), false)).toBe(w.stop('Bob'))
  })
})
