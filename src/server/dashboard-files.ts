/** The built dashboard, read into memory once: about a hundred files with content hashes in their names. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { Asset, DashboardFiles, Entry } from '../http/request/dashboard-files.ts'

/** Folder into which `npm run dashboard` builds. */
export const DASHBOARD_DIST = join(import.meta.dirname, '../../dashboard/dist')

const HTML_OF_ENTRY: Readonly<Record<Entry, string>> = { app: 'index.html', search: 'search.html' }

/** Media types by file extension. Files with other extensions are not served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Matches the content hash between the name of a built file and its extension. */
const HASH = /-[\w-]{8}(?=\.\w+$)/
/** Matches the extension of a compressed form. */
const CODING = /\.(?:br|gz)$/
/** Size in bytes above which a file is read only at its first request, to save memory in every thread. */
const LATE_BYTES_MIN = 500_000

/** Reads the built dashboard. If the folder does not exist, the result has no files, and the pages say so. */
export function readDashboard(dist = DASHBOARD_DIST): DashboardFiles {
  const assets = new Map<string, () => Asset | undefined>()
  const addresses = new Map<string, string>()
  for (const name of assetNames(join(dist, 'assets'))) {
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

/** Returns the names of the files of a folder, also of those that are there in a compressed form alone. */
function assetNames(folder: string): ReadonlySet<string> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Set(names.map((name) => name.replace(CODING, '')))
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Returns a function that reads an asset. The file is read now, so that a later build does not remove it; a
 * file above `LATE_BYTES_MIN` is read at its first request, as few clients need it.
 */
function assetReader(path: string, mediaType: string): () => Asset | undefined {
  let known = storedBytes(path) > LATE_BYTES_MIN ? undefined : readAsset(path, mediaType)
  return () => {
    known ??= readAsset(path, mediaType)
    return known
  }
}

/** Returns the size of a file, or of its Brotli form if only that is there. */
function storedBytes(path: string): number {
  return statSync(existsSync(path) ? path : `${path}.br`).size
}

/** Reads an asset with the compressed forms (`.br`, `.gz`) that the build wrote next to it. */
function readAsset(path: string, mediaType: string): Asset | undefined {
  const [bytes, br, gzip] = [path, `${path}.br`, `${path}.gz`].map(bytesOf)
  if (bytes !== undefined) return { mediaType, bytes, packed: { ...(br && { br }), ...(gzip && { gzip }) } }
  return br && unpackedLate(mediaType, br)
}

/**
 * Returns an asset of an installed package, which contains only the Brotli form. The others are made at the
 * first request that needs them: nearly all browsers accept Brotli.
 */
function unpackedLate(mediaType: string, br: Uint8Array): Asset {
  let bytes: Uint8Array | undefined
  let gzip: Uint8Array | undefined
  const unpack = () => {
    bytes ??= brotliDecompressSync(br)
    return bytes
  }
  return {
    mediaType,
    get bytes() {
      return unpack()
    },
    packed: {
      br,
      get gzip() {
        gzip ??= gzipSync(unpack())
        return gzip
      },
    },
  }
}

function bytesOf(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}
