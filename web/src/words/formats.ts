// Lists, dates and numbers as the app's language writes them. To make a format takes a phone longer than to draw a
// page, so each is made once.

import { language, words } from './words.svelte'

function once<T>(make: (language: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const now = language()
    const found = made.get(now) ?? make(COUNTRY[now] ?? now)
    made.set(now, found)
    return found
  }
}

/** A language without a country would be that of the largest one: here the app's English is British. */
const COUNTRY: Record<string, string> = { en: 'en-GB', pt: 'pt-BR' }
const lists = once((now) => new Intl.ListFormat(now))
const days = once((now) => new Intl.DateTimeFormat(now, { dateStyle: 'medium' }))
const numbers = [0, 1, 2].map((digits) =>
  once((now) => new Intl.NumberFormat(now, { minimumFractionDigits: digits, maximumFractionDigits: digits })),
)

/** "Anna, Ben and Cleo" */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : lists().format(names)
}
/** "3 Nov 2026" */
export function dated(at: number): string {
  return days().format(at)
}
/** "2.50": with so many digits, two at most. */
export function counted(value: number, digits: number): string {
  return (numbers[digits] ?? numbers[2]!)().format(value)
}

/** "At the table: Anna" */
export function labelled(label: string, text: string): string {
  return `${label}${language() === 'fr' ? '\u00a0' : ''}: ${text}`
}

const STEPS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const
/** "yesterday", "2 hours ago": in words of our own, because the first such format takes a phone a tenth of a second. */
export function since(at: number): string {
  const ago = Date.now() - at
  const told = words().home.ago
  const [unit, size] = STEPS.find(([, size]) => ago >= size) ?? [null, 1]
  return unit === null ? told.now : told[unit](Math.floor(ago / size))
}
