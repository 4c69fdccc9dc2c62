// What dialogs do with the focus, and what has to stay above them.

let opened = 0
const raisedAt = new WeakMap<Element, number>()

/** Show a dialog, and start at its heading. Returns what to do when it is gone: the focus goes back to where it came from. */
export function openDialog(dialog: HTMLDialogElement, heading: HTMLElement): () => void {
  const opener = document.activeElement
  opened += 1
  dialog.showModal()
  heading.focus()
  return () => {
    // Closed by its own button, the browser has done it.
    if (document.activeElement === null || document.activeElement === document.body) returnTo(opener)
  }
}

/** Focus an element; if it cannot have the focus any more, the part of the page that it was in. */
function returnTo(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || opener === document.body) return
  const part = opener.closest<HTMLElement>('section, main, dialog')
  opener.focus()
  if (document.activeElement === opener || !part?.isConnected) return
  part.tabIndex = -1
  part.focus({ preventScroll: true })
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
}

/** Show a layer that takes no taps above every dialog. It starts its animations anew, so it moves only when it has to. */
export function raise(layer: HTMLElement): void {
  if (layer.showPopover === undefined || raisedAt.get(layer) === opened) return // older browsers: it lies on the page
  if (raisedAt.has(layer)) layer.hidePopover()
  layer.showPopover()
  raisedAt.set(layer, opened)
}
