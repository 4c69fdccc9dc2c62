// The list of an evening as a text to share: the first three, and your own line. Not the link, which is the way in.

import { eveningWords } from '../app/words/evening.svelte'
import type { BoardRow, EveningAnswer } from '../net/protocol'
import { signed } from './points'

const FIRST = 3

export function listText(evening: EveningAnswer): string {
  const w = eveningWords()
  const line = (row: BoardRow): string => `${row.place}. ${evening.guests[row.guest]?.name ?? ''} ${signed(row.points)}`
  const mine = evening.board.findIndex((row) => row.guest === evening.you)
  const own = evening.board[mine]
  const lines = evening.board.slice(0, FIRST).map(line)
  if (own !== undefined && mine >= FIRST) lines.push(...(mine > FIRST ? ['…'] : []), line(own))
  return [`${evening.title}: ${evening.ended ? w.final : w.afterRound(evening.finished)}`, ...lines].join('\n')
}
