// The words of evenings: only their pages load them.

import { untrack } from 'svelte'
import { evening as en } from './en/evening'
import { language } from './words.svelte'

export type EveningWords = typeof en
const OTHERS = import.meta.glob<EveningWords>(['./*/evening.ts', '!./en/evening.ts'], { import: 'evening' })
let now = $state.raw({ language: 'en', words: en })

/** The words of evenings in the reader's language; a page that shows them is built after `eveningWordsLoaded`. */
export function eveningWords(): EveningWords {
  if (language() !== now.language) void eveningWordsLoaded()
  return now.words
}

/** The same, as soon as they are loaded; offline, the current ones. */
export async function eveningWordsLoaded(): Promise<EveningWords> {
  const wanted = untrack(language) // else the page that awaits this is built anew when the language changes
  try {
    const words = await (wanted === 'en' ? en : OTHERS[`./${wanted}/evening.ts`]?.())
    if (words !== undefined && language() === wanted) now = { language: wanted, words }
  } catch {
    // offline
  }
  return now.words
}
