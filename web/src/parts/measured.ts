// The size of an element, reported after layout and whenever it changes. Reading the size of an element directly would
// force a layout in the middle of other work.

import type { Attachment } from 'svelte/attachments'

type Size = Pick<HTMLElement, 'offsetWidth' | 'offsetHeight' | 'clientWidth' | 'clientHeight'>

export function measured(told: (size: Size) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => told(element))
    observer.observe(element)
    return () => observer.disconnect()
  }
}
