// The words of the app. A language is a folder. English sets the shape; every other language has all of its words and
// is loaded on demand.

import { Problem } from '../../net/api'
import { prefs } from '../prefs.svelte'
import { words as en } from './en'

export type Words = typeof en
/** A folder here: "en", "fr". */
export type Language = string

const NAMES = import.meta.glob<string>('./*/name.ts', { eager: true, import: 'name' })
const OTHERS = import.meta.glob<Words>(['./*/index.ts', '!./en/index.ts'], { import: 'words' })

/** The languages by their own names. */
export const LANGUAGES: Record<Language, string> = Object.fromEntries(
  Object.entries(NAMES).map(([path, name]) => [path.split('/')[1] ?? '', name]),
)

let now = $state.raw<{ language: Language; words: Words }>({ language: 'en', words: en })

/** The app's current language. */
export function language(): Language {
  return now.language
}
/** The current words: `words().home.playNow`. */
export function words(): Words {
  return now.words
}

/** The reader's language: as chosen, or else that of the device. */
export function wanted(): Language {
  const all = [prefs.language, ...navigator.languages.map((one) => one.slice(0, 2))]
  return all.find((one): one is Language => one !== null && one in LANGUAGES) ?? 'en'
}

/** Switch to the reader's language once its words are loaded; offline, keep the current one. */
export async function speakWanted(): Promise<void> {
  const language = wanted()
  if (language === now.language) return
  try {
    const words = language === 'en' ? en : await OTHERS[`./${language}/index.ts`]?.()
    if (words !== undefined && wanted() === language) now = { language, words }
  } catch {
    // offline
  }
}

/** A refusal in the reader's language; the server's English where there are no words for it, or a detail is missing. */
export function refusalText(refused: { key: string; text: string; details?: Record<string, number | string> }): string {
  const said: Record<string, string | undefined> = words().refused
  const text = said[refused.key]
  const details = refused.details ?? {}
  if (text === undefined || [...text.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => !(name in details))) return refused.text
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name]))
}

/** What to show for a failed call of the API: the refusal with its details, or that something went wrong. */
export function problemText<E>(error: E): string {
  return error instanceof Problem ? refusalText(error) : words().home.somethingWrong
}
