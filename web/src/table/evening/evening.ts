// Where a table and its evening lead to each other.

import type { EveningAnswer } from '../../net/protocol'

/** The evening that a table's name tells: `evening-NAME-ROUND-…`. */
export const eveningOf = (table: string): string | null => /^evening-([\w-]{16})-/.exec(table)?.[1] ?? null
/** Its round, by the same name; 0 for other tables. */
export const roundOf = (table: string): number => Number(/^evening-[\w-]{16}-(\d+)-/.exec(table)?.[1] ?? 0)

const SHOWN = 'tacit evening table'

/** The table that opens by itself for a guest of an evening: once, for a player who comes back may stay where they are. */
export function tableToOpen(evening: EveningAnswer | null, clock: number): string | null {
  const round = evening?.round
  if (!round?.table || round.done || round.over || round.until <= clock) return null
  return sessionStorage.getItem(SHOWN) === round.table ? null : round.table
}
export const opened = (table: string): void => sessionStorage.setItem(SHOWN, table)
