import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * Finishes the build: lists the files of this version for the service worker, and the extra files of each lazy part for
 * the server's preload headers; and compresses texts.
 */
function finish(): Plugin {
  return {
    name: 'finish',
    /** Text is the largest paint of the first page: preload its font before the style asks for it. */
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/static/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
    async writeBundle({ dir }, bundle) {
      const files = [...Object.keys(bundle), 'icon.svg'].sort()
      const contents = await Promise.all(files.map((file) => this.fs.readFile(`${dir}/${file}`)))
      const version = await digest(JSON.stringify([files, contents.map((content) => [...content])]))
      const worker = (await this.fs.readFile(`${dir}/worker.js`, { encoding: 'utf8' }))
        .replace("VERSION = ''", () => `VERSION = '${version}'`)
        .replace('FILES = []', () => `FILES = ${JSON.stringify(files.map((file) => `static/${file}`))}`)
      await this.fs.writeFile(`${dir}/worker.js`, worker)
      await this.fs.writeFile(`${dir}/parts.json`, JSON.stringify(partsOf(bundle)))
      for (const file of [...files, 'worker.js', 'manifest.webmanifest'].filter((name) => !name.endsWith('.woff2')))
        await this.fs.writeFile(`${dir}/${file}.gz`, await packed(await this.fs.readFile(`${dir}/${file}`)))
    },
  }
}

/** By module: the files of each lazily loaded part, without those of every page. */
function partsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (name: string, found: Set<string>): Set<string> => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk === undefined || found.has(name)) return found
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const other of chunk.imports) filesOf(other, found)
    return found
  }
  const always = chunks.filter(({ isEntry }) => isEntry).reduce((found, { fileName }) => filesOf(fileName, found), new Set<string>())
  const parts = chunks.flatMap(({ fileName, isDynamicEntry, facadeModuleId }) => {
    const module = facadeModuleId?.split('/src/')[1]
    if (!isDynamicEntry || module === undefined) return []
    return [[module, [...filesOf(fileName, new Set())].filter((file) => !always.has(file))] as const]
  })
  return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function packed(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([content as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

// The server sends index.html for every page and the rest from /static/. It writes its base path into the pages; files
// refer to each other by relative paths.
export default defineConfig({
  base: '/static/',
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/static/${file}` : { relative: true }) },
  plugins: [svelte(), finish()],
  build: {
    outDir: '../src/tacit/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: scripts or fonts
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A file costs a slow connection a round trip: what every page loads is one file, and what tables and several
            // pages share is another.
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'table', test: /[\\/](src[\\/](table|parts|net|settings)|svelte)[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
})
