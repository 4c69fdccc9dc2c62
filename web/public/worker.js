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

function kept(path) {
  return caches.open(NAME).then((cache) => cache.match(path))
}
