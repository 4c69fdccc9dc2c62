// With whom a table is played: "with Ben, Linnet ×2".

import { listed } from '../app/words/formats'
import { words } from '../app/words/words.svelte'
import { botCard } from '../table/bots'

export function company(table: { others: string[]; bots: string[] }): string {
  const bots = [...new Set(table.bots)].map((bot) => {
    const alike = table.bots.filter((one) => one === bot).length
    return alike > 1 ? `${botCard(bot).name} ×${alike}` : botCard(bot).name
  })
  const names = [...table.others, ...bots]
  return names.length > 0 ? words().home.with(listed(names)) : ''
}
