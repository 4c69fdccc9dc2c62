import { expect, test } from 'vitest'
import type { Answer, ConnectionEvents, TableConnection } from '../net/connection'
import type { ServerMessage } from '../net/protocol'
import { Table, type Scene } from './table.svelte'

function table(): { scenes: Scene[]; tell: (message: object) => void; at: Table } {
  let connection!: ConnectionEvents
  const quiet: TableConnection = { request: () => Promise.resolve({ ok: true }), hello: () => undefined, close: () => undefined }
  const at = new Table('some', (_, events) => {
    connection = events
    return quiet
  })
  const scenes: Scene[] = []
  at.onScene((scene) => scenes.push(scene))
  return { scenes, at, tell: (message) => connection.message(message as ServerMessage) }
}
function sync(version: number, turn: number, events: object[], chat: object[] = []): object {
  const house = { stage: 'playing', guests: [], chat }
  return { type: 'sync', version, house, view: { turn }, legal: {}, waiting: [], events, now: 0 }
}
const revealed = { kind: 'revealed', plays: [9, 30, 45], taken: [16, 28, 44] }

test('a new client gets the current state, not past events', () => {
  const { scenes, tell } = table()
  tell(sync(7, 2, [revealed]))
  expect(scenes).toMatchObject([{ events: [], before: null, after: { turn: 2 } }])
})

test('what happened while disconnected is told with the view it happened to', () => {
  const { scenes, tell } = table()
  tell(sync(7, 2, []))
  tell(sync(9, 3, [revealed]))
  expect(scenes[1]).toMatchObject({ events: [revealed], before: { turn: 2 }, after: { turn: 3 }, missed: true })
})

test('what was said before one came counts as heard', () => {
  const { at, tell } = table()
  tell(sync(7, 2, [], [{ guest: 1, text: 'Hello', at: 500 }]))
  expect(at.heard).toBe(500)
})

test('a new line of talk follows the others, and the oldest goes', () => {
  const { at, tell } = table()
  const chat = Array.from({ length: 50 }, (_, at) => ({ guest: 1, text: 'Hello', at }))
  tell(sync(7, 2, [], chat))
  tell({ type: 'said', guest: 2, text: 'Well', at: 900 })
  expect(at.house?.chat.length).toBe(50)
  expect(at.house?.chat.at(-1)).toEqual({ kind: 'said', guest: 2, text: 'Well', at: 900 })
  expect([at.version, at.heard]).toEqual([7, 49])
})

test('what is said and refused stays written, unless something new was written meanwhile', async () => {
  let answer: (answer: Answer) => void = () => undefined
  const asked: object[] = []
  const request = (request: object): Promise<Answer> => {
    asked.push(request)
    return new Promise((done) => (answer = done))
  }
  const at = new Table('some', () => ({ request, hello: () => undefined, close: () => undefined }))
  const refused: Answer = { ok: false, refused: { type: 'refused', id: '', key: 'busy', text: '' } }
  const says = async (text: string, told: Answer, meanwhile = ''): Promise<string> => {
    at.draft = text
    const said = at.say()
    expect(at.draft).toBe('')
    at.draft = meanwhile
    answer(told)
    expect(await said).toBe(told)
    return at.draft
  }
  expect(await says('Hello', { ok: true })).toBe('')
  expect(await says('Hello', refused)).toBe('Hello')
  expect(await says('Hello', refused, 'Well')).toBe('Well')
  at.draft = '  '
  expect(await at.say()).toEqual({ ok: true })
  expect(asked).toEqual(Array(3).fill({ do: 'say', text: 'Hello' }))
})

const over = { stage: 'over', you: 0, host: 0, seats: [{ guest: 0 }, { guest: 1 }], again: [], guests: [], chat: [] }
function after(house: object): object {
  return { type: 'sync', version: 5, house, view: { turn: 6 }, legal: {}, waiting: [], events: [], now: 0 }
}

test('a player who did not ask for the next game keeps the result until they join it', () => {
  const { at, tell } = table()
  tell(after(over))
  tell({ type: 'update', version: 6, house: { again: [1] } })
  expect(at.held).toBe(false)
  tell({ type: 'update', version: 7, house: { stage: 'lobby', again: [1] }, view: null })
  expect([at.held, at.house?.stage, at.view]).toMatchObject([true, 'over', { turn: 6 }])
  at.goAlong()
  tell({ ...after({ ...over, stage: 'lobby' }), version: 9, view: null })
  expect([at.held, at.house?.stage]).toEqual([false, 'lobby'])
})

test('a player who asked joins at once', () => {
  const { at, tell } = table()
  tell(after(over))
  tell({ type: 'update', version: 6, house: { stage: 'lobby', again: [1, 0], contributed: true }, view: null })
  expect([at.held, at.house?.stage]).toEqual([false, 'lobby'])
})

test('a page that was hung up for another of the same person says so and does not come back', () => {
  let connection!: ConnectionEvents
  let closed = 0
  const at = new Table('some', (_, events) => {
    connection = events
    return { request: () => Promise.resolve({ ok: true }), hello: () => undefined, close: () => void closed++ }
  })
  connection.message({ type: 'bye', reason: 'restart' })
  expect([at.elsewhere, closed]).toEqual([false, 0])
  connection.message({ type: 'bye', reason: 'elsewhere' })
  expect([at.elsewhere, closed]).toEqual([true, 1])
})
