// The title of the browser's tab, and the badge of the installed app: what a page says while it is open.

/** Set the title, after the number of tables that wait for the reader, while the component that calls this is on the page. */
export function titled(said: () => string, waiting: () => number = () => 0): void {
  $effect(() => {
    const title = said() === '' ? 'Tacit' : `${said()} · Tacit`
    document.title = waiting() > 0 ? `(${waiting()}) ${title}` : title
  })
  $effect(() => () => (document.title = 'Tacit'))
}

/** Mark the app's icon with a number, or a dot for `true`, while the component that calls this is on the page, where the device can. */
export function badged(called: () => boolean | number): void {
  $effect(() => {
    const now = called()
    if (now === false || now === 0) clearBadge()
    // A device that refuses has no badge: nothing depends on it.
    else if ('setAppBadge' in navigator) void navigator.setAppBadge(now === true ? undefined : now).catch(() => undefined)
  })
  $effect(() => clearBadge)
}

/** Take the mark away: the app is open. The service worker sets it for a call. */
export function clearBadge(): void {
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
}
