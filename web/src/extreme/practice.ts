// Practice: one level alone, in which mistakes cost no life.

import type { House } from '../net/protocol'

/** Which level a table practises; 0 at a table with a game. */
export function practised(house: House): number {
  return Number(house.settings.own?.['practice'] ?? 0)
}
