import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { openCustomerList } from '../registers/customer-list.ts'
import { PART_CHARS } from './sheet-xml.ts'
import { workbookOfLines, writeWorkbookOf } from './workbook.ts'

it('a workbook is written of a file of lines, however short it is, and is the same each time', {
  timeout: 30_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'workbook-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [lines, first, second] = ['lines', 'a.xlsx', 'b.xlsx'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const rows of [0, 1, 20_000]) {
    writeFileSync(lines, `["Firma"]\n${'["A GmbH"]\n'.repeat(rows)}`)
    await writeWorkbookOf(lines, first)
    await writeWorkbookOf(lines, second)
    assert.deepEqual(readFileSync(second), readFileSync(first))
    assert.equal(readFileSync(first).subarray(0, 2).toString(), 'PK')
  }
})

it('a workbook fails as its rows fail, and reads no more of them when nobody reads it', {
  timeout: 30_000,
}, async () => {
  async function* failing() {
    yield '["Firma"]\n'
    throw new Error('the rows are gone')
  }
  await assert.rejects(buffer(workbookOfLines(failing())), /the rows are gone/)

  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
  async function* endless() {
    try {
      for (let i = 0; ; i++) yield `${JSON.stringify([i, `Firma ${i}`])}\n`.repeat(100)
    } finally {
      close()
    }
  }
  let bytes = 0
  for await (const part of workbookOfLines(endless())) {
    bytes += (part as Uint8Array).length
    if (bytes > PART_CHARS) break
  }
  await isClosed
})

it('a workbook of a file has every row whole, whatever separators of lines its cells contain', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'workbook-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [lines, path] = [join(folder, 'lines'), join(folder, 'a.xlsx')]
  const name = 'A\u2028B\u2029C\u0085D\rE\nF GmbH'
  // Longer than what is read at once.
  const long = 'ö'.repeat(30_000)
  const rows = [['Firma'], [name], ...Array.from({ length: 10 }, () => [long]), ['Z GmbH']]
  writeFileSync(lines, rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''))
  await writeWorkbookOf(lines, path)
  const list = await openCustomerList(path, { hasNoHeader: false })
  const read = (await Array.fromAsync(list.rows(0))).flat()
  assert.deepEqual(
    read.map(({ cells }) => cells[0]?.replaceAll(/\s/g, ' ')),
    rows.slice(1).map(([cell]) => cell?.replaceAll(/\s/g, ' ')),
  )
})
