// Games with the same cards at the same moment: one clock leads, and every game follows it.

import { api, type Tape } from '../net/api'
import type { RoundTable } from '../net/protocol'
import { Playback } from '../replay/playback.svelte'
import { stepAt } from '../replay/tape'

type Turn = ConstructorParameters<typeof Playback>[3]

interface Side {
  table: RoundTable
  game: Playback
}

export class SideBySide {
  /** What leads: in a game with turns the longest game, so that all are seen to their end; else every moment of all games. */
  lead = $state.raw<Playback | null>(null)
  private sides = $state.raw<(Side | undefined)[]>([])
  /** By side, the table that was chosen last. */
  private readonly wanted: RoundTable[] = []
  private shown: number[] = []
  private closed = false

  constructor(
    private readonly timed: boolean,
    private readonly turn: NonNullable<Turn> | null,
  ) {}

  /** The table whose game a side shows. */
  tableOn(side: number): RoundTable | undefined {
    return this.sides[side]?.table
  }

  /** A table's game on a side, once it is there. */
  gameOn(side: number, table: RoundTable | undefined): Playback | undefined {
    const there = this.sides[side]
    return there?.table === table ? there?.game : undefined
  }

  /** Show a table's game on a side; of several choices the last one counts, in whatever order their tapes arrive. */
  async choose(side: number, table: RoundTable): Promise<void> {
    this.wanted[side] = table
    const isWanted = (): boolean => !this.closed && this.wanted[side] === table
    try {
      const tape = await api.tape(table.table, table.number, null)
      if (!isWanted()) return
      this.sides[side]?.game.close()
      this.sides = Object.assign([...this.sides], { [side]: { table, game: new Playback(tape, this.timed, 0, this.turn) } })
      this.show(this.shown)
    } catch (error) {
      if (isWanted()) throw error
    }
  }

  /** Let the games of these sides move on together, from the present moment. */
  show(sides: number[]): void {
    this.shown = sides
    const was = this.lead
    const tapes = this.on.map(({ tape }) => tape)
    if (tapes.length === 0) return
    const tape = this.timed ? momentsOf(tapes) : longest(this.on).tape
    const lead = new Playback(tape, this.timed, 0, this.turn)
    if (was !== null) {
      lead.speed = was.speed
      lead.go(this.timed ? stepAt(tape, was.now) : (lead.stops[Math.min(was.stop, lead.stops.length - 1)] ?? 0))
      if (was.playing && lead.step < lead.last) lead.toggle()
      was.close()
    }
    this.lead = lead
    this.follow()
  }

  /** Bring every game to the moment of the lead. */
  follow(): void {
    const lead = this.lead
    if (lead === null) return
    for (const game of this.on) {
      if (this.timed) followIn(game, stepAt(game.tape, lead.now))
      else game.follow(game.stops[Math.min(lead.stop, game.stops.length - 1)] ?? 0)
    }
  }

  close(): void {
    this.closed = true
    this.lead?.close()
    for (const side of this.sides) side?.game.close()
  }

  private get on(): Playback[] {
    return this.shown.flatMap((side) => this.sides[side]?.game ?? [])
  }
}

const longest = (games: Playback[]): Playback => games.reduce((one, other) => (other.stops.length > one.stops.length ? other : one))

/** A tape of nothing but the moments at which anything happens in any of these games. */
function momentsOf(tapes: Tape[]): Tape {
  const [first] = tapes
  if (first === undefined) throw new RangeError('There are no games to lead.')
  const moments = [...new Set(tapes.flatMap(({ steps }) => steps.map(({ at }) => at)))].sort((one, other) => one - other)
  return { ...first, steps: moments.map((at, number) => ({ at, told: { type: 'update', version: number + 2 } })) }
}

/** Go to a step: what happens at one moment is played one by one, more is jumped over. */
function followIn(game: Playback, step: number): void {
  const at = game.tape.steps[game.step]?.at
  const together = step > game.step && at === game.tape.steps[step - 1]?.at
  for (let next = together ? game.step + 1 : step; next < step; next += 1) game.follow(next)
  game.follow(step)
}
