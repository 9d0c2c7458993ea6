/** Documents link to files and name files that exist. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
/** The change log is left out: it names what there was. */
const PAGES = globSync(['*.md', '{bench,clients,data,docs,src,test}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', 'CHANGELOG.md'],
}).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const SOURCES = globSync('{bench,bin,clients,dashboard,scripts,src,test}/**/*.{js,py,sh,ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
})

const LINK = /\]\((?!https?:|mailto:|[#/])([^)#\s]+)(?:#[^)]*)?\)/g
/** A source file or folder: `src/names/reading/court.ts`, shortened `core/commands.ts` or `court.ts`, `test/api`. */
const NAMED = /`((?:[\w@.-]+\/)*[\w.-]+\.(?:js|py|sh|tsx?)|(?:bench|scripts|src|test)\/[\w/.-]*)(?::\d+)?`/g

test('every link of a document leads to an existing file', () => {
  for (const { path, text } of PAGES) {
    const links = [...text.matchAll(LINK)].map((match) => match[1]!)
    const missing = links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))
    assert.deepEqual(missing, [], path)
  }
})

test('every source file that a document names exists', () => {
  assert.ok(PAGES.length > 20 && SOURCES.length > 500)
  for (const { path, text } of PAGES) {
    const named = [...text.matchAll(NAMED)].map((match) => match[1]!)
    assert.deepEqual(
      named.filter((name) => !exists(name)),
      [],
      path,
    )
  }
})

function exists(name: string): boolean {
  if (existsSync(join(ROOT, name))) return true
  return SOURCES.some((source) =>
    name.includes('/') ? source.endsWith(`/${name}`) : basename(source) === name,
  )
}
