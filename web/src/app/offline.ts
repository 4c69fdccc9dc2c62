// What keeps the app on the device, and what helps when the line or the app's files are gone.

import { at } from '../net/address'
import { notify } from '../parts/notices.svelte'
import { words } from './words/words.svelte'

const RELOADED = 'tacit-reloaded'
const NOT_AGAIN_FOR = 60_000

/** Called once, by the built app. */
export function keepOffline(): void {
  addEventListener('load', () => void navigator.serviceWorker?.register(at('/worker.js')).catch(() => undefined))
  addEventListener('vite:preloadError', reloadOnce)
  addEventListener('offline', sayOffline)
  if (!navigator.onLine) sayOffline()
}

function sayOffline(): void {
  if (location.pathname.startsWith(at('/t/'))) return // a table says itself that its line is lost
  notify(words().home.offline, 'plain', 10_000)
}

/** A part of the app could not be loaded, mostly because the site has a newer version: take that. */
function reloadOnce(): void {
  if (!navigator.onLine) return
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < NOT_AGAIN_FOR) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return // without a memory it might reload for ever
  }
  location.reload()
}
