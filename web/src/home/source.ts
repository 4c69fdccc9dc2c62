// One of the site's answers, asked for again and again. Each fails and recovers by itself.

/** Not asked again so soon, whatever happens. */
export const LEAST_INTERVAL_MS = 1000
/** After a failure. */
export const RETRY_MS = 5000

export class Source<T> {
  private askedAt = -Infinity
  private failed = false
  private asking = false

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly take: (answer: T) => void,
    /** How long an answer holds while the page stays open. */
    private readonly holdsMs: () => number,
  ) {}

  /** Ask if it is time; with `anew`, because the page was just opened. What was shown stays if there is no answer. */
  async refresh(anew: boolean): Promise<void> {
    const wait = anew ? LEAST_INTERVAL_MS : this.failed ? RETRY_MS : this.holdsMs()
    if (this.asking || performance.now() - this.askedAt < wait) return
    this.askedAt = performance.now()
    this.asking = true
    try {
      this.take(await this.ask())
      this.failed = false
    } catch {
      this.failed = true
    }
    this.asking = false
  }
}
