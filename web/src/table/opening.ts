// Opens tables: a game with bots that starts at once, or a lobby for friends.

import { plugOf } from '../app/games'
import { prefs } from '../app/prefs.svelte'
import { route } from '../app/route.svelte'
import { problemText, words } from '../app/words/words.svelte'
import { api } from '../net/api'
import type { GameName, GoOnFrom, NewTable, Settings } from '../net/protocol'
import { markToJoin } from '../parts/marks/marks'
import { notify } from '../parts/notices.svelte'
import { company } from './bots'
import { startSoon } from './lobby/starting'

export async function openTable(game: GameName, withBots: boolean): Promise<void> {
  await open({ game, settings: plugOf(game).opens() }, withBots ? () => company(game) : null)
}

/** Open a table for practice with a bot: it counts nowhere. */
export async function openPractice(game: GameName, own: NonNullable<Settings['own']>): Promise<void> {
  await open({ game, settings: { ...plugOf(game).opens(), own, spectators: false } }, () => company(game, 1))
}

/** Come to a group's table, or open one for it. */
export async function openGroupTable(group: string, game: GameName, fresh: boolean): Promise<void> {
  try {
    const name = prefs.name.trim() || words().pad.playerName(1)
    const opened = await api.playTonight(group, { game, name, fresh, settings: plugOf(game).opens(), mark: markToJoin() })
    route.go(opened.url)
  } catch (error) {
    notify(problemText(error), 'bad')
  }
}

/** Open a what-if: play on from a turn of a finished game, with bots (its own first) or with friends. */
export async function goOn(game: GameName, from: GoOnFrom, others: (string | null)[] | null): Promise<void> {
  const bots = async (seats: (string | null)[]): Promise<string[]> => {
    const more = await company(game, seats.length)
    return more.map((bot, at) => seats[at] ?? bot)
  }
  await open({ game, what_if: from }, others && (() => bots(others)))
}

async function open(wanted: Omit<NewTable, 'name' | 'bots' | 'mark'>, bots: (() => Promise<string[]>) | null): Promise<void> {
  try {
    const name = prefs.name.trim() || words().pad.playerName(1)
    const opened = await api.openTable({ ...wanted, name, mark: markToJoin(), bots: bots === null ? [] : await bots() })
    // The game starts when this page has received the shuffle's commitment and contributed to it.
    if (bots !== null) startSoon(opened.table)
    route.go(opened.url)
  } catch (error) {
    notify(problemText(error), 'bad')
  }
}
