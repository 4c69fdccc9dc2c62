// Where the site is: at the top of its address, or below a path that the server tells.

/** The path in front of every other, such as /tacit; mostly none. */
export const BASE = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

/** Where one of the site's own addresses is. Every path in the app goes through here. */
export const at = (path: string): string => BASE + path
