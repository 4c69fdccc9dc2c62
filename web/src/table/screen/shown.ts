// How a screen for the room is asked for by its address: /t/NAME/tv, /g/NAME/tv, /evening/NAME/tv or /daily/GAME/tv, for
// a stream ?overlay, and with &delay=SECONDS all of it later; with ?sound it sounds by itself, and with ?quiet it shows no typed
// words.

const MAX_DELAY_S = 120
/** The size for which a screen is drawn, in pixels; then it is scaled to the real one. */
export const DRAWN = { width: 1280, height: 720 }

export interface Shown {
  /** For a stream: no ground, and no invitation to its viewers. */
  overlay: boolean
  delayMs: number
  /** It sounds without a touch, where the browser allows that; the preferences stay as they are. */
  sound: boolean
  /** What players type is not shown; reactions are. */
  quiet: boolean
}

export function shownBy(search: string): Shown {
  const asked = new URLSearchParams(search)
  const seconds = Number(asked.get('delay') ?? 0)
  const delay_s = Number.isFinite(seconds) ? Math.min(MAX_DELAY_S, Math.max(0, seconds)) : 0
  return { overlay: asked.has('overlay'), delayMs: delay_s * 1000, sound: asked.has('sound'), quiet: asked.has('quiet') }
}

/** How large a screen is drawn, and by what it is scaled to fill the window. */
export function fitted(width: number, height: number): { width: number; height: number; scale: number } {
  const scale = Math.max(0.1, Math.min(width / DRAWN.width, height / DRAWN.height))
  return { width: width / scale, height: height / scale, scale }
}

/** Pass on all that is told so much later, in the same order. */
export function later<T>(tell: (told: T) => void, delayMs: number): (told: T) => void {
  return delayMs === 0 ? tell : (told) => void setTimeout(tell, delayMs, told)
}
