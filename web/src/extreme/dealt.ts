// Whether the deal of a replay follows from its seed.

import { same, type Chance } from '../table/shuffle/chance'

interface File {
  settings: { players: number; practice?: number }
  events: { kind: string; level: number; hands: string[][] }[]
}
const DECK = ['W', 'R'].flatMap((colour) => Array.from({ length: 50 }, (_, at) => `${colour}${at + 1}`))

export function dealt(chance: Chance, replay: string): boolean {
  const { settings, events }: File = JSON.parse(replay)
  const levels = events.filter(({ kind }) => kind === 'level-begun')
  const first = settings.practice || 1 // practice is one level, of the player's choice
  return levels.length > 0 && levels.every(({ level, hands }, at) => {
    const cards = chance.shuffle(`level ${level}`, DECK)
    const mine = (seat: number): string[] => cards.slice(level * seat, level * (seat + 1)).sort()
    return level === first + at && hands.length === settings.players && hands.every((hand, seat) => same([...hand].sort(), mine(seat)))
  })
}
