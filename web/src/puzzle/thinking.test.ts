import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefs } from '../app/prefs.svelte'
import { api, Problem } from '../net/api'
import type { PuzzleAnswer, PuzzleSolved } from '../net/protocol'
import { Thinking } from './thinking.svelte'

const begin = { type: 'sync', version: 1, house: { stage: 'playing', chat: [], seats: [] }, view: {}, legal: {}, waiting: [], events: [], now: 0 }
const puzzle = (number: number): PuzzleAnswer => ({ number, level: 1, of: 48, begin }) as unknown as PuzzleAnswer
const worth = (best: string): PuzzleSolved => ({ best, lost: {}, reasons: [], found_by: [] })
const offline = new Problem('offline', 'The site cannot be reached.')

beforeEach(() => void (prefs.puzzles = {}))
afterEach(() => void vi.restoreAllMocks())

test('of several puzzles the one that was wanted last is shown, in whatever order they arrive', async () => {
  const answers = new Map<number, (found: PuzzleAnswer) => void>()
  vi.spyOn(api, 'puzzle').mockImplementation((_, number) => new Promise((done) => void answers.set(number, done)))
  const thinking = new Thinking('mindup')
  const both = [thinking.ask(2), thinking.ask(3)]
  answers.get(3)?.(puzzle(3))
  answers.get(2)?.(puzzle(2))
  await Promise.all(both)
  expect(thinking.asked?.number).toBe(3)
})
test('a card answers the puzzle that is shown, while the next one is still coming', async () => {
  vi.spyOn(api, 'puzzle').mockResolvedValueOnce(puzzle(2)).mockReturnValueOnce(new Promise(() => undefined))
  const solve = vi.spyOn(api, 'solvePuzzle').mockResolvedValue(worth('7'))
  const thinking = new Thinking('mindup')
  await thinking.ask(2)
  void thinking.ask(3)
  await thinking.answer('7')
  expect(solve).toHaveBeenCalledExactlyOnceWith('mindup', 2, '7')
  expect([thinking.solved?.best, prefs.puzzles['mindup']]).toEqual(['7', 3])
})
test('an answer about a puzzle that is no longer shown is dropped, trouble too', async () => {
  vi.spyOn(api, 'puzzle').mockImplementation(async (_, number) => puzzle(number))
  let [done, fail]: [(told: PuzzleSolved) => void, (error: Error) => void] = [() => undefined, () => undefined]
  vi.spyOn(api, 'solvePuzzle').mockImplementation(() => new Promise((resolve, reject) => ([done, fail] = [resolve, reject])))
  const thinking = new Thinking('mindup')
  await thinking.ask(1)
  const first = thinking.answer('7')
  await thinking.ask(2)
  done(worth('9'))
  await first
  expect([thinking.chosen, thinking.solved]).toEqual([null, null])
  const second = thinking.answer('8')
  await thinking.ask(3)
  fail(offline)
  await second
  expect([thinking.chosen, thinking.trouble]).toEqual([null, ''])
})
test('what did not work can be tried again: the puzzle, and the card', async () => {
  vi.spyOn(api, 'puzzle').mockRejectedValueOnce(offline).mockResolvedValue(puzzle(1))
  const solve = vi.spyOn(api, 'solvePuzzle').mockRejectedValueOnce(offline).mockResolvedValue(worth('7'))
  const thinking = new Thinking('mindup')
  await thinking.ask(1)
  expect([thinking.trouble !== '', thinking.asked]).toEqual([true, null])
  await thinking.tryAgain()
  expect([thinking.trouble, thinking.asked?.number]).toEqual(['', 1])
  await thinking.answer('7')
  expect([thinking.trouble !== '', thinking.solved]).toEqual([true, null])
  await thinking.tryAgain()
  expect([thinking.trouble, thinking.solved?.best]).toEqual(['', '7'])
  expect(solve).toHaveBeenCalledTimes(2)
})
