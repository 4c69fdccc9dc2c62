import { expect, test, vi } from 'vitest'
import { words as en } from '../app/words/en'
import type { Words } from '../app/words/words.svelte'

vi.mock('../app/words/words.svelte', () => ({ words: () => en }))
const { botCard, sorted } = await import('./bots')
const { botName, shortName } = await import('./names')

const ALL = import.meta.glob<Words>('../app/words/*/index.ts', { eager: true, import: 'words' })

test('every bot has a name and a line in every language', () => {
  expect(Object.keys(ALL).length).toBeGreaterThan(2)
  for (const { table } of Object.values(ALL)) {
    expect(Object.keys(table.bots)).toEqual(Object.keys(en.table.bots))
    for (const bot of Object.values(table.bots)) expect(bot.about).toBeTruthy()
  }
})

test('an unknown bot goes by its own name', () => {
  expect(botCard('owl')).toEqual({ id: 'owl', name: 'Owl', about: en.table.botAbout, strength: null })
  expect(botCard('raven')).toMatchObject({ name: 'Raven', strength: 4 })
})

test('a bot that counts its deals is called by its name and their number', () => {
  expect(botCard('search#250')).toMatchObject({ id: 'search#250', name: 'Delver #250', about: en.table.bots.search?.about })
  const bots = ['search#250', null, 'search', 'search#250']
  expect([0, 2, 3].map((seat) => botName(bots, seat))).toEqual(['Delver #250 1', 'Delver', 'Delver #250 2'])
})

test('characters come first, from friendly to merciless; experts apart', () => {
  const all = ['random', 'raven', 'search', 'pebble', 'greedy', 'heron']
  expect(sorted(all)).toEqual({ characters: ['pebble', 'heron', 'raven'], experts: ['search', 'greedy', 'random'] })
})

test('where there are only experts they are simply the bots', () => {
  expect(sorted(['random', 'greedy'])).toEqual({ characters: ['greedy', 'random'], experts: [] })
})

test('a name made short for a chart keeps the number that tells two bots apart', () => {
  expect(['Linnet 1', 'Linnet 2', 'Ann', 'Annabelle'].map((name) => shortName(name, 6))).toEqual(['Linn 1', 'Linn 2', 'Ann', 'Annabe'])
})
