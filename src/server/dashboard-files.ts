/** The built dashboard, read into memory once: some hundred files of Vite, whose names hold hashes of their content. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Asset, DashboardFiles, Entry } from '../http/request/dashboard-files.ts'

/** Where `npm run dashboard` builds it. */
export const DASHBOARD_DIST = join(import.meta.dirname, '../../dashboard/dist')

const HTML_OF_ENTRY: Readonly<Record<Entry, string>> = { app: 'index.html', search: 'search.html' }

/** What the build makes. Anything else is not handed out. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Of a folder that is not there, nothing: the pages say so. */
export function readDashboard(dist = DASHBOARD_DIST): DashboardFiles {
  const assets = new Map<string, Asset>()
  for (const name of namesIn(join(dist, 'assets'))) {
    const mediaType = MEDIA_TYPES[extname(name)]
    if (mediaType !== undefined) assets.set(name, readAsset(join(dist, 'assets', name), mediaType))
  }
  const entries = new Map(
    (Object.keys(HTML_OF_ENTRY) as Entry[]).map((entry) => [entry, textOf(join(dist, HTML_OF_ENTRY[entry]))]),
  )
  return { entry: (name) => entries.get(name), asset: (name) => assets.get(name) }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** With the packed forms that the build laid beside it. */
function readAsset(path: string, mediaType: string): Asset {
  const br = bytesOf(`${path}.br`)
  const gzip = bytesOf(`${path}.gz`)
  return { mediaType, bytes: readFileSync(path), packed: { ...(br && { br }), ...(gzip && { gzip }) } }
}

function bytesOf(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}
