import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The server sends index.html for every page and the rest from /static/.
export default defineConfig({
  base: '/static/',
  plugins: [svelte()],
  build: {
    outDir: '../src/tacit/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: scripts or fonts
    target: 'es2022',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
})
