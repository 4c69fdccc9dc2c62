// What somebody has chosen on this device.

import type { Tempo } from '../net/protocol'
import type { Language } from './words/words.svelte'

interface Kept {
  name: string
  language: Language | null
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  vibration: boolean
  /** The tempo of The Mind Extreme: null until somebody has chosen, or played once. */
  tempo: Tempo | null
  /** Whether chances are shown in Mind Up!: null until somebody has chosen. */
  odds: boolean | null
  /** Whether a game with bots alone is coached: until it was turned off, or one game is over. */
  coach: boolean
  /** Tables that were put away from the home page, and when something had last happened there. */
  putAway: Record<string, number>
  /** Whether the site keeps the name, for other devices. */
  kept: boolean
  /** Whether the question about research was shown after a game: once is enough. */
  asked: boolean
}

const KEY = 'tacit'
const DEFAULTS: Kept = { name: '', language: null, theme: 'auto', sound: false, vibration: true, tempo: null, odds: null, coach: true, putAway: {}, kept: false, asked: false }

function kept(): Kept {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...DEFAULTS, ...kept }
  } catch {
    return DEFAULTS
  }
}

export const prefs = $state<Kept>(kept())

/** Know nobody any more: what the device itself was set to stays. */
export function forgetMe(): void {
  prefs.name = ''
  prefs.kept = false
  prefs.asked = false
  prefs.putAway = {}
}

/** Keep what was chosen, and dress the page accordingly. Called by the app once it is there. */
export function keepPrefs(): void {
  $effect(() => {
    const text = JSON.stringify(prefs)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // a browser that keeps nothing still plays
    }
  })
  $effect(() => {
    if (prefs.theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = prefs.theme
  })
}
