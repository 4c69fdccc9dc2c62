// Where a replay comes from: a table of this site, or a file.

import type { GameName } from '../protocol'
import type { Tape } from './tape'

export interface Source {
  /** The table it was played at; empty for a file. */
  name: string
  number: number
  /** The game as a seat was told it, or somebody who watched. */
  tape: (seat: number | null) => Promise<Tape<GameName>>
  /** The replay file itself. */
  file: () => Promise<string>
}

/** The same, asking for each tape once: a game that is over does not change. */
export function remembering(source: Source): Source {
  const tapes = new Map<number | null, Promise<Tape<GameName>>>()
  const tape = (seat: number | null): Promise<Tape<GameName>> => {
    const asked = tapes.get(seat) ?? source.tape(seat)
    tapes.set(seat, asked)
    asked.catch(() => tapes.delete(seat))
    return asked
  }
  return { ...source, tape }
}
