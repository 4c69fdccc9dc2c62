// The text to share of a deal: how well it went, and nothing of the cards. Others may still play them.

import { counted, datedDay } from '../app/words/formats'
import { words } from '../app/words/words.svelte'
import { at } from '../net/address'
import type { DayAnswer } from '../net/protocol'

/** "82", the share of the simulated games that did worse; null until it is known. */
export function percent(below: number | null): string | null {
  return below === null ? null : counted(100 * below, 0)
}

export function shareText(day: DayAnswer, origin: string): string {
  const w = words().daily
  const { below = null, place = null } = day.mine ?? {}
  const better = percent(below)
  const title = w.shareTitle(words().home.games[day.game].name, datedDay(day.day))
  const lines = [title, better === null ? '' : w.below(better), place === null ? '' : w.place(place, day.people), origin + at(`/daily/${day.game}/${day.day}`)]
  return lines.filter(Boolean).join('\n')
}
