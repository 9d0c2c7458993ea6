import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { REJECT_FILE_BYTES_MAX, type Reject } from '../../../core/ingest/register-entry.ts'
import { rejectFile, rejectFileIn } from './reject-file.ts'

const ROW_BYTES = 2 ** 20

/** A rejected row whose line in the file has so many bytes. */
function rowOf(bytes: number): Reject {
  const empty: Reject = { file: 'f', line: 1, reason: 'broken_json', text: '' }
  return { ...empty, text: 'x'.repeat(bytes - Buffer.byteLength(`${JSON.stringify(empty)}\n`)) }
}

describe('the reject file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rejects-'))
  after(() => rmSync(folder, { recursive: true }))

  for (const [what, lastBytes, written, dropped] of [
    ['takes rows up to exactly its limit', ROW_BYTES, REJECT_FILE_BYTES_MAX, 2],
    ['does not exceed its limit by a byte', ROW_BYTES + 1, REJECT_FILE_BYTES_MAX - ROW_BYTES, 3],
  ] as const)
    it(`${what}, and counts the rows after that`, () => {
      const file = rejectFile(join(folder, `${dropped}.jsonl`))
      for (let bytes = ROW_BYTES; bytes < REJECT_FILE_BYTES_MAX; bytes += ROW_BYTES)
        file.add(rowOf(ROW_BYTES))
      assert.equal(file.dropped, 0)
      file.add(rowOf(lastBytes))
      file.add(rowOf(100))
      file.add(rowOf(100))
      file.close()
      assert.equal(statSync(file.path).size, written)
      assert.equal(file.dropped, dropped)
    })

  it('counts the bytes of a text, not its characters', () => {
    const file = rejectFileIn(folder, 'list.csv', 0)
    const text = 'ä'.repeat(ROW_BYTES / 2)
    for (let i = 0; i < REJECT_FILE_BYTES_MAX / ROW_BYTES; i++) file.add({ ...rowOf(100), text })
    file.close()
    assert.equal(file.dropped, 1)
    const lines = readFileSync(file.path, 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).text === text),
      Array.from({ length: lines.length }, () => true),
    )
  })
})
