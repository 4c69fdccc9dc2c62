// What may come a frame after the touch that caused it, so that the touch itself is seen at once.

import { untrack } from 'svelte'

/** A value that follows another one once what changed with it has been painted. */
export class Later<T> {
  now: T

  constructor(of: () => T) {
    this.now = $state.raw(untrack(of))
    $effect(() => {
      const next = of()
      let timer: ReturnType<typeof setTimeout> | undefined
      const frame = requestAnimationFrame(() => {
        timer = setTimeout(() => (this.now = next))
      })
      return () => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    })
  }
}
