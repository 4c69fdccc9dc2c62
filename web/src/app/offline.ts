// Keeps the app on the device, and helps when the network or a file of the app is missing.

import { at } from '../net/address'
import { notify } from '../parts/notices.svelte'
import { words } from './words/words.svelte'

const RELOADED = 'tacit-reloaded'
const RELOAD_INTERVAL_MS = 60_000

/** Called once, by the built app. */
export function keepOffline(): void {
  addEventListener('load', () => void navigator.serviceWorker?.register(at('/worker.js')).catch(() => undefined))
  addEventListener('vite:preloadError', reloadOnce)
  addEventListener('offline', sayOffline)
  if (!navigator.onLine) sayOffline()
}

function sayOffline(): void {
  if (location.pathname.startsWith(at('/t/'))) return // a table shows its own connection status
  notify(words().home.offline, 'plain', 10_000)
}

/** A part of the app could not be loaded, mostly because the site has a newer version: reload. */
function reloadOnce(): void {
  if (!navigator.onLine) return
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_INTERVAL_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return // without storage it might reload for ever
  }
  location.reload()
}
