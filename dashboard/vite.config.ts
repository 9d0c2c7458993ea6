/**
 * Two pages out of one folder: `index.html` is the app, `search.html` the light search page. The manifest tells the
 * server which files there are; `__NONCE__` is replaced by it in every answer.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { app: here('index.html'), search: here('search.html') } },
  },
})
