// Whether the deal of a replay follows from its seed, after the given beginning of a what-if.

import { same, type Chance } from '../table/shuffle/chance'

interface File {
  settings: { players: number; start?: { deck: number[]; orders: number[][] } }
  events: { kind: string; round: number; order: number[]; row: number[]; drawn: number[][] }[]
}
const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1)

export function dealt(chance: Chance, replay: string): boolean {
  const { settings, events }: File = JSON.parse(replay)
  const { players, start = { deck: [], orders: [] } } = settings
  const deck = [...start.deck, ...chance.shuffle('deck', upTo(60).filter((card) => !start.deck.includes(card)))]
  const rounds = events.filter(({ kind }) => kind === 'round-begun')
  return rounds.length === 3 && rounds.every(({ round, order, row, drawn }) => {
    const each = round === 1 ? 7 : 1
    const from = round === 1 ? 0 : (6 + round) * players
    const cards = drawn.length === players && drawn.every((mine, seat) => same(mine, deck.slice(from + each * seat, from + each * (seat + 1))))
    const laid = round > 1 || same(row, deck.slice(7 * players, 8 * players).sort((one, other) => one - other))
    return cards && laid && same(order, start.orders[round - 1] ?? chance.shuffle(`score order ${round}`, upTo(5)))
  })
}
