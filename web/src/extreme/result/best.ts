// How far a team of each size has come on this device.

export interface Run {
  level: number
  lives: number
  won: boolean
}
const KEY = 'tacit-best'

/** Whether a run is better than another: won before lost, then levels, then lives left. */
export function better(one: Run, other: Run): boolean {
  if (one.won !== other.won) return one.won
  return one.level !== other.level ? one.level > other.level : one.won && one.lives > other.lives
}

/** Note a run, and return the best one before it. A game that is looked at again counts once. */
export function noteRun(players: number, game: string, run: Run): Run | null {
  try {
    const kept: Record<string, { best: Run; game: string; before: Run | null }> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const last = kept[players]
    if (last?.game === game) return last.before
    const before = last?.best ?? null
    kept[players] = { best: before !== null && !better(run, before) ? before : run, game, before }
    localStorage.setItem(KEY, JSON.stringify(kept))
    return before
  } catch {
    return null // a browser that keeps nothing
  }
}
