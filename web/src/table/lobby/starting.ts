// Tables whose game starts by itself once their page is open. A file of its own, so that the first page can open a table
// without having loaded its page.

export const startingSoon = new Set<string>()

/** Start the game of a table by itself once its page is open. */
export function startSoon(name: string): void {
  startingSoon.add(name)
}
