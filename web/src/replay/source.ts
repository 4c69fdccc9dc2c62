// The source of a replay: a table of this site, or a file.

import type { Tape, WhoseTape } from '../net/api'
import type { GameName } from '../net/protocol'

export interface Source {
  /** The name of its table; empty for a file. */
  name: string
  number: number
  /** The game as a seat or a spectator was told it; `mine` works for tables of this site only. */
  tape: (seat: WhoseTape) => Promise<Tape<GameName>>
  /** The replay file itself. */
  file: () => Promise<string>
}

/** The same source with a cache: a finished game does not change. */
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
