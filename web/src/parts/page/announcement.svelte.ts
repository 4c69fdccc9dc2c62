// What the host of the site says to everybody, until it is over or was put away on this page.

export const announcement = $state({ text: '' })

let hidden = ''
let timer: ReturnType<typeof setTimeout> | undefined
const LONGEST_WAIT = 2 ** 31 - 1

/** Show a text for so long; without one, nothing any more. */
export function announce({ text, seconds }: { text: string; seconds: number }): void {
  clearTimeout(timer)
  if (text === '') hidden = ''
  announcement.text = text === hidden ? '' : text
  if (text !== '') timer = setTimeout(() => announce({ text: '', seconds: 0 }), Math.min(seconds * 1000, LONGEST_WAIT))
}

/** Put it away; another one is shown again. */
export function putAway(): void {
  hidden = announcement.text
  announcement.text = ''
}
