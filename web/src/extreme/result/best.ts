// The best run of each team size on this device.

export interface Run {
  level: number
  lives: number
  won: boolean
}
const KEY = 'tacit-best'

/** Whether one run is better than another: won before lost, then levels, then lives. */
export function better(one: Run, other: Run): boolean {
  if (one.won !== other.won) return one.won
  return one.level !== other.level ? one.level > other.level : one.won && one.lives > other.lives
}

/** Store a run and return the best one before it. The same game counts once. */
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
    return null // no storage
  }
}
