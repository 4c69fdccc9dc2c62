// Quiet: while several games are shown at once, none of them sounds, vibrates or speaks.

let reasons = 0

export const isQuiet = (): boolean => reasons > 0

/** Be quiet until the returned function is called. */
export function hush(): () => void {
  reasons += 1
  return () => void (reasons -= 1)
}
