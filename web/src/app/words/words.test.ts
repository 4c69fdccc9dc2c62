import { expect, test } from 'vitest'
import { words as english } from './en'
import { evening } from './en/evening'
import { words as es } from './es'

const FIRST = import.meta.glob<typeof english>('./*/index.ts', { eager: true, import: 'words' })
const LATER = import.meta.glob<typeof evening>('./*/evening.ts', { eager: true, import: 'evening' })
const whole = (path: string, words: typeof english): typeof english & { evening: typeof evening } => ({ ...words, evening: LATER[path.replace('index', 'evening')] as typeof evening })
const ALL = Object.fromEntries(Object.entries(FIRST).map(([path, words]) => [path, whole(path, words)]))
const en = whole('./en/index.ts', english)
const NAMES = import.meta.glob<string>('./*/name.ts', { eager: true, import: 'name' })
const LANGUAGES = Object.entries(ALL).map(([path, words]) => [path.split('/')[1] ?? '', words] as const)

/** Every text by its place: functions are called with a few numbers, or with those as names. */
function said(of: unknown, place = ''): [string, string][] {
  if (typeof of === 'string') return [[place, of]]
  if (typeof of === 'function') return [0, 1, 2, 5].map((n) => [`${place}(${n})`, asked(of as Saying, n)])
  return Object.entries(of as object).flatMap(([key, one]) => said(one, `${place}.${key}`))
}
type Saying = (...of: unknown[]) => unknown
function asked(saying: Saying, n: number): string {
  try {
    return String(saying(n, n, n, n))
  } catch {
    return String(saying(String(n), n, n, n))
  }
}
const braces = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

test('every language says what it is called', () => {
  expect(Object.values(NAMES).sort()).toEqual(['Deutsch', 'English', 'Español', 'Français', 'Italiano', 'Português'])
  expect(Object.keys(NAMES).length).toBe(LANGUAGES.length)
  expect(new Set(Object.values(NAMES)).size).toBe(LANGUAGES.length)
})

test.each(LANGUAGES)('%s says everything that English says', (_, words) => {
  const mine = new Map(said(words))
  const english = said(en)
  expect([...mine.keys()].sort()).toEqual(english.map(([place]) => place).sort())
  for (const [place, text] of english) {
    const here = mine.get(place) ?? ''
    if (text !== '') expect(here.trim(), place).not.toBe('')
    expect(here, place).not.toMatch(/undefined|NaN|\s{2}|^\s|\s$/)
  }
})

test.each(LANGUAGES)('%s tells what the server tells with a refusal', (_, words) => {
  for (const [key, text] of Object.entries(en.refused)) expect(braces(words.refused[key as keyof typeof en.refused]), key).toEqual(braces(text))
})

test.each(LANGUAGES.filter(([language]) => language !== 'en'))('%s was not left in English', (_, words) => {
  const mine = new Map(said(words))
  const left = said(en).filter(([place, text]) => text.split(/\s+/).length > 3 && mine.get(place) === text)
  expect(left.map(([place]) => place)).toEqual([])
})

test('in French nothing is torn from its colon, its marks or its quotes', () => {
  for (const [place, text] of said(ALL['./fr/index.ts'])) expect(text, place).not.toMatch(/ [:;!?»]|« /)
})

test('in Spanish names that begin with the sound of "y" are joined by "e"', () => {
  expect(es.home.and('Ana', 'Inés')).toBe('Ana e Inés')
  expect(es.home.and('Ana', 'Hilda')).toBe('Ana e Hilda')
  expect(es.home.and('Ana', 'Yvonne')).toBe('Ana e Yvonne')
  expect(es.home.and('Ana', 'Ian')).toBe('Ana y Ian')
  expect(es.home.and('Ana', 'Yolanda')).toBe('Ana y Yolanda')
})

test('a tip speaks of a card of a colour, and no text asks a player to hold a hand for another', () => {
  for (const [language, { mindup, extreme }] of LANGUAGES) {
    expect(mindup.coach[1]?.[2], language).toMatch(/\b(card|carte|carta|Karte)\b/)
    expect(extreme.keepDown, language).not.toMatch(/^(Halt du|Segure por|Mantenla|Tienila)/)
  }
})
