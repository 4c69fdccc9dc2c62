// The words of the app in three languages. English sets the shape; the others must have every word of it.

import { prefs } from '../prefs.svelte'
import { en } from './en'
import { fr } from './fr'
import { it } from './it'

export type Language = 'en' | 'fr' | 'it'
export type Words = typeof en

export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français', it: 'Italiano' }
const ALL: Record<Language, Words> = { en, fr, it }

export function language(): Language {
  if (prefs.language !== null) return prefs.language
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2)
    if (short in ALL) return short as Language
  }
  return 'en'
}

/** The words to use now: `words().home.playNow`. */
export function words(): Words {
  return ALL[language()]
}

/** A refusal of the server in the reader's language; the server's own words where there are none. */
export function refusalText(refused: { key: string; text: string; details?: Record<string, unknown> }): string {
  const said = words().refused as Record<string, string | undefined>
  const text = said[refused.key]
  if (text === undefined) return refused.text
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(refused.details?.[name] ?? ''))
}
