// The small HTTP API.

import type { GameName, Settings, Stage } from './protocol'

export interface LobbyTable {
  table: string
  game: GameName
  stage: Stage
  host: string
  players: number
  seats: number
  watching: number
}
export interface DoorAnswer {
  table: string
  game: GameName
  stage: Stage
  free: number
  spectators: boolean
  inside: boolean
}
/** A table of yours: with whom, how far, and when something last happened there. */
export interface MyTable extends DoorAnswer {
  others: string[]
  bots: string[]
  progress: number[]
  active: number
}
export interface Scored {
  columns: number
  bonuses: number
  objectives: number
  total: number
}
export interface Pile {
  errors: number
  mistakes: { card: number; overtook: number[] }[]
}
/** What a listening bot made of everybody's tempo, by seat, when a level had ended. */
export interface Tempi {
  level: number
  seats: ({ pace: number; steady: Steady; heard: number } | null)[]
  /** The levels so far: the lives each cost, and the stars used in it. */
  ladder: { level: number; lost: number; stars: number }[]
}
export type Steady = 'very steady' | 'steady' | 'a little uneven' | 'uneven' | "anyone's guess"
/** What stands on the cards of The Mind Extreme's box, and by game the bots one can play with. */
export interface Box {
  levels: { blind: ('white' | 'red')[]; reward: 'star' | 'life' | null }[]
  teams: Record<number, { last_level: number; lives: number; stars: number }>
  most_lives: number
  most_stars: number
  bots?: Partial<Record<GameName, string[]>>
  /** Those nobody can invite now, because too many of them are playing. */
  busy?: string[]
}
/** One of the devices that somebody uses. */
export interface Device {
  id: string
  label: string
  seen: number
  this: boolean
}
export class Problem extends Error {
  constructor(
    readonly key: string,
    text: string,
    readonly details: unknown = null,
  ) {
    super(text)
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
  } catch {
    throw new Problem('offline', 'The site cannot be reached.')
  }
  const answer = (await response.json().catch(() => ({}))) as { key?: string; text?: string; details?: unknown }
  if (!response.ok) throw new Problem(answer.key ?? 'error', answer.text ?? 'Something went wrong.', answer.details)
  return answer as T
}

export const api = {
  lobby: () => call<LobbyTable[]>('/api/tables'),
  me: () => call<{ tables: MyTable[] }>('/api/me'),
  look: (table: string) => call<DoorAnswer>(`/api/tables/${table}`),
  open: (wanted: {
    game: GameName
    name: string
    settings?: Partial<Settings>
    bots?: string[]
    start?: boolean
  }) => call<{ table: string; url: string }>('/api/tables', wanted),
  link: () => call<{ url: string }>('/api/me/link', {}),
  score: (pad: string) => call<{ players: Scored[] }>('/api/score/mindup', pad),
  pile: (pile: string) => call<Pile>('/api/score/extreme', pile),
  tempi: (table: string) => call<Tempi>(`/api/tables/${table}/tempi`),
  replay: (table: string, game: number) =>
    call<{ seed: string; contributions: string[] }>(`/api/tables/${table}/games/${game}`),
  box: () => call<Box>('/api/box'),
  lookAtLink: (token: string) => call<{ same: boolean; mine: number; theirs: number }>(`/api/me/device/${token}`),
  devices: () => call<Device[]>('/api/me/devices'),
  endDevices: (device: string | null) => call<{ ended: number }>('/api/me/devices/end', { device }),
  useLink: (token: string) => call<{ tables: DoorAnswer[] }>('/api/me/device', { token }),
}
