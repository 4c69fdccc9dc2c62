import { expect, test } from 'vitest'
import readme from './README.md?raw'

const SOURCES = Object.entries(import.meta.glob<string>(['./**/*.ts', './**/*.svelte', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true }))
const SHELL = ['./app/App.svelte', './app/main.ts', './app/offline.ts']
const MOST_FILES = 16

/** By room: the rooms it may import, and those of which it may import types only; "plug" stands for any game's plug.ts. */
const RULES = new Map(
  [...readme.matchAll(/^\| `(\w+)\/` \|[^|]*\| ([^|]*) \|$/gm)].map(([, room = '', may = '']) => {
    const [all = '', types = ''] = may.split(';')
    const named = (text: string): string[] => [...text.matchAll(/`(\w+)`|(plug)/g)].map(([, name, plug]) => name ?? plug ?? '')
    return [room, { all: named(all), types: named(types) }] as const
  }),
)
const GAMES = SOURCES.flatMap(([path]) => /^\.\/(\w+)\/plug\.ts$/.exec(path)?.[1] ?? []).filter((room) => room !== 'app')
const roomOf = (path: string): string => path.split('/')[1] ?? ''

interface Import {
  from: string
  to: string
  typeOnly: boolean
}
/** Every import of one of our own files, as a path from here. */
function importsOf([path, text]: [string, string]): Import[] {
  const found = text.matchAll(/(?:(import|export)\s+(type\s)?[^'"]*?from\s*|import\(\s*|import\s+)['"](\.[^'"]+)['"]/g)
  return [...found].map(([, , type, target = '']) => {
    const parts = path.split('/').slice(0, -1)
    for (const part of target.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    return { from: path, to: parts.join('/'), typeOnly: type !== undefined }
  })
}

/** Why an import is not allowed; null if it is. */
function fault({ from, to, typeOnly }: Import): string | null {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (!SHELL.includes(from) && SHELL.some((file) => file === to || file === `${to}.ts`)) return 'the shell is imported'
  if (room === target) return null
  if (GAMES.includes(target) && !to.endsWith(`/${target}/plug`)) return 'a game is not reached through its plug'
  if (SHELL.includes(from)) return null
  const rules = RULES.get(room)
  const name = GAMES.includes(target) ? 'plug' : target
  if (rules?.all.includes(name) || (typeOnly && rules?.types.includes(name))) return null
  return `${room} may not import ${target}`
}

test('the table names every room', () => {
  expect([...RULES.keys()].sort()).toEqual([...new Set(SOURCES.map(([path]) => roomOf(path)))].sort())
})

test('every room imports only what its row allows', () => {
  const imports = SOURCES.flatMap(importsOf)
  expect(imports.length).toBeGreaterThan(500)
  const faults = imports.flatMap((one) => (fault(one) === null ? [] : [`${one.from} → ${one.to}: ${fault(one)}`]))
  expect(faults).toEqual([])
})

test.each([
  ['./net/api.ts', './table/table.svelte', 'net may not import table'],
  ['./parts/Button.svelte', './home/Home.svelte', 'parts may not import home'],
  ['./replay/Player.svelte', './mindup/cards/deck', 'a game is not reached through its plug'],
  ['./mindup/play/Log.svelte', './extreme/plug', 'mindup may not import extreme'],
  ['./net/protocol.ts', './mindup/plug', 'net may not import mindup'],
  ['./home/Home.svelte', './app/App.svelte', 'the shell is imported'],
])('%s must not import %s', (from, to, why) => {
  expect(fault({ from, to, typeOnly: false })).toBe(why)
})

test('the first page waits for no other page and its words', () => {
  const files = new Map(SOURCES)
  const loaded = new Set<string>()
  const load = (path: string): void => {
    const file = [path, `${path}.ts`].find((one) => files.has(one))
    if (file === undefined || loaded.has(file)) return
    loaded.add(file)
    // What is imported by a call or for its types alone comes later or never.
    const text = (files.get(file) ?? '').replaceAll(/import\([^)]*\)/g, '')
    for (const { to, typeOnly } of importsOf([file, text])) if (!typeOnly) load(to)
  }
  load('./app/main.ts')
  expect(loaded).toContain('./home/Home.svelte')
  expect([...loaded].filter((file) => /(evening|training|Table(Page)?\.svelte)/.test(file))).toEqual([])
})

test('no folder has more source files than one can look through', () => {
  const counts = new Map<string, number>()
  for (const [path] of SOURCES) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (folder.startsWith('./app/words/')) continue // a language has a file for each room
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
})
