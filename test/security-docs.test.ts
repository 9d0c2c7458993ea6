/**
 * docs/security.md answers every item of OWASP ASVS 5.0, levels 1 and 2, once, every proof that it names is there, and it names
 * the limits of all bodies.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MATCH_CELLS_MAX, MATCH_ROWS_MAX, MATCH_TEXT_BYTES_MAX } from '../src/core/matching/match-job.ts'
import { allRoutes } from '../src/http/routes.ts'

const ROOT = join(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const items = readFileSync(join(import.meta.dirname, 'fixtures/asvs-5.0-items.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(' ')[0] as string)
const rows = page.split('\n').filter((line) => line.startsWith('| '))

/** The items that a row is about: one, several, or a whole chapter (`V10`). */
function itemsOf(row: string): string[] {
  const cell = row.split('|')[1]?.trim() ?? ''
  if (/^V\d+$/.test(cell)) return items.filter((item) => item.startsWith(`${cell.slice(1)}.`))
  return /^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/.test(cell) ? cell.split(', ') : []
}

test('every item of levels 1 and 2 has one answer', () => {
  assert.equal(items.length, 253)
  assert.deepEqual(rows.flatMap(itemsOf).toSorted(), items.toSorted())
})

test('every named file exists and contains the quoted tests', () => {
  let quoted = 0
  // `file` "words of it", "more words"
  for (const [, path = '', quotes = ''] of page.matchAll(/`([\w./-]+\/[\w./-]+\.tsx?)`((?:,? "[^"]+")*)/g)) {
    assert.ok(existsSync(join(ROOT, path)), path)
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const [, words = ''] of quotes.matchAll(/"([^"]+)"/g)) {
      assert.ok(text.includes(words), `${path} has no "${words}"`)
      quoted++
    }
  }
  assert.ok(quoted >= 100, String(quoted))
})

test('no answer is empty', () => {
  for (const row of rows.filter((line) => itemsOf(line).length > 0)) {
    const cells = row.split(' | ')
    assert.ok((cells.at(-1) ?? '').length > 3, row)
  }
})

test('the largest bodies of all routes, and the limits of lists, are named', () => {
  const table = /## Incoming bodies\n(.*?)\n## /s.exec(page)?.[1] ?? ''
  const sizes = allRoutes({ version: '', metricsToken: undefined }).map((route) => route.bodyBytesMax)
  const [kib, mib] = [1024, 1024 * 1024]
  for (const bytes of new Set([...sizes, MATCH_TEXT_BYTES_MAX].filter((size) => size > 0)))
    assert.ok(table.includes(bytes < mib ? ` ${bytes / kib} KiB` : ` ${bytes / mib} MiB`), `${bytes}`)
  assert.ok(new Set(sizes).size > 4)
  assert.ok(table.includes(` ${MATCH_ROWS_MAX.toLocaleString('en')} rows`))
  assert.ok(table.includes(` ${MATCH_CELLS_MAX / 1e6} million cells`))
})
