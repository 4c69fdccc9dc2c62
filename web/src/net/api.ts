// The HTTP API.

import { at } from './address'
import type {
  AdminAnswer,
  AdminDone,
  AdminDoors,
  AdminEnd,
  AdminMute,
  AdminRemove,
  AdminSession,
  AnnouncementAnswer,
  CodeAnswer,
  DailyAnswer,
  DailyTable,
  DayAnswer,
  Device,
  DevicesEnded,
  DoorAnswer,
  Far,
  ForgetAnswer,
  ForgetLook,
  GameName,
  GroupAnswer,
  Kept,
  LinkAnswer,
  LinkLook,
  LobbyTable,
  MeAnswer,
  MovedAnswer,
  MyGames,
  MyGroup,
  MyRecords,
  NewTable,
  Problem as Why,
  ResearchAnswer,
  Review,
  RoomAnswer,
  PlayDaily,
  PlayTonight,
  PuzzleAnswer,
  PuzzleSolved,
  SyncMessage,
  TableAnswer,
  TableGroup,
  Tempi,
  UpdateMessage,
  Verdict,
} from './protocol'

/** The site's bots by game. */
export interface SiteBots {
  bots?: Partial<Record<GameName, string[]>>
  /** Bots that cannot be invited now, because too many of them are playing. */
  busy?: string[]
  warming?: string[]
}
/** The view of a finished game: a seat's, a spectator's (null), or that of the guest's own seat. */
export type WhoseTape = number | null | 'mine'
/** A finished game as one seat was told it. */
export interface Tape<G extends GameName = GameName> {
  game: G
  names: string[]
  commitment: string
  begin: SyncMessage<G>
  steps: { at: number; told: UpdateMessage<G> }[]
}
interface CredentialId {
  id: string
  type: 'public-key'
}
/** The site's request for a new passkey: the options of WebAuthn in JSON, with base64url for bytes. */
export interface CreationOptions extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: CredentialId[]
}
/** The site's request to sign in with a passkey. */
export interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string
}
type Details = NonNullable<Why['details']>
export class Problem extends Error {
  constructor(
    readonly key: string,
    text: string,
    readonly details: Details = {},
  ) {
    super(text)
  }
  get text(): string {
    return this.message
  }
}

async function call<T>(path: string, body?: object | string): Promise<T> {
  const answer: T = await (await fetched(path, body)).json()
  return answer
}

async function fetched(path: string, body?: object | string): Promise<Response> {
  let response: Response
  try {
    response = await fetch(at(path), {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
  } catch {
    throw new Problem('offline', 'The site cannot be reached.')
  }
  if (response.ok) return response
  const why: Partial<Why> = await response.json().catch(() => ({}))
  throw new Problem(why.key ?? 'error', why.text ?? 'Something went wrong.', why.details ?? {})
}

const asSeat = (seat: WhoseTape): string => (seat === null ? '' : `?seat=${seat}`)

export const api = {
  lobby: () => call<LobbyTable[]>('/api/tables'),
  me: () => call<MeAnswer>('/api/me'),
  myGames: (query: URLSearchParams) => call<MyGames>(`/api/me/games?${query}`),
  myRecords: (query: URLSearchParams) => call<MyRecords>(`/api/me/records?${query}`),
  table: (table: string) => call<DoorAnswer>(`/api/tables/${table}`),
  openTable: (wanted: NewTable) => call<TableAnswer>('/api/tables', wanted),
  group: (group: string) => call<GroupAnswer>(`/api/groups/${group}`),
  myGroups: () => call<MyGroup[]>('/api/me/groups'),
  groupOfTable: (table: string) => call<TableGroup>(`/api/tables/${table}/group`),
  makeGroup: (table: string, title: string) => call<TableGroup>(`/api/tables/${table}/group`, { title }),
  joinGroup: (group: string, name: string) => call<GroupAnswer>(`/api/groups/${group}/join`, { name }),
  leaveGroup: (group: string) => call<GroupAnswer>(`/api/groups/${group}/leave`, {}),
  renameGroup: (group: string, wanted: { name?: string; title?: string }) => call<GroupAnswer>(`/api/groups/${group}/rename`, wanted),
  removeMember: (group: string, member: number) => call<GroupAnswer>(`/api/groups/${group}/remove`, { member }),
  playTonight: (group: string, wanted: PlayTonight) => call<TableAnswer>(`/api/groups/${group}/play`, wanted),
  puzzle: (game: GameName, number: number) => call<PuzzleAnswer>(`/api/puzzles/${game}/${number}`),
  solvePuzzle: (game: GameName, number: number, move: string) => call<PuzzleSolved>(`/api/puzzles/${game}/${number}`, { move }),
  daily: () => call<DailyAnswer[]>('/api/daily'),
  day: (game: GameName, day: string) => call<DayAnswer>(`/api/daily/${game}/${day}`),
  playDaily: (game: GameName, day: string, wanted: PlayDaily) => call<DailyTable>(`/api/daily/${game}/${day}/play`, wanted),
  deviceLink: () => call<LinkAnswer>('/api/me/link', {}),
  /** Score a game played with printed cards. */
  score: <T>(game: GameName, pad: string) => call<T>(`/api/score/${game}`, pad),
  tempi: (table: string) => call<Tempi>(`/api/tables/${table}/tempi`),
  replay: (table: string, game: number) =>
    call<{ seed: string; contributions: string[] }>(`/api/tables/${table}/games/${game}`),
  tape: (table: string, game: number, seat: WhoseTape) => call<Tape>(`/api/tables/${table}/games/${game}/tape${asSeat(seat)}`),
  tapeOfFile: (file: string, seat: WhoseTape) => call<Tape>(`/api/replays/tape${asSeat(seat)}`, file),
  /** The replay file. */
  replayFile: async (table: string, game: number): Promise<string> => (await fetched(`/api/tables/${table}/games/${game}`)).text(),
  review: (table: string, game: number) => call<Review | Far>(`/api/tables/${table}/games/${game}/review?seat=mine`),
  /** The result as a picture, with the final columns of a seat beside the winner's. */
  picture: async (table: string, game: number, seat: number | null): Promise<Blob> =>
    (await fetched(`/api/tables/${table}/games/${game}/picture.png${seat === null ? '' : `?seat=${seat}`}`)).blob(),
  openRoom: (table: string, game: number) => call<RoomAnswer>(`/api/tables/${table}/games/${game}/together`, {}),
  roomInfo: (path: string) => call<RoomAnswer>(`/api/tables/${path}`),
  verify: (file: string) => call<Verdict>('/api/replays/verify', file),
  bots: () => call<SiteBots>('/api/box'),
  linkInfo: (token: string) => call<LinkLook>(`/api/me/device/${token}`),
  devices: () => call<Device[]>('/api/me/devices'),
  signOutDevices: (device: string | null) => call<DevicesEnded>('/api/me/devices/end', { device }),
  credentials: () => call<Kept>('/api/me/kept'),
  keepName: (name: string) => call<Kept>('/api/me/kept', { name }),
  passkeyOptions: (name: string) => call<CreationOptions>('/api/me/passkeys/ask', { name }),
  addPasskey: (credential: object, name: string) => call<Kept>('/api/me/passkeys', { credential, name }),
  removePasskey: (passkey: string) => call<Kept>('/api/me/passkeys/remove', { passkey }),
  newRecoveryCode: (name: string) => call<CodeAnswer>('/api/me/code', { name }),
  research: () => call<ResearchAnswer>('/api/me/research'),
  answerResearch: (agreed: boolean) => call<ResearchAnswer>('/api/me/research', { agreed }),
  erasureTicket: () => call<ForgetLook>('/api/me/forget/ask', {}),
  erase: (ticket: string) => call<ForgetAnswer>('/api/me/forget', { ticket }),
  signInOptions: () => call<RequestOptions>('/api/sign-in/ask', {}),
  signInByPasskey: (credential: object) => call<LinkAnswer>('/api/sign-in/passkey', { credential }),
  signInByCode: (code: string) => call<LinkAnswer>('/api/sign-in/code', { code }),
  adminSession: () => call<AdminSession>('/api/admin/session'),
  adminSignIn: (token: string) => call<AdminSession>('/api/admin/sign-in', { token }),
  adminSignOut: () => call<AdminSession>('/api/admin/sign-out', {}),
  adminTables: (find: string) => (find ? call<AdminAnswer>('/api/admin/find', { do: 'look', find }) : call<AdminAnswer>('/api/admin')),
  adminDo: (action: AdminEnd | AdminMute | AdminRemove) => call<AdminDone>('/api/admin/tables', action),
  adminDoors: (closed: boolean) => call<AdminDoors>('/api/admin/doors', { closed }),
  adminAnnounce: (text: string, minutes: number) => call<AnnouncementAnswer>('/api/admin/announcement', { text, minutes }),
  useDeviceLink: (token: string) => call<MovedAnswer>('/api/me/device', { token }),
}
