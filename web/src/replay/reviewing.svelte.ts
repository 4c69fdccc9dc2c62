// Polls for a review until it is ready.

import { api, Problem } from '../net/api'
import type { Far, Review } from '../net/protocol'

/** The polling interval; shorter for the first few requests. */
const POLL_MS = 1200
const FIRST_POLL_MS = 300
/** The number of requests with the short interval. */
const FIRST_POLLS = 4

export class Reviewing {
  found = $state.raw<Review | null>(null)
  far = $state.raw<Far>({ done: 0, of: 0, part: null })
  problem = $state.raw<Problem | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private begun = false
  private asked = 0

  constructor(
    private readonly table: string,
    private readonly game: number,
  ) {}

  /** Request the review, once. */
  begin(): void {
    if (this.begun) return
    this.begun = true
    void this.ask()
  }
  close(): void {
    clearTimeout(this.timer)
    this.begun = true
  }

  private async ask(): Promise<void> {
    try {
      const answer = await api.review(this.table, this.game)
      if ('game' in answer) this.found = answer
      else {
        this.far = answer
        this.asked += 1
        this.timer = setTimeout(() => void this.ask(), this.asked < FIRST_POLLS ? FIRST_POLL_MS : POLL_MS)
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.key === 'too-fast') this.timer = setTimeout(() => void this.ask(), 4 * POLL_MS)
      else this.problem = error
    }
  }
}
