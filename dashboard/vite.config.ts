/**
 * Two pages out of one folder: `index.html` is the app, `search.html` the light search page; `head.html` is the head of
 * both. The manifest tells the server which files there are; `__NONCE__` is replaced by it in every answer.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const sharedHead: Plugin = {
  name: 'shared-head',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace('<!-- head.html -->', () => readFileSync(here('head.html'), 'utf8').trim()),
  },
}

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), sharedHead],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { app: here('index.html'), search: here('search.html') } },
  },
})
