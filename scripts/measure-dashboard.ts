/** Measures the scripts and styles, compressed by gzip, that a browser loads for a page of the built dashboard. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../dashboard/dist')

/** Maximum sizes of the light search page with everything that it loads. */
export const LIGHT_SCRIPT_BYTES_MAX = 100_000
export const LIGHT_STYLE_BYTES_MAX = 12_000
/** Maximum size of the scripts of the app with one of its pages. */
export const APP_BYTES_MAX = 250_000

/** A chunk of Vite's manifest. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

export interface Weight {
  /** The page: `search.html`, or `index.html` with the module of a page. */
  readonly page: string
  readonly scriptBytes: number
  readonly styleBytes: number
}

/**
 * Returns the sizes of the light page, with everything that it may load later, and of the app with each page.
 *
 * @throws Error if the dashboard is not built.
 */
export function weighDashboard(dist = DIST): { readonly light: Weight; readonly app: readonly Weight[] } {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const bytesOf = rememberBytes(dist)
  const weigh = (page: string, names: readonly string[], follows: 'everything' | 'imports'): Weight => {
    const { scripts, styles } = filesOf(manifest, names, follows)
    return { page, scriptBytes: sumOf(scripts, bytesOf), styleBytes: sumOf(styles, bytesOf) }
  }
  const pages = manifest['index.html']?.dynamicImports ?? []
  return {
    light: weigh('search.html', ['search.html'], 'everything'),
    app: pages.map((page) => weigh(`index.html + ${page}`, ['index.html', page], 'imports')),
  }
}

/** Returns every file that the chunks need; with `everything` also the files that are loaded later. */
function filesOf(manifest: Manifest, names: readonly string[], follows: 'everything' | 'imports') {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the manifest has no ${name}: build the dashboard again`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const next of chunk.imports ?? []) visit(next)
    if (follows === 'everything') for (const next of chunk.dynamicImports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return { scripts, styles }
}

function rememberBytes(dist: string): (file: string) => number {
  const known = new Map<string, number>()
  return (file) => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    known.set(file, bytes)
    return bytes
  }
}

function sumOf(files: ReadonlySet<string>, bytesOf: (file: string) => number): number {
  return [...files].reduce((sum, file) => sum + bytesOf(file), 0)
}

if (import.meta.main) {
  const { light, app } = weighDashboard()
  for (const { page, scriptBytes, styleBytes } of [light, ...app]) {
    console.log(`${page.padEnd(60)} ${kb(scriptBytes)} kB of scripts, ${kb(styleBytes)} kB of styles (gzip)`)
  }
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6)
}
