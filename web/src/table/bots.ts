// The bots: names, strengths, and what the site offers.

import { plugOf } from '../app/games'
import { words } from '../app/words/words.svelte'
import { api } from '../net/api'
import type { GameName } from '../net/protocol'

export type Strength = 1 | 2 | 3 | 4
const STRENGTH: Record<string, Strength> = { pebble: 1, linnet: 2, heron: 3, raven: 4 }
const EXPERT = ['search', 'flat', 'swift', 'greedy', 'random']

export interface BotCard {
  id: string
  name: string
  about: string
  strength: Strength | null
}

/** A bot in the reader's language; an unknown bot goes by its own name. One that counts its deals (`search#250`) keeps the number. */
export function botCard(id: string): BotCard {
  const { bots, botAbout } = words().table
  const [plain = '', deals] = id.split('#')
  const { name, about } = bots[plain] ?? { name: plain.charAt(0).toUpperCase() + plain.slice(1), about: botAbout }
  return { id, name: deals === undefined ? name : `${name} #${deals}`, about, strength: STRENGTH[id] ?? null }
}

/** The bots of a game by strength, and separately those for experts. */
export function sorted(ids: string[]): { characters: string[]; experts: string[] } {
  const characters = ids.filter((id) => !EXPERT.includes(id)).sort((a, b) => (STRENGTH[a] ?? 9) - (STRENGTH[b] ?? 9))
  const experts = EXPERT.filter((id) => ids.includes(id))
  return characters.length === 0 ? { characters: experts, experts: [] } : { characters, experts }
}

let asked: Promise<Partial<Record<GameName, string[]>>> | undefined

/** The bots of this site, fetched once. */
export async function offered(game: GameName): Promise<string[]> {
  asked ??= api.bots().then(
    (box) => box.bots ?? {},
    () => {
      asked = undefined // offline: ask again next time
      return {}
    },
  )
  return (await asked)[game] ?? plugOf(game).bots.always
}

/** Bots to sit down with, of different strengths, beside those who sit there already. */
export async function company(game: GameName, count?: number, seated: string[] = []): Promise<string[]> {
  const there = await offered(game)
  const bots = plugOf(game).bots
  const mixed = bots.mixed.filter((bot) => there.includes(bot) && !seated.includes(bot))
  const rest = await usual(game)
  return Array.from({ length: count ?? bots.company }, (_, at) => mixed[at] ?? rest)
}

/** The bots that are busy, and those that play weaker until they are compiled. */
export async function unready(): Promise<{ busy: string[]; warming: string[] }> {
  return api.bots().then(
    ({ busy = [], warming = [] }) => ({ busy, warming }),
    () => ({ busy: [], warming: [] }),
  )
}

export async function usual(game: GameName): Promise<string> {
  const there = await offered(game)
  return plugOf(game).bots.usual.find((bot) => there.includes(bot)) ?? there[0] ?? 'random'
}
