// A review as it is being made: asked for until it is there.

import { api, Problem } from '../net/api'
import type { Far, Review } from '../net/protocol'

/** How often it is asked whether a review is there; sooner in the beginning, when the first answers are waited for. */
const AGAIN = 1200
const SOON = 300
/** Times that it is asked soon. */
const HURRIED = 4

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

  /** Have it made, if it is not there yet. */
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
        this.timer = setTimeout(() => void this.ask(), this.asked < HURRIED ? SOON : AGAIN)
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.key === 'too-fast') this.timer = setTimeout(() => void this.ask(), 4 * AGAIN)
      else this.problem = error
    }
  }
}
