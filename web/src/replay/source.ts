// Where a replay comes from: a table of this site, or a file.

import type { Tape, WhoseTape } from '../net/api'
import type { GameName } from '../net/protocol'

export interface Source {
  /** The table it was played at; empty for a file. */
  name: string
  number: number
  /** The game as a seat was told it, or a spectator; `mine` is for tables of this site only. */
  tape: (seat: WhoseTape) => Promise<Tape<GameName>>
  /** The replay file itself. */
  file: () => Promise<string>
}

/** The same, asking for each tape once: a game that is over does not change. */
export function remembering(source: Source): Source {
  const tapes = new Map<WhoseTape, Promise<Tape<GameName>>>()
  const tape = (seat: WhoseTape): Promise<Tape<GameName>> => {
    const asked = tapes.get(seat) ?? source.tape(seat)
    tapes.set(seat, asked)
    asked.then(
      ({ begin }) => tapes.set(begin.house.seat, asked),
      () => tapes.delete(seat),
    )
    return asked
  }
  return { ...source, tape }
}
