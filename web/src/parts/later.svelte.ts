// Work that waits for the next paint, so that the response to a touch is painted at once.

import { untrack } from 'svelte'

/** Call back after the next paint; returns a function that cancels it. */
export function painted(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** A value that follows another one after the next paint. */
export class Later<T> {
  now: T

  constructor(of: () => T) {
    this.now = $state.raw(untrack(of))
    $effect(() => {
      const next = of()
      return painted(() => (this.now = next))
    })
  }
}

/** Counts frames, so that a page can be drawn in several parts, one per frame. */
export class Steps {
  at = $state(0)

  /** Counting starts when `ready` holds. */
  constructor(most: number, ready: () => boolean = () => true) {
    $effect(() => (this.at < most && ready() ? painted(() => (this.at += 1)) : undefined))
  }
}
