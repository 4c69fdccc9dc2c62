// Notices: short messages that disappear by themselves, and live messages for screen readers.

export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'bad' | 'good'
}

let next = 0
export const notices = $state<Notice[]>([])

export function notify(text: string, tone: Notice['tone'] = 'plain', ms = 4500): void {
  if (text === '') return
  const id = next++
  notices.push({ id, text, tone })
  if (notices.length > 3) notices.shift()
  setTimeout(() => {
    const place = notices.findIndex((notice) => notice.id === id)
    if (place >= 0) notices.splice(place, 1)
  }, ms)
}

/** For screen readers only. */
export const spoken = $state({ text: '' })
export function speak(text: string): void {
  spoken.text = text
}
