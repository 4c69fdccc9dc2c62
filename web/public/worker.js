// Keeps the app itself usable without a line: pages, rules, tutorials. Games need the server and never pass here.
//
// An installed version is a whole: it is fetched at once and not changed afterwards. A newer one waits until no page
// of the old one is open, so a game that is going on keeps the files it began with; until then pages come fresh from
// the server and bring their own files.

const VERSION = '' // the build writes both lines
const FILES = []
const BASE = new URL('.', location.href).pathname // the site is at the top of its address, or below a path
const NAME = `${BASE} ${VERSION}`
const SHELL = `${BASE}static/index.html`
// Another site at the same address keeps what is its own; earlier versions named theirs by the version alone.
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
