// The host's announcement, until it expires or is dismissed on this page.

export const announcement = $state({ text: '' })

let hidden = ''
let timer: ReturnType<typeof setTimeout> | undefined
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Show a text for some seconds; an empty text removes it. */
export function announce({ text, seconds }: { text: string; seconds: number }): void {
  clearTimeout(timer)
  if (text === '') hidden = ''
  announcement.text = text === hidden ? '' : text
  if (text !== '') timer = setTimeout(() => announce({ text: '', seconds: 0 }), Math.min(seconds * 1000, MAX_TIMEOUT_MS))
}

/** Dismiss it; the next announcement is shown again. */
export function putAway(): void {
  hidden = announcement.text
  announcement.text = ''
}
