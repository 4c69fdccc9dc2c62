// Time matters here: what is pressed counts when the finger comes down, not when it leaves.

import type { Attachment } from 'svelte/attachments'

/** Act when a finger or a mouse button comes down, and once for a key or a reading device. */
export function press(act: () => void): Attachment<HTMLElement> {
  return (node) => {
    let pressed = false
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return
      pressed = true
      act()
    }
    const click = (event: MouseEvent): void => {
      if (event.detail === 0 || !pressed) act()
      pressed = false
    }
    node.addEventListener('pointerdown', down)
    node.addEventListener('click', click)
    return () => {
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('click', click)
    }
  }
}

/** Tells when something has been on screen long enough to be meant by a finger. */
export function seenFor(ms: number): () => boolean {
  const since = performance.now()
  return () => performance.now() - since >= ms
}

/** Whether a key belongs to something else: a field, a dialog, a shortcut of the browser. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true
  if (document.querySelector('dialog[open]') !== null) return true
  return event.target instanceof Element && event.target.closest('input, select, textarea') !== null
}
