// How large something is on the screen, told when it is laid out and whenever that changes. Asking an element for its
// size has everything laid out at once, in the middle of other work; this waits until it is.

import type { Attachment } from 'svelte/attachments'

type Size = Pick<HTMLElement, 'offsetWidth' | 'offsetHeight' | 'clientWidth' | 'clientHeight'>

export function measured(told: (size: Size) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => told(element))
    observer.observe(element)
    return () => observer.disconnect()
  }
}
