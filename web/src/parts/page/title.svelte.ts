// The title of the browser's tab, and the badge of the installed app: what a page says while it is open.

/** Set the title while the component that calls this is on the page. */
export function titled(said: () => string): void {
  $effect(() => {
    document.title = said() === '' ? 'Tacit' : `${said()} · Tacit`
  })
  $effect(() => () => (document.title = 'Tacit'))
}

/** Mark the app's icon while `called` holds and the component that calls this is on the page, where the device can. */
export function badged(called: () => boolean): void {
  $effect(() => {
    if (!('setAppBadge' in navigator)) return
    // A device that refuses has no badge: nothing depends on it.
    if (called()) void navigator.setAppBadge().catch(() => undefined)
    else void navigator.clearAppBadge().catch(() => undefined)
  })
  $effect(() => () => {
    if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
  })
}
