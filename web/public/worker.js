// The service worker: pages, rules and tutorials work offline. Games need the server and never pass here.
//
// A version is installed as a whole and never changed. A newer one waits until no page of the old one is open, so a
// running game keeps its files; until then pages and their files come from the server.

const VERSION = '' // the build writes both lines
const FILES = []
const BASE = new URL('.', location.href).pathname // the site's base path
const NAME = `${BASE} ${VERSION}`
const SHELL = `${BASE}static/index.html`
// Another site on this origin keeps its own caches; earlier versions named theirs by the version alone.
const isOurs = (name) => name.startsWith(`${BASE} `) || /^[0-9a-f]{16}$/.test(name)
const LIVE = /^(api|ws|metrics)(\/|$)/

addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)))
})

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME && isOurs(name)).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(BASE)) return
  const path = pathname.slice(BASE.length)
  if (LIVE.test(path)) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(SHELL).then((page) => page ?? Response.error())))
  else if (path.startsWith('static/assets/')) event.respondWith(kept(pathname).then((file) => file ?? fetch(request)))
  else if (path.startsWith('static/'))
    event.respondWith(fetch(request).catch(() => kept(pathname).then((file) => file ?? Response.error())))
})

// A call: it is the player's turn, or their group is at the table. The site tells no card.
addEventListener('push', (event) => {
  const { title = 'Tacit', body = '', path = '', tag = '' } = event.data?.json() ?? {}
  const icon = `${BASE}static/icon-192.png`
  const shown = registration.showNotification(title, { body, tag, renotify: tag !== '', icon, badge: icon, data: { path } })
  event.waitUntil(Promise.all([shown, markIcon()]))
})

/** Mark the app's icon with the number of tables that wait for the player; a dot if it is not known, or is a call of a group. */
async function markIcon() {
  if (!('setAppBadge' in navigator)) return
  const turns = await fetch(`${BASE}api/me/turns`)
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => [])
  const waiting = turns.filter(({ yours }) => yours).length
  await navigator.setAppBadge(waiting || undefined).catch(() => {})
}

// The browser has given the device another address for its calls: the site is told.
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(changed(event)))

async function changed({ oldSubscription: old, newSubscription }) {
  const options = { userVisibleOnly: true, applicationServerKey: old?.options.applicationServerKey }
  const now = newSubscription ?? (options.applicationServerKey && (await registration.pushManager.subscribe(options)))
  if (!now) return // the app subscribes again when it opens
  const { endpoint, keys } = now.toJSON()
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, instead: old?.endpoint ?? '' })
  await fetch(`${BASE}api/me/push`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href, origin } = new URL(BASE + (event.notification.data?.path ?? ''), location.origin)
  if (origin === location.origin) event.waitUntil(show(href))
})

const ANSWER_MS = 1000

/** Show a page: in the window that shows it, else in one that can go there, else in a new one. */
async function show(href) {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = await Promise.all(open.map(where))
  const answered = open.filter((_, number) => shown[number] !== '')
  const there = open[shown.indexOf(href)] ?? answered.find(({ visibilityState }) => visibilityState === 'visible') ?? answered[0]
  if (there === undefined) return clients.openWindow(href)
  there.postMessage({ go: href })
  return there.focus()
}

/** What a window shows now: its `url` is only where it was opened. Empty if it does not answer. */
function where(client) {
  return new Promise((told) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => (told(data), port1.close())
    setTimeout(() => (told(''), port1.close()), ANSWER_MS)
    client.postMessage({ ask: 'where' }, [port2])
  })
}

function kept(path) {
  return caches.open(NAME).then((cache) => cache.match(path))
}
