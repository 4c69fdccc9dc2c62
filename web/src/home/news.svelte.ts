// Open tables and the guest's own tables for the home page. The page's headers preload them (pages.py), so they are mostly
// there before the first paint and nothing moves later.

import { signIn } from '../app/prefs.svelte'
import { api } from '../net/api'
import type { DailyAnswer, LobbyTable, MyEvening, MyGroup, MyTable, MyTurn } from '../net/protocol'
import { announce } from '../parts/page/announcement.svelte'
import { LEAST_INTERVAL_MS, Source } from './source'

interface News {
  tables: LobbyTable[]
  mine: MyTable[]
  turns: MyTurn[]
  groups: MyGroup[]
  evenings: MyEvening[]
  daily: DailyAnswer[]
}
export const news = $state<News>({ tables: [], mine: [], turns: [], groups: [], evenings: [], daily: [] })

const FIRST_WAIT_MS = 250
/** Asked for whenever the page looks. */
const NOW_MS = LEAST_INTERVAL_MS
const TURNS_MS = 30_000
/** What changes by the day or by the evening. */
const SLOWLY_MS = 180_000

const sources = [
  new Source(api.lobby, (tables) => (news.tables = tables), () => NOW_MS),
  new Source(
    api.me,
    (me) => {
      news.mine = me.tables
      signIn(me.signed_in ?? '')
      announce(me.announcement)
    },
    () => NOW_MS,
  ),
  new Source(api.myTurns, (turns) => (news.turns = turns), () => TURNS_MS),
  new Source(api.daily, (daily) => (news.daily = daily), () => SLOWLY_MS),
  new Source(api.myEvenings, (evenings) => (news.evenings = evenings), () => SLOWLY_MS),
  // Those of a group come and go.
  new Source(api.myGroups, (groups) => (news.groups = groups), () => (news.groups.length > 0 ? NOW_MS : SLOWLY_MS)),
]

/** Refresh what may have changed; with `anew` everything, as the page was just opened or the guest is another one now. */
export async function hear(anew = false): Promise<void> {
  await Promise.all(sources.map((source) => source.refresh(anew)))
}

/** Refresh before the first paint, but do not wait long. */
export async function hearFirst(): Promise<void> {
  await Promise.race([hear(true), new Promise((done) => setTimeout(done, FIRST_WAIT_MS))])
}
