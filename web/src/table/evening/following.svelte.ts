// An evening as the site tells it, again and again; and the site's clock, by which a round ends.
// The site answers at once when a round begins or is over. Whatever else changes, such as who has come, may take a while.

import { problemText, words } from '../../app/words/words.svelte'
import { api, Problem } from '../../net/api'
import type { EveningAnswer } from '../../net/protocol'
import { later } from '../screen/shown'

const TICK_MS = 500
const RETRY_MS = 5000
/** The longest the site lets a question wait. */
const LONGEST_MS = 25_000
/** Until a question is given up that has no answer. */
const SPARE_MS = 10_000
/** Between two questions, drawn anew: hundreds ask after the same news. */
const GAP_MS = [200, 800] as const

export class Following {
  now = $state.raw<EveningAnswer | null>(null)
  trouble = $state('')
  /** The site's clock, in milliseconds since 1970. */
  clock = $state(Date.now())
  private ahead = 0
  private tag = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked: AbortController | null = null
  private readonly show: (told: EveningAnswer) => void
  private readonly ticking: ReturnType<typeof setInterval>
  private readonly seen = (): void => {
    if (document.visibilityState === 'visible') void this.look()
  }

  constructor(
    readonly name: string,
    /** How often to ask after what is no news; the site says it for guests who look at the evening. */
    private readonly everyMs: number | null = null,
    /** By how much later all is passed on, for a stream; the clock is then as late. */
    delayMs = 0,
  ) {
    this.show = later((told) => this.asked !== null && this.take(told), delayMs)
    this.ticking = setInterval(() => (this.clock = Date.now() + this.ahead), TICK_MS)
    document.addEventListener('visibilitychange', this.seen)
    void this.look()
  }

  /** The time that is left of the round; null if none is on. */
  get left(): number | null {
    const round = this.now?.round
    return round && !round.over ? round.until - this.clock : null
  }

  take(told: EveningAnswer): void {
    this.now = told
    this.ahead = told.now - Date.now()
    this.clock = told.now
    this.trouble = ''
  }

  /** Ask now, and again from then on. */
  async look(waitMs = 0): Promise<void> {
    clearTimeout(this.timer)
    this.asked?.abort()
    const asked = (this.asked = new AbortController())
    const late = setTimeout(() => asked.abort(), waitMs + SPARE_MS)
    const begun = Date.now()
    let nextMs = RETRY_MS * (0.5 + Math.random())
    try {
      const { told, tag } = await api.eveningNews(this.name, this.tag, waitMs / 1000, asked.signal)
      if (this.asked !== asked) return
      this.tag = tag
      if (told !== null) this.show(told)
      this.trouble = ''
      // A site that holds no more questions answers at once.
      const held = told !== null || Date.now() - begun >= waitMs / 2
      nextMs = held ? GAP_MS[0] + Math.random() * (GAP_MS[1] - GAP_MS[0]) : this.pauseMs
    } catch (error) {
      if (this.asked !== asked) return
      this.trouble = error instanceof Problem && error.key === 'offline' ? words().table.lost : problemText(error)
      if (error instanceof Problem && error.key === 'not-found') return
    } finally {
      clearTimeout(late)
    }
    this.timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void this.look(this.pauseMs)
    }, nextMs)
  }

  private get pauseMs(): number {
    return Math.min(this.everyMs ?? this.now?.refresh_ms ?? RETRY_MS, LONGEST_MS)
  }

  close(): void {
    clearTimeout(this.timer)
    clearInterval(this.ticking)
    document.removeEventListener('visibilitychange', this.seen)
    const asked = this.asked
    this.asked = null
    asked?.abort()
  }
}
