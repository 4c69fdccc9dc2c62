// The words of the app. A language is a folder; English sets the shape, the others must have every word of it, and
// are loaded when they are wanted.

import { prefs } from '../prefs.svelte'
import { words as en } from './en'

export type Words = typeof en
/** A folder here: "en", "fr". */
export type Language = string

const NAMES = import.meta.glob<string>('./*/name.ts', { eager: true, import: 'name' })
const OTHERS = import.meta.glob<Words>(['./*/index.ts', '!./en/index.ts'], { import: 'words' })

/** What each language calls itself. */
export const LANGUAGES: Record<Language, string> = Object.fromEntries(
  Object.entries(NAMES).map(([path, name]) => [path.split('/')[1] ?? '', name]),
)

let now = $state.raw<{ language: Language; words: Words }>({ language: 'en', words: en })

/** The language the app speaks. */
export function language(): Language {
  return now.language
}
/** The words to use now: `words().home.playNow`. */
export function words(): Words {
  return now.words
}

/** The language this reader wants: as chosen, or as the device is set. */
export function wanted(): Language {
  const all = [prefs.language, ...navigator.languages.map((one) => one.slice(0, 2))]
  return all.find((one): one is Language => one !== null && one in LANGUAGES) ?? 'en'
}

/** Speak the language that is wanted, once it is there; without a line the app goes on in the one it has. */
export async function speakWanted(): Promise<void> {
  const language = wanted()
  if (language === now.language) return
  try {
    const words = language === 'en' ? en : await OTHERS[`./${language}/index.ts`]?.()
    if (words !== undefined && wanted() === language) now = { language, words }
  } catch {
    // the file could not be fetched
  }
}

/** A refusal of the server in the reader's language; the server's own words where there are none. */
export function refusalText(refused: { key: string; text: string; details?: Record<string, number | string> }): string {
  const said: Record<string, string | undefined> = words().refused
  const text = said[refused.key]
  if (text === undefined) return refused.text
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(refused.details?.[name] ?? ''))
}
