// Open tables and the guest's own tables for the home page. The page's headers preload them (pages.py), so they are mostly
// there before the first paint and nothing moves later.

import { signIn } from '../app/prefs.svelte'
import { api } from '../net/api'
import type { DailyAnswer, LobbyTable, MyGroup, MyTable } from '../net/protocol'
import { announce } from '../parts/page/announcement.svelte'

export const news = $state<{ tables: LobbyTable[]; mine: MyTable[]; groups: MyGroup[]; daily: DailyAnswer[] }>({ tables: [], mine: [], groups: [], daily: [] })

const REFRESH_INTERVAL_MS = 1000
const FIRST_WAIT_MS = 250
let heard = -REFRESH_INTERVAL_MS
/** A guest without a group is asked about only once. */
let asked = false

/** Refresh, unless a request has only just been made. */
export async function hear(): Promise<void> {
  if (performance.now() - heard < REFRESH_INTERVAL_MS) return
  heard = performance.now()
  const first = !asked
  asked = true
  try {
    const [tables, me] = await Promise.all([api.lobby(), api.me()])
    news.tables = tables
    news.mine = me.tables
    signIn(me.signed_in ?? '')
    announce(me.announcement)
    if (first) news.daily = await api.daily()
    if (first || news.groups.length > 0) news.groups = await api.myGroups()
  } catch {
    // offline: keep what was shown
  }
}

/** Refresh before the first paint, but do not wait long. */
export async function hearFirst(): Promise<void> {
  await Promise.race([hear(), new Promise((done) => setTimeout(done, FIRST_WAIT_MS))])
}
