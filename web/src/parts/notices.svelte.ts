// Notices: short messages that disappear by themselves, and live messages for screen readers.
//
// What lies behind an open dialog is inert, and no screen reader reads it out. So the page and every dialog have a live
// region (Live.svelte), and a message goes to the topmost one: the dialog that was opened last.

import { isQuiet } from './hush'

export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'bad' | 'good'
}
/** What the live region of a number reads out, since when. */
interface Heard {
  region: number
  at: number
}

/** A message that is younger than this may not have been read out yet when a dialog opens or closes. */
const JUST_SAID_MS = 1000
let next = 0
export const notices = $state<(Notice & Heard)[]>([])
/** For screen readers only. */
export const spoken = $state<{ text: string } & Heard>({ text: '', region: 0, at: 0 })

/** The live regions, the topmost last: that of the page, and of the dialogs over it. */
const regions: number[] = []
const topmost = (): number => regions.at(-1) ?? 0

/** Show a message and have it read out. Where all is quiet, trouble is told, and what is `urgent`: it is of no game that is shown. */
export function notify(text: string, tone: Notice['tone'] = 'plain', ms = 4500, urgent = false): void {
  if (text === '' || (tone !== 'bad' && !urgent && isQuiet())) return
  const id = next++
  notices.push({ id, text, tone, region: topmost(), at: Date.now() })
  if (notices.length > 3) notices.shift()
  setTimeout(() => {
    const place = notices.findIndex((notice) => notice.id === id)
    if (place >= 0) notices.splice(place, 1)
  }, ms)
}

export function speak(text: string): void {
  if (isQuiet()) return
  Object.assign(spoken, { text, region: topmost(), at: Date.now() })
}

/** Open a live region above all others; what has hardly been said is said there. */
export function openRegion(): number {
  const region = next++
  regions.push(region)
  handOver()
  return region
}
export function closeRegion(region: number): void {
  regions.splice(regions.indexOf(region), 1)
  handOver()
}
function handOver(): void {
  const since = Date.now() - JUST_SAID_MS
  for (const one of [...notices, spoken]) if (one.at > since) one.region = topmost()
}
