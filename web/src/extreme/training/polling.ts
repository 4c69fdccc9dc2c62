// Asks again and again for what the site works out, less and less often.

const FIRST_MS = 2000
const LAST_MS = 30_000

/** Look until it is done; a page that is not in sight waits. Returns how to stop, also a look that is under way. */
export function untilDone(look: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gone = false
  const next = async (wait: number): Promise<void> => {
    const done = document.visibilityState === 'visible' && (await look())
    if (!done && !gone) timer = setTimeout(() => void next(Math.min(1.5 * wait, LAST_MS)), wait)
  }
  void next(FIRST_MS)
  return () => {
    gone = true
    clearTimeout(timer)
  }
}
