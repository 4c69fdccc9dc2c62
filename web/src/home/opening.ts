// The way to a table: a game with bots at once, or a lobby to invite friends to.

import { api, Problem } from '../api'
import { plugOf } from '../games'
import { notify } from '../parts/notices.svelte'
import { prefs } from '../prefs.svelte'
import type { GameName } from '../protocol'
import { route } from '../route.svelte'
import { company } from '../table/bots'
import { startSoon } from '../table/table.svelte'
import { refusalText, words } from '../words/words.svelte'

export async function openTable(game: GameName, withBots: boolean): Promise<void> {
  try {
    const bots = withBots ? await company(game) : []
    const opened = await api.open({
      game,
      name: prefs.name.trim() || words().pad.playerName(1),
      settings: plugOf(game).opens(),
      bots,
    })
    // The game starts when this page has seen the shuffle's commitment and added its own part.
    if (withBots) startSoon(opened.table)
    route.go(opened.url)
  } catch (error) {
    const problem = error instanceof Problem ? refusalText({ key: error.key, text: error.message }) : words().home.somethingWrong
    notify(problem, 'bad')
  }
}
