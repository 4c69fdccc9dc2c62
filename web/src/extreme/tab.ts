// What the browser's tab says of a game of The Mind Extreme: only what is the same for the whole table. No hand and no
// clock changes it, so it tells no player when to play.

import { words } from '../app/words/words.svelte'
import type { House } from '../net/protocol'
import type { View } from './records'

export function tab(view: View, house: House): string {
  const w = words().door.tab
  const level = words().extreme.level(view.level)
  if (view.outcome !== null) return w.result
  if (house.paused) return `${w.paused} · ${level}`
  if (view.phase === 'gathering') return `${w.hands} · ${level}`
  if (view.phase === 'voting') return `${w.star} · ${level}`
  return level
}
