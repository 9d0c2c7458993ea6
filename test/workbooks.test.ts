/** Workbooks that matched lists are written to, as other programs read them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { workbookOfLines } from '../src/adapters/lists/workbook.ts'
import { openCustomerList } from '../src/adapters/registers/customer-list.ts'

const CELL_CHARS_MAX = 32_767
const folder = mkdtempSync(join(tmpdir(), 'workbooks-'))
after(() => rmSync(folder, { recursive: true }))

type Cell = string | number | null

/** Writes rows as a workbook, some at a time. */
async function written(rows: readonly (readonly Cell[])[], atATime: number): Promise<string> {
  async function* lines() {
    for (let from = 0; from < rows.length; from += atATime) {
      const some = rows.slice(from, from + atATime)
      yield some.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  const path = join(folder, `${rows.length}.xlsx`)
  const parts: Uint8Array[] = []
  for await (const part of workbookOfLines(lines())) parts.push(part)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

async function cellsOf(path: string): Promise<(readonly string[])[]> {
  const list = await openCustomerList(path, { hasNoHeader: false })
  const cells: (readonly string[])[] = [list.header]
  for await (const rows of list.rows(0)) cells.push(...rows.map((row) => row.cells))
  return cells
}

test('a workbook of many parts has every row, its numbers as numbers and its texts as they were', async () => {
  const texts = ['=1+1', '<b>&amp;</b>', 'zwei  Leerzeichen', 'Zeile\nZeile', 'Ä€😀', "'", '-1', '007']
  const rows = Array.from({ length: 30_000 }, (_, i) => [i, texts[i % texts.length]!, '', null, `Zeile ${i}`])
  const path = await written([['Nummer', 'Firma', 'leer', 'nichts', 'Ende'], ...rows], 100)
  const tested = spawnSync('python3', ['-m', 'zipfile', '-t', path], { encoding: 'utf8' })
  assert.match(tested.stdout, /^Done testing/, tested.stderr)
  const read = await cellsOf(path)
  assert.equal(read.length, rows.length + 1)
  for (const [i, row] of rows.entries()) {
    const [number, text, , , end] = row
    assert.deepEqual(read[i + 1], [String(number), text, '', '', end])
  }
})

test('a cell contains what XML and Excel can, and no more', async () => {
  const long = 'x'.repeat(CELL_CHARS_MAX)
  const path = await written(
    [
      ['Firma', 'Text'],
      ['\u0000A\u0007B\uffffC', `${long}y`],
      ['\ud800', 'a\r\nb\rc'],
    ],
    1,
  )
  assert.deepEqual((await cellsOf(path)).slice(1), [
    ['ABC', long],
    ['\ufffd', 'a\nb\nc'],
  ])
})

test('columns after Z have two letters, and after ZZ three', async () => {
  const row = Array.from({ length: 750 }, (_, i) => `Spalte ${i}`)
  assert.deepEqual(await cellsOf(await written([row, row.toReversed()], 2)), [row, row.toReversed()])
})
