// What the home page shows of other people's tables and one's own. The server has browsers ask for it while the app is
// still on its way (pages.py), so it is mostly there before the first frame, and nothing has to make room for it later.

import { api } from '../net/api'
import { announce } from '../parts/page/announcement.svelte'
import type { LobbyTable, MyTable } from '../net/protocol'

export const news = $state<{ tables: LobbyTable[]; mine: MyTable[] }>({ tables: [], mine: [] })

const JUST_NOW = 1000
const PATIENCE = 250
let heard = -JUST_NOW

/** Ask what there is, unless that has only just been done. */
export async function hear(): Promise<void> {
  if (performance.now() - heard < JUST_NOW) return
  heard = performance.now()
  try {
    const [tables, me] = await Promise.all([api.lobby(), api.me()])
    news.tables = tables
    news.mine = me.tables
    announce(me.announcement)
  } catch {
    // offline: what was there stays
  }
}

/** Ask before the page is shown; a slow answer is not waited for. */
export async function hearFirst(): Promise<void> {
  await Promise.race([hear(), new Promise((done) => setTimeout(done, PATIENCE))])
}
