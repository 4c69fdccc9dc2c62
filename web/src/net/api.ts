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
  EveningAnswer,
  EveningGameAnswer,
  DevicesEnded,
  DoorAnswer,
  Far,
  ForgetAnswer,
  ForgetLook,
  GameName,
  GroupAnswer,
  GroupDeal,
  HookAnswer,
  JoinEvening,
  Kept,
  LinkAnswer,
  LinkLook,
  LobbyTable,
  MeAnswer,
  MovedAnswer,
  MyEvening,
  MyGames,
  MyGroup,
  MyPractice,
  MyRecords,
  MyTurn,
  NewEvening,
  NewTable,
  LockEvening,
  PassEveningHost,
  Problem as Why,
  ResearchAnswer,
  Review,
  RoomAnswer,
  SetHook,
  SitOut,
  WholeRound,
  PlayDaily,
  PlayTonight,
  PushAnswer,
  PushKnown,
  PuzzleAnswer,
  PuzzleSolved,
  SubscribePush,
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

/** A question without an answer for so long has failed; what changes something is left to end. */
const ANSWER_MS = 15_000

async function call<T>(path: string, body?: object | string, answerMs = ANSWER_MS): Promise<T> {
  const answer: T = await (await fetched(path, body, answerMs)).json()
  return answer
}

/** How often a question is asked while the site says when to ask again: it is busy (503), or all behind one address ask too much (429). */
const TRIES: Partial<Record<number, number>> = { 503: 4, 429: 8 }

/** Seconds until a question is asked again. A full room asks at different moments, and less and less often: a minute in all. */
function pause(status: number, seconds: number, tries: number): number {
  return status === 503 ? Math.min(seconds, 5) : Math.min(seconds * 1.5 ** (tries - 1), 12) * (0.5 + Math.random())
}

async function fetched(path: string, body?: object | string, answerMs = ANSWER_MS): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await asked(path, body, answerMs)
    if (response.ok) return response
    const seconds = Number(response.headers.get('Retry-After') ?? 0)
    if (body !== undefined || !(seconds > 0) || tries >= (TRIES[response.status] ?? 0)) throw await problemOf(response)
    await new Promise((again) => setTimeout(again, pause(response.status, seconds, tries) * 1000))
  }
}

/** Send a question, and give it up if no answer begins; what comes slowly still comes. */
async function asked(path: string, body: object | string | undefined, answerMs: number): Promise<Response> {
  if (body !== undefined) return sent(path, posted(body))
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), answerMs)
  try {
    return await sent(path, { signal: waiting.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** What is sent with a question that changes something. */
const posted = (body: object | string): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

async function sent(path: string, how: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(at(path), how)
  } catch {
    throw new Problem('offline', 'The site cannot be reached.')
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const why: Partial<Why> = await response.json().catch(() => ({}))
  return new Problem(why.key ?? 'error', why.text ?? 'Something went wrong.', why.details ?? {})
}

const asSeat = (seat: WhoseTape): string => (seat === null ? '' : `?seat=${seat}`)

export const api = {
  lobby: () => call<LobbyTable[]>('/api/tables'),
  me: () => call<MeAnswer>('/api/me'),
  push: () => call<PushAnswer>('/api/me/push'),
  subscribePush: (wanted: SubscribePush) => call<PushAnswer>('/api/me/push', wanted),
  isPushKnown: (endpoint: string) => call<PushKnown>('/api/me/push/known', { endpoint }),
  unsubscribePush: (endpoint: string) => call<PushAnswer>('/api/me/push/remove', { endpoint }),
  hook: (of: string) => call<HookAnswer>(`/api/${of}/hook`),
  testHook: (of: string) => call<HookAnswer>(`/api/${of}/hook/test`, {}),
  setHook: (of: string, wanted: SetHook) => call<HookAnswer>(`/api/${of}/hook`, wanted),
  myTurns: () => call<MyTurn[]>('/api/me/turns'),
  myGames: (query: URLSearchParams) => call<MyGames>(`/api/me/games?${query}`),
  myRecords: (query: URLSearchParams) => call<MyRecords>(`/api/me/records?${query}`),
  practice: (game: GameName) => call<MyPractice>(`/api/me/practice?game=${game}`),
  table: (table: string) => call<DoorAnswer>(`/api/tables/${table}`),
  openTable: (wanted: NewTable) => call<TableAnswer>('/api/tables', wanted),
  group: (group: string) => call<GroupAnswer>(`/api/groups/${group}`),
  groupDaily: (group: string) => call<GroupDeal[]>(`/api/groups/${group}/daily`),
  myGroups: () => call<MyGroup[]>('/api/me/groups'),
  groupOfTable: (table: string) => call<TableGroup>(`/api/tables/${table}/group`),
  makeGroup: (table: string, title: string) => call<TableGroup>(`/api/tables/${table}/group`, { title }),
  takeIn: (table: string, guest: number) => call<TableGroup>(`/api/tables/${table}/group/members`, { guest }),
  joinGroup: (group: string, name: string) => call<GroupAnswer>(`/api/groups/${group}/join`, { name }),
  leaveGroup: (group: string) => call<GroupAnswer>(`/api/groups/${group}/leave`, {}),
  renameGroup: (group: string, wanted: { name?: string; title?: string }) => call<GroupAnswer>(`/api/groups/${group}/rename`, wanted),
  removeMember: (group: string, member: number) => call<GroupAnswer>(`/api/groups/${group}/remove`, { member }),
  letMemberBack: (group: string, member: number) => call<GroupAnswer>(`/api/groups/${group}/let-back`, { member }),
  playTonight: (group: string, wanted: PlayTonight) => call<TableAnswer>(`/api/groups/${group}/play`, wanted),
  eveningGames: () => call<EveningGameAnswer[]>('/api/evenings'),
  /** An evening as soon as it is not what the tag stands for, or null; the site waits this many seconds at most. */
  eveningNews: async (evening: string, tag: string, seconds: number, signal: AbortSignal): Promise<{ told: EveningAnswer | null; tag: string }> => {
    // The first question is the one that the page has asked already while it was loading.
    const response = tag
      ? await sent(`/api/evenings/${evening}/wait?seconds=${seconds}`, { signal, headers: { 'If-None-Match': tag } })
      : await sent(`/api/evenings/${evening}`, { signal })
    if (response.status === 304) return { told: null, tag }
    if (!response.ok) throw await problemOf(response)
    return { told: await response.json(), tag: response.headers.get('ETag') ?? '' }
  },
  myEvenings: () => call<MyEvening[]>('/api/me/evenings'),
  openEvening: (wanted: NewEvening) => call<EveningAnswer>('/api/evenings', wanted),
  joinEvening: (evening: string, wanted: JoinEvening) => call<EveningAnswer>(`/api/evenings/${evening}/join`, wanted),
  passHost: (evening: string, wanted: PassEveningHost) => call<EveningAnswer>(`/api/evenings/${evening}/pass-host`, wanted),
  lockEvening: (evening: string, wanted: LockEvening) => call<EveningAnswer>(`/api/evenings/${evening}/lock`, wanted),
  sitOut: (evening: string, wanted: SitOut) => call<EveningAnswer>(`/api/evenings/${evening}/sit-out`, wanted),
  removeGuest: (evening: string, guest: number) => call<EveningAnswer>(`/api/evenings/${evening}/remove`, { guest }),
  /** Leave an evening, or be host in the place of one who is away; or, for the host: begin a round, end its time, end the evening. */
  changeEvening: (evening: string, what: 'leave' | 'claim-host' | 'rounds' | 'close' | 'end') => call<EveningAnswer>(`/api/evenings/${evening}/${what}`, {}),
  eveningRound: (evening: string, round: number) => call<WholeRound>(`/api/evenings/${evening}/rounds/${round}`),
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
