import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { writeWorkbookOf } from './workbook.ts'

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
