// The preferences of this device.

import type { Mark, Tempo } from '../net/protocol'
import type { Language } from './words/words.svelte'

interface Kept {
  name: string
  /** The mark by which others know the player: null until a table has been joined or one is chosen. */
  mark: Mark | null
  /** The mark that was drawn for this device, shown until then: the same on every visit. */
  drawn: Mark | null
  language: Language | null
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  vibration: boolean
  /** The tempo of The Mind Extreme: null until the player chooses, or has played once. */
  tempo: Tempo | null
  /** Whether Mind Up! shows odds: null until the player chooses. */
  odds: boolean | null
  /** Whether Mind Up! is coached: until turned off, or until one game is over. */
  coach: boolean
  /** What a coach has taught on this device, and need not say again. */
  learnt: string[]
  /** Tables hidden from the home page, each with the time of its last activity. */
  putAway: Record<string, number>
  /** By game, the next puzzle on this device. */
  puzzles: Record<string, number>
  /** Whether the site stores the name for other devices. */
  kept: boolean
  /** Whether the research question was shown after a game: once is enough. */
  asked: boolean
  /** Whether this device has said that it does not want to be called. */
  uncalled: boolean
}

const KEY = 'tacit'
const DEFAULTS: Kept = { name: '', mark: null, drawn: null, language: null, theme: 'auto', sound: false, vibration: true, tempo: null, odds: null, coach: true, learnt: [], putAway: {}, puzzles: {}, kept: false, asked: false, uncalled: false }

function kept(): Kept {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...DEFAULTS, ...kept }
  } catch {
    return DEFAULTS
  }
}

export const prefs = $state<Kept>(kept())

/** The person whom the host's proxy has signed in, by the name it proposes; else nothing. */
export const person = $state({ signedIn: '' })

/** Take the proposed name, unless there is one already. */
export function signIn(name: string): void {
  person.signedIn = name
  if (name && !prefs.name.trim()) prefs.name = name
}

/** Erase the person; the settings of the device stay. */
export function forgetMe(): void {
  prefs.name = ''
  prefs.mark = null
  prefs.kept = false
  prefs.asked = false
  prefs.uncalled = false
  prefs.putAway = {}
}

/** Store the preferences and apply the theme. Called once by the app. */
export function keepPrefs(): void {
  $effect(() => {
    const text = JSON.stringify(prefs)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // without storage the game still works
    }
  })
  $effect(() => {
    if (prefs.theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = prefs.theme
  })
}
