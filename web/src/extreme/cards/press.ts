// In a race a press counts when the finger comes down, not when it leaves.

import type { Attachment } from 'svelte/attachments'

/** Act when a finger or mouse button comes down, and on the click of a key or a screen reader. */
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

/** Whether something has been on screen long enough to be pressed on purpose. */
export function seenFor(ms: number): () => boolean {
  const since = performance.now()
  return () => performance.now() - since >= ms
}

/** Whether a key belongs to a field, a dialog or a browser shortcut. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true
  if (document.querySelector('dialog[open]') !== null) return true
  return event.target instanceof Element && event.target.closest('input, select, textarea') !== null
}
