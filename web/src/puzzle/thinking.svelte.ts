// A puzzle as the site asks it, and what it says to the card that was laid. Both may come late, or not at all.

import { prefs } from '../app/prefs.svelte'
import { problemText } from '../app/words/words.svelte'
import { api } from '../net/api'
import type { GameName, PuzzleAnswer, PuzzleSolved } from '../net/protocol'
import { Playback } from '../replay/playback.svelte'

export class Thinking {
  asked = $state.raw<PuzzleAnswer | null>(null)
  chosen = $state<string | null>(null)
  solved = $state.raw<PuzzleSolved | null>(null)
  playback = $state.raw<Playback | null>(null)
  trouble = $state('')
  private wanted = 0
  /** What did not work, to be done again. */
  private failed: () => Promise<void> = async () => {}

  constructor(readonly game: GameName) {}

  /** Show a puzzle; of several, the one that was wanted last. */
  async ask(number: number): Promise<void> {
    this.wanted = number
    this.trouble = ''
    try {
      const found = await api.puzzle(this.game, number)
      if (this.wanted !== number) return
      ;[this.asked, this.chosen, this.solved] = [found, null, null]
      const names = found.begin.house.seats.map(({ name }) => name ?? '')
      this.playback = new Playback({ game: this.game, names, commitment: '', begin: found.begin, steps: [] }, false)
    } catch (error) {
      if (this.wanted === number) this.fails(error, () => this.ask(number))
    }
  }

  /** Ask what a move of the puzzle that is shown is worth. */
  async answer(move: string): Promise<void> {
    const { asked } = this
    if (asked === null) return
    this.chosen = move
    this.trouble = ''
    try {
      const solved = await api.solvePuzzle(this.game, asked.number, move)
      if (this.asked !== asked) return
      this.solved = solved
      prefs.puzzles = { ...prefs.puzzles, [this.game]: Math.min(asked.number + 1, asked.of) }
    } catch (error) {
      if (this.asked === asked) this.fails(error, () => this.answer(move)) // the card lies where it was laid
    }
  }

  tryAgain(): Promise<void> {
    return this.failed()
  }

  private fails<E>(error: E, failed: () => Promise<void>): void {
    this.trouble = problemText(error)
    this.failed = failed
  }
}
