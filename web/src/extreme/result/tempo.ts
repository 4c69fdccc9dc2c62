// A player's tempo in a line.

import { counted } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { TempoHeard } from '../../net/protocol'

/** How fast and how steady, and whether they follow or lead where that can be told. */
export function tempoText(tempo: TempoHeard): string {
  const w = words().extreme
  const steady = w.steady[tempo.steady]
  return w.tempo(counted(tempo.pace, 2), tempo.role ? `${steady}, ${w.role[tempo.role]}` : steady)
}
