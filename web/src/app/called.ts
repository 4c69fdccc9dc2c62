// Where a tap on a notification leads: the service worker asks what this page shows, and may send it elsewhere.

import { route } from './route.svelte'

interface FromWorker {
  ask?: 'where'
  go?: string
}

/** Called once, by the built app. */
export function answerWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker | null>) => {
    // A screen for the room does not answer: no call leads it away.
    const shows = !/\/tv\/?$/.test(location.pathname)
    if (data?.ask === 'where' && shows) ports[0]?.postMessage(location.origin + location.pathname)
    if (data?.go === undefined) return
    const { origin, pathname } = new URL(data.go)
    if (origin === location.origin && pathname !== location.pathname) route.go(pathname)
  })
}
