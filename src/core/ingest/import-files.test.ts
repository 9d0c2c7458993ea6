import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withMethods } from '../../../test/fixtures/deferred-ports.ts'
import { numberedLei } from '../../../test/fixtures/gleif-files.ts'
import { SOURCE } from '../../../test/fixtures/incoming-companies.ts'
import { openCompaniesInMemory } from '../../adapters/sqlite/companies/companies-in-memory.ts'
import type { Lei } from '../../names/reading/lei.ts'
import type { CompanyWriter } from '../company/company-writer.ts'
import type { EntrySource, Row, RowBatch } from './entry-source.ts'
import { BATCH_COMPANIES, importFiles } from './import-files.ts'

const NOTICE = { source: SOURCE, title: 't', licence: 'l', attribution: 'a' }

/** A whole batch of statements about parents. */
function batch(day: number): RowBatch {
  const rows = Array.from({ length: BATCH_COMPANIES }, (_, i): Row => {
    const [child, parent] = [numberedLei(i), numberedLei(i + 1)] as [Lei, Lei]
    const statement = { child, kind: 'direct', parent, isValid: true, asOf: `2020-01-0${day}` } as const
    return { line: i + 1, parent: statement, text: '' }
  })
  return { notice: NOTICE, format: { format: 'table' }, rows, bytesDone: day, bytesTotal: 3 }
}

/** Imports three batches with this way of storing them; `read` is called when the second one is read. */
function importing(saveParents: CompanyWriter['saveParents'], read: () => void = () => {}) {
  const { writer } = openCompaniesInMemory(1)
  const entrySource: EntrySource = {
    filesOf: async (path) => [{ path, bytes: 1 }],
    async *read() {
      yield batch(1)
      read()
      yield batch(2)
      yield batch(3)
    },
  }
  const companyWriter = withMethods<CompanyWriter>(writer, { saveParents })
  const clock = { nowMs: () => 1, monotonicNs: () => 0n }
  return importFiles({ entrySource, companyWriter, clock, rejectLog: { add: () => {} } }, ['file'])
}

describe('an import', () => {
  it('reads the next rows while a batch is stored, and tells only of stored ones that they are', async () => {
    const { promise: isRead, resolve } = Promise.withResolvers<void>()
    let stored = 0
    const run = importing(async (rows) => {
      await isRead
      stored += rows.length
      return { created: 0, changed: rows.length, unchanged: 0 }
    }, resolve)
    for (;;) {
      const step = await run.next()
      assert.ok(step.value.good <= stored, `${step.value.good} of ${stored}`)
      if (!step.done) continue
      assert.deepEqual([step.value.good, step.value.changed], [3 * BATCH_COMPANIES, 3 * BATCH_COMPANIES])
      return
    }
  })

  it('ends with the error of a batch that could not be stored, and stores none after it', async () => {
    const error = new Error('the disk is full')
    let calls = 0
    const run = importing(async () => {
      calls++
      throw error
    })
    await assert.rejects(Array.fromAsync(run), error)
    assert.equal(calls, 1)
  })
})
