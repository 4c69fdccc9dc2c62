// The site's base path: the root of its host, or a path set by the server.

/** The prefix of every path, such as /tacit; mostly empty. */
export const BASE = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

/** Put the base path before a path of the app. Every path goes through here. */
export const at = (path: string): string => BASE + path
