// What has just happened and is still being looked at. The server tells a level's end in one breath; here it is
// shown one thing after the other.

import type { ExtremeView, Seat, Turned } from '../protocol'
import type { Scene } from '../table/table.svelte'
import type { LevelPassed, Mistake, Sight } from './sights'

export type Moment =
  | ({ kind: 'mistake' } & Mistake)
  | { kind: 'given'; discards: (string | null)[] }
  | { kind: 'reveal'; turned: Turned[]; lives: number; stars: number }

/** Why hands are to be laid on the table. */
export type Reason = { kind: 'dealt' } | { kind: 'again' } | { kind: 'stop'; seat: Seat }

export class Moments {
  private queue = $state.raw<Moment[]>([])
  /** How many cards of the blind piles have been turned over so far. */
  turnedOver = $state(0)
  passed = $state.raw<LevelPassed | null>(null)
  reason = $state.raw<Reason>({ kind: 'again' })
  proposer = $state<Seat | null>(null)

  /** Come to the table in the middle of things. */
  begin(view: ExtremeView): void {
    if (view.pauses.length === 0) this.reason = { kind: 'dealt' }
  }

  /** What is being looked at now. */
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
  /** Turn the blind piles once more, now that everything is known. */
  again(view: ExtremeView): void {
    const lost = view.turned.filter((one) => one.overtook.length > 0).length
    this.queue = [{ kind: 'reveal', turned: view.turned, lives: view.lives + lost, stars: view.stars }]
    this.turnedOver = Infinity
  }

  /** Lives and stars as far as they have been shown: a reveal takes them one by one. */
  supply(view: ExtremeView): { lives: number; stars: number } {
    const reveal = this.queue.find((moment) => moment.kind === 'reveal')
    if (reveal === undefined) return view
    const current = reveal === this.queue[0]
    if (current && this.turnedOver >= reveal.turned.length) return view
    const seen = current ? reveal.turned.slice(0, this.turnedOver) : []
    const lost = seen.filter((one) => one.overtook.length > 0).length
    return { lives: Math.max(0, reveal.lives - lost), stars: reveal.stars }
  }

  /** The line was lost for a while: what was looked at may be long over. */
  private catchUp(before: ExtremeView | null, after: ExtremeView): void {
    if (before === null || before.phase === after.phase) return
    if (after.phase !== 'passed' && after.phase !== 'over') this.clear()
    if (after.phase === 'voting') this.proposer = null
    this.reason = { kind: after.pauses.length === 0 ? 'dealt' : 'again' }
  }

  watch(scene: Scene): void {
    const before = scene.before as ExtremeView | null
    const after = scene.after as ExtremeView | null
    if (after === null) return this.clear()
    if (scene.missed) this.catchUp(before, after)
    const all = scene.events as unknown as Sight[]
    const since = all.findLastIndex((sight) => sight.kind === 'dealt')
    const sights = all.slice(Math.max(0, since)) // levels that began and ended meanwhile are over
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
      const mistake = sights.some((sight) => sight.kind === 'mistake')
      const used = sights.some((sight) => sight.kind === 'star-used')
      const left =
        before === null || scene.missed
          ? beforeReveal(after, turned, this.passed)
          : { lives: before.lives - (mistake ? 1 : 0), stars: before.stars - (used ? 1 : 0) }
      this.queue = [...this.queue, { kind: 'reveal', turned, ...left }]
    }
  }
}

/** Lives and stars when the piles had not been turned over: what they took and what the level brought is not counted. */
function beforeReveal(after: ExtremeView, turned: Turned[], passed: LevelPassed | null): { lives: number; stars: number } {
  const lost = turned.filter((one) => one.overtook.length > 0).length
  const gained = passed?.gained ? passed.reward : null
  return { lives: after.lives + lost - (gained === 'life' ? 1 : 0), stars: after.stars - (gained === 'star' ? 1 : 0) }
}
