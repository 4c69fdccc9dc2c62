// Lists, dates and numbers in the app's language. Creating an Intl format takes a phone longer than drawing a page, so
// there are two, for dates, each created once.

import { language, words } from './words.svelte'

/** Without a country Intl would choose American English; the app's English is British. */
const COUNTRY: Record<string, string> = { en: 'en-GB' }
const days = new Map<string, Intl.DateTimeFormat>()

/** "Anna, Ben and Cleo" */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : words().home.and(names.slice(0, -1).join(', '), last)
}
/** "3 Nov 2026" */
export function dated(at: number): string {
  return dayFormat().format(at)
}
/** A day of UTC, such as that of a deal, "2026-11-03": the same wherever the reader is. */
export function datedDay(day: string): string {
  return dayFormat('UTC').format(Date.parse(day))
}
function dayFormat(timeZone?: string): Intl.DateTimeFormat {
  const now = language()
  const key = `${now} ${timeZone}`
  const format = days.get(key) ?? new Intl.DateTimeFormat(COUNTRY[now] ?? now, { dateStyle: 'medium', timeZone })
  days.set(key, format)
  return format
}
/** "2.50" */
export function counted(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', words().home.decimal)
}

const STEPS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const
/** "2 days left": rounded down, so that nobody comes too late, unless hardly anything is missing. */
export function remaining(ms: number): string {
  const told = words().calls.left
  const [unit, size] = STEPS.find(([, size]) => ms >= size) ?? [null, 1]
  return unit === null ? told.now : told[unit](Math.floor(ms / size + 0.05))
}
/** "yesterday", "2 hours ago": in our own words, because the first Intl format takes a phone a tenth of a second. */
export function since(at: number): string {
  const ago = Date.now() - at
  const told = words().home.ago
  const [unit, size] = STEPS.find(([, size]) => ago >= size) ?? [null, 1]
  return unit === null ? told.now : told[unit](Math.floor(ago / size))
}
