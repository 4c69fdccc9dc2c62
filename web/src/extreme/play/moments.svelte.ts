// The moments that are still to be looked at. The server sends the end of a level in one message; the screen shows it one
// moment after the other.

import type { Seat } from '../../net/protocol'
import type { Scene } from '../../table/table.svelte'
import type { LevelPassed, MistakeSeen, Sight, Turned, View } from '../records'

export type Moment =
  | MistakeSeen
  | { kind: 'given'; discards: (string | null)[] }
  /** The reveal of the blind piles: lives and stars before it, and the lives after each card. */
  | { kind: 'reveal'; turned: Turned[]; lives: number; stars: number; left: number[] }

/** Why the players have to lay down their hands. */
export type Reason = { kind: 'dealt' } | { kind: 'again' } | { kind: 'stop'; seat: Seat }

export class Moments {
  private queue = $state.raw<Moment[]>([])
  /** The number of blind cards turned over so far. */
  turnedOver = $state(0)
  passed = $state.raw<LevelPassed | null>(null)
  reason = $state.raw<Reason>({ kind: 'again' })
  proposer = $state<Seat | null>(null)

  /** Join a running level. */
  begin(view: View): void {
    if (view.pauses.length === 0) this.reason = { kind: 'dealt' }
  }

  /** The current moment. */
  get now(): Moment | null {
    return this.queue[0] ?? null
  }

  next(): void {
    this.queue = this.queue.slice(1)
    this.turnedOver = 0
  }
  clear(): void {
    this.queue = []
    this.turnedOver = 0
  }
  turnOne(): void {
    this.turnedOver += 1
  }
  turnAll(): void {
    this.turnedOver = Infinity
  }
  /** Show the reveal of the blind piles again. */
  again(view: View): void {
    this.queue = [{ kind: 'reveal', turned: view.turned, lives: view.lives, stars: view.stars, left: [] }]
    this.turnedOver = Infinity
  }

  /** Lives and stars as shown: a reveal takes them one by one. */
  supply(view: View): { lives: number; stars: number } {
    const reveal = this.queue.find((moment) => moment.kind === 'reveal')
    if (reveal === undefined) return view
    const seen = reveal === this.queue[0] ? this.turnedOver : 0
    if (seen >= reveal.turned.length) return view
    return { lives: reveal.left[seen - 1] ?? reveal.lives, stars: reveal.stars }
  }

  /** After a reconnect: the current moment may be long over. */
  private catchUp(before: View | null, after: View): void {
    if (before === null || before.phase === after.phase) return
    if (after.phase !== 'passed' && after.phase !== 'over') this.clear()
    if (after.phase === 'voting') this.proposer = null
    this.reason = { kind: after.pauses.length === 0 ? 'dealt' : 'again' }
  }

  watch(scene: Scene<'extreme'>): void {
    const before = scene.before
    const after = scene.after
    if (after === null) return this.clear()
    if (scene.missed) this.catchUp(before, after)
    const all = scene.events
    const since = all.findLastIndex((sight) => sight.kind === 'dealt')
    const sights = all.slice(Math.max(0, since)) // skip levels that began and ended meanwhile
    const turned = sights.filter((sight) => sight.kind === 'turned')
    for (const sight of sights) {
      switch (sight.kind) {
        case 'dealt':
          this.clear()
          this.passed = null
          this.reason = { kind: 'dealt' }
          break
        case 'started':
          this.clear()
          this.reason = { kind: 'again' }
          break
        case 'stop':
          this.reason = { kind: 'stop', seat: sight.seat }
          break
        case 'mistake':
          this.queue = [...this.queue, sight]
          this.reason = { kind: 'again' }
          break
        case 'propose-star':
          this.clear()
          this.proposer = sight.seat
          break
        case 'star-used':
          this.queue = [...this.queue, { kind: 'given', discards: sight.discards }]
          this.reason = { kind: 'again' }
          break
        case 'level-passed':
          this.passed = sight
          break
      }
    }
    if (turned.length > 0) {
      const left = turned.map((sight) => sight.lives)
      this.queue = [...this.queue, { kind: 'reveal', turned, left, ...unturned(before, after, sights, left) }]
    }
  }
}

/** Lives and stars before the reveal, as last told in this level. */
function unturned(before: View | null, after: View, sights: Sight[], left: number[]): { lives: number; stars: number } {
  const known = before?.level === after.level ? before : { lives: left[0] ?? after.lives, stars: after.stars }
  const mistake = sights.findLast((sight) => sight.kind === 'mistake')
  const star = sights.findLast((sight) => sight.kind === 'star-used')
  return { lives: mistake?.lives ?? known.lives, stars: star?.stars ?? known.stars }
}
