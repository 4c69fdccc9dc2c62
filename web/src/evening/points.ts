// Numbers of an evening as they are read: points with a sign, and the time that is left.

import { counted } from '../app/words/formats'

/** "+2.5", "−1.0", "0.0" */
export function signed(points: number): string {
  const shown = counted(Math.abs(points), 1)
  if (!/[1-9]/.test(shown)) return shown
  return `${points < 0 ? '−' : '+'}${shown}`
}

/** "12:05" */
export function clock(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
