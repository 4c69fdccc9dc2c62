// What is to be said of the time that is left of a round.

const MARKS_MINUTES = [5, 1]
const MINUTE_MS = 60_000

/** The marks that lie ahead with so much time left. */
export const marksAhead = (leftMs: number): number[] => MARKS_MINUTES.filter((minutes) => leftMs > minutes * MINUTE_MS)

/** How many minutes to say, if a mark was passed since: those that are left now, for a device may have slept. */
export function minutesToSay(ahead: readonly number[], leftMs: number): number | null {
  const passed = marksAhead(leftMs).length < ahead.length
  return passed && leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) : null
}
