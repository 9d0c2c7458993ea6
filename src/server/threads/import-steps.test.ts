import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { deferCompanies, withMethods } from '../../../test/fixtures/deferred-ports.ts'
import { deferred } from '../../../test/fixtures/deferred-stores.ts'
import { incomingCompany, SOURCE, seenBy } from '../../../test/fixtures/incoming-companies.ts'
import { embeddedIndexWriter } from '../../adapters/embedded/index-writer.ts'
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import { openCompaniesInMemory } from '../../adapters/sqlite/companies/companies-in-memory.ts'
import type { CompanyId } from '../../core/company/company.ts'
import type { CompanyWriter, IncomingCompany } from '../../core/company/company-writer.ts'
import type { EntrySource, RowBatch } from '../../core/ingest/entry-source.ts'
import { countReads } from '../../core/search/counted-reads.ts'
import type { IndexSnapshot } from '../../engine/snapshot.ts'
import { clock } from '../compose/system.ts'
import { importSteps } from './import-steps.ts'

const SLOW_TURNS = 60
const NOTICE = { source: SOURCE, title: 't', licence: 'l', attribution: 'a' }

function incoming(digits: number, name: string): IncomingCompany {
  return incomingCompany(digits, { name, source: seenBy('2018-05-01', `D2601V_HRB${digits}`) })
}

/** A source with one file, which has no rows and is read when the promise is fulfilled. */
function sourceAfter(ready: Promise<void>): EntrySource {
  return {
    filesOf: async (path) => [{ path, bytes: 1 }],
    async *read(): AsyncIterable<RowBatch> {
      await ready
      yield { notice: NOTICE, format: { format: 'table' }, rows: [], bytesDone: 1, bytesTotal: 1 }
    },
  }
}

describe('an import thread over companies that answer later', () => {
  const ignored = () => {}
  let folder: string
  let index: EmbeddedNameIndex
  let present: IndexSnapshot
  let uuids: Record<string, CompanyId>
  /** Numbers of turns of the event loop that the next suppressions take. */
  let turns: number[]
  let stored: ReturnType<typeof openCompaniesInMemory>

  function stepsWith(source: EntrySource = sourceAfter(Promise.resolve())) {
    const { writer, companies } = stored
    const reads = countReads(deferCompanies(companies))
    const { store } = reads
    const late = withMethods<CompanyWriter>(deferred<CompanyWriter>(writer), {
      suppress: (suppression) => {
        const own = turns.shift() ?? 1
        return deferred<CompanyWriter>(writer, () => own).suppress(suppression)
      },
    })
    const buildThreads = { isWorthSharing: () => false, runTask: () => assert.fail('not shared') }
    const path = join(folder, 'companies.index')
    return importSteps({
      ...{ clock, source, writer: late, store, reads },
      index: embeddedIndexWriter({ store, clock, path, buildThreads }),
      openRejects: () => ({ path: '', dropped: 0, add: ignored, close: ignored }),
      failureOf: (error) => error,
      close: async () => {},
    })
  }
  const suppression = (name: string) => ({ uuid: uuids[name]!, reason: 'r', atMs: 6, actor: 'a' })
  const publish = ({ snapshot }: { readonly snapshot?: unknown }) => {
    if (snapshot !== undefined) index.publish(snapshot as IndexSnapshot)
  }
  const found = (name: string) =>
    index.search({ name, deep: false, limit: 9 }).hits.map(({ record }) => record.name)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'import-steps-'))
    stored = openCompaniesInMemory(1)
    stored.writer.save(
      ['Adler GmbH', 'Bussard GmbH', 'Condor GmbH', 'Dohle GmbH'].map((name, i) => incoming(i + 1, name)),
      5,
    )
    const { companies } = stored.companies.list({ sort: 'uuid', limit: 9 })
    uuids = Object.fromEntries(companies.map(({ name, uuid }) => [name.split(' ')[0], uuid]))
    turns = []
    index = new EmbeddedNameIndex()
    const built = await stepsWith().index({ number: 1, present: undefined }, ignored)
    publish(built as { snapshot?: unknown })
    present = index.snapshot()!
  })
  afterEach(() => {
    stored.writer.close()
    rmSync(folder, { recursive: true })
  })

  it('hides both of two companies that are suppressed at once, though the store takes longer over the first', async () => {
    turns = [SLOW_TURNS, 1]
    const steps = stepsWith()
    await Promise.all(
      ['Adler', 'Bussard'].map(async (name, i) => {
        const searched = { present, number: 2 + i }
        publish(await steps.suppress({ suppression: suppression(name), searched }, ignored))
      }),
    )
    assert.deepEqual([found('Adler'), found('Bussard'), found('Condor')], [[], [], ['Condor GmbH']])
  })

  it('makes no snapshot of the companies as they were before a suppression that was sent earlier', async () => {
    stored.writer.save([incoming(9, 'Elster GmbH')], 6)
    turns = [SLOW_TURNS]
    const steps = stepsWith()
    const [suppressed, followed] = await Promise.all([
      steps.suppress({ suppression: suppression('Adler'), searched: { present, number: 2 } }, ignored),
      steps.index({ number: 3, present }, ignored),
    ])
    publish(followed as { snapshot?: unknown })
    publish(suppressed)
    assert.deepEqual([found('Adler'), found('Elster')], [[], ['Elster GmbH']])
  })

  it('suppresses a company while an import goes on', async () => {
    const { promise: ready, resolve: read } = Promise.withResolvers<void>()
    const steps = stepsWith(sourceAfter(ready))
    const importing = steps.import({ files: ['f'], mapping: null, rejects: null }, ignored)
    publish(
      await steps.suppress({ suppression: suppression('Adler'), searched: { present, number: 2 } }, ignored),
    )
    assert.deepEqual(found('Adler'), [])
    read()
    await importing
  })

  it('is closed when a suppression under way is stored, and does not wait for an import', async () => {
    turns = [SLOW_TURNS]
    const steps = stepsWith(sourceAfter(new Promise(() => {})))
    void steps.import({ files: ['f'], mapping: null, rejects: null }, ignored)
    const suppressing = steps.suppress({ suppression: suppression('Adler') }, ignored)
    await steps.close({}, ignored)
    assert.equal(stored.companies.suppressions().length, 1)
    assert.deepEqual(await suppressing, { isNew: true, snapshot: undefined })
  })
})
