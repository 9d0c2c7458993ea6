/** The built dashboard, read into memory once: some hundred files, whose names hold hashes of their content. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
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

/** Between the name of a built file and its ending. */
const HASH = /-[\w-]{8}(?=\.\w+$)/
/** Bigger files are not held in the memory of every thread before somebody wants them. */
const LATE_BYTES_MIN = 1_000_000

/** Of a folder that is not there, nothing: the pages say so. */
export function readDashboard(dist = DASHBOARD_DIST): DashboardFiles {
  const assets = new Map<string, () => Asset | undefined>()
  const addresses = new Map<string, string>()
  for (const name of namesIn(join(dist, 'assets'))) {
    const mediaType = MEDIA_TYPES[extname(name)]
    if (mediaType === undefined) continue
    assets.set(name, assetReader(join(dist, 'assets', name), mediaType))
    addresses.set(name.replace(HASH, ''), `/assets/${name}`)
  }
  const entries = new Map(
    (Object.keys(HTML_OF_ENTRY) as Entry[]).map((entry) => [entry, textOf(join(dist, HTML_OF_ENTRY[entry]))]),
  )
  return {
    entry: (name) => entries.get(name),
    asset: (name) => assets.get(name)?.(),
    addressOf: (source) => addresses.get(source),
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Reads a file now, so that another build takes it from nobody; a big one when it is first asked for, as hardly anybody does. */
function assetReader(path: string, mediaType: string): () => Asset | undefined {
  let known = statSync(path).size > LATE_BYTES_MIN ? undefined : readAsset(path, mediaType)
  return () => {
    if (known === undefined && existsSync(path)) known = readAsset(path, mediaType)
    return known
  }
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
