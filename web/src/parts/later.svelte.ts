// What may come a frame after the touch that caused it, so that the touch itself is seen at once.

import { untrack } from 'svelte'

/** Do something once what has changed by now is painted; returns what calls it off. */
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

/** A value that follows another one once what changed with it has been painted. */
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

/** Counts the frames of a page, as far as somebody waits for them: each can bring a part of it. */
export class Steps {
  at = $state(0)

  /** `ready` says from when on they count. */
  constructor(most: number, ready: () => boolean = () => true) {
    $effect(() => (this.at < most && ready() ? painted(() => (this.at += 1)) : undefined))
  }
}
