// A review as it is being made: asked for until it is there.

import { api, Problem } from '../api'
import type { Review } from '../games'
import type { Far } from '../protocol'

/** How often it is asked whether a review is there. */
const AGAIN = 1200

export class Reviewing {
  found = $state.raw<Review | null>(null)
  far = $state.raw<Far>({ done: 0, of: 0 })
  problem = $state.raw<Problem | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private begun = false

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
        this.timer = setTimeout(() => void this.ask(), AGAIN)
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.key === 'too-fast') this.timer = setTimeout(() => void this.ask(), 4 * AGAIN)
      else this.problem = error
    }
  }
}
