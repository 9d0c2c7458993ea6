/** The writer of the index over companies that answer at once and later: what its snapshots find. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { baseSnapshot, mergeSnapshot } from '../../src/adapters/embedded/index-image.ts'
import { embeddedIndexWriter } from '../../src/adapters/embedded/index-writer.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type { IncomingCompany } from '../../src/core/company/company-writer.ts'
import type { LeiParent } from '../../src/core/company/lei.ts'
import type { FollowResult, IndexWriter } from '../../src/core/search/index-writer.ts'
import type { PublishedIndex } from '../../src/core/search/published-index.ts'
import type { Lei } from '../../src/names/reading/lei.ts'
import { embedded } from '../../src/server/compose/embedded-index.ts'
import { clock } from '../../src/server/compose/system.ts'
import { deferCompanies } from '../fixtures/deferred-ports.ts'
import { incomingCompany, SOURCE, seenBy } from '../fixtures/incoming-companies.ts'
import { IS_THOROUGH } from '../thorough.ts'

const NAMES = ['Adler', 'Bussard', 'Condor', 'Dohle', 'Falke', 'Geier', 'Habicht', 'Ibis'].map(
  (bird) => `${bird} GmbH`,
)
const HELP = { isWorthSharing: () => false, runTask: () => assert.fail('not shared') }

function incoming(digits: number, name: string, asOf = '2018-05-01'): IncomingCompany {
  return incomingCompany(digits, { name, source: seenBy(asOf, `D2601V_HRB${digits}`) })
}

function found(snapshot: PublishedIndex, name: string): readonly string[] {
  const index = new EmbeddedNameIndex()
  index.publish(embedded(snapshot))
  return index.search({ name, deep: false, limit: 9 }).hits.map(({ record }) => record.name)
}

/** The static rank of the company `Adler Aue GmbH`. */
function rankOfTwin(snapshot: PublishedIndex): number {
  const index = new EmbeddedNameIndex()
  index.publish(embedded(snapshot))
  const { hits } = index.search({ name: 'Adler Aue', deep: false, limit: 9 })
  assert.equal(hits.length, 1)
  return hits[0]!.key.staticRank
}

function followed(result: FollowResult): PublishedIndex {
  assert.ok(result.kind === 'snapshot', 'refused')
  return result.snapshot
}

indexWriterContract('the writer of the index', (store) => store)
if (IS_THOROUGH)
  indexWriterContract('the writer of the index over companies that answer later', deferCompanies)

function indexWriterContract(subject: string, storeOf: (store: CompanyStore) => CompanyStore): void {
  describe(subject, () => {
    let folder: string
    let path: string
    let stored: ReturnType<typeof openCompaniesInMemory>
    let writer: IndexWriter

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'index-writer-'))
      path = join(folder, 'companies.index')
      stored = openCompaniesInMemory(1)
      stored.writer.save(
        NAMES.map((name, i) => incoming(i + 1, name)),
        5,
      )
      writer = embeddedIndexWriter({ store: storeOf(stored.companies), clock, path, buildThreads: HELP })
    })
    afterEach(() => {
      stored.writer.close()
      rmSync(folder, { recursive: true })
    })

    const suppress = (name: string) => {
      const { companies } = stored.companies.list({ sort: 'uuid', limit: 9 })
      const { uuid } = companies.find((company) => company.name === name)!
      stored.writer.suppress({ uuid, reason: 'r', atMs: 6, actor: 'a' })
    }

    it('builds an index of all companies with the number and the last change', async () => {
      const built = await writer.build(7, NAMES.length)
      for (const name of NAMES) assert.deepEqual(found(built, name), [name])
      assert.deepEqual([built.number, built.sequence], [7, stored.companies.lastSequence()])
    })

    it('adds what changed since a snapshot, and since the saved index', async () => {
      const built = await writer.build(1, NAMES.length)
      await writer.save(built)
      stored.writer.save([incoming(1, 'Albatros GmbH', '2019-01-01'), incoming(9, 'Elster GmbH')], 6)
      suppress('Bussard GmbH')
      for (const present of [built, undefined]) {
        const snapshot = followed(await writer.follow(present, 2))
        assert.deepEqual(found(snapshot, 'Albatros'), ['Albatros GmbH'])
        assert.deepEqual(found(snapshot, 'Elster'), ['Elster GmbH'])
        assert.deepEqual(found(snapshot, 'Condor'), ['Condor GmbH'])
        for (const gone of ['Adler', 'Bussard']) assert.deepEqual(found(snapshot, gone), [])
        assert.equal(snapshot.sequence, stored.companies.lastSequence())
      }
    })

    it('ranks by every fact of the prominence that changes: in a delta, merged and built anew', async () => {
      const [lei, child] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as [Lei, Lei]
      const twin = (change: Partial<IncomingCompany>) =>
        stored.writer.save([{ ...incoming(9, 'Adler Aue GmbH', '2019-01-01'), ...change }], 6)
      const parents: LeiParent = { child, parent: lei, kind: 'direct', isValid: true, asOf: '2019-01-01' }
      const events = [{ kind: 'documents_filed', date: '2019-01-01', source: SOURCE } as const]
      const asOf = (day: string) => ({ registeredOn: '1960-01-01', source: seenBy(day, 'D2601V_HRB9') })
      const leiOf = (status: string) => ({ lei: { lei, status, courtless: null } })
      const steps: (() => unknown)[] = [
        () => twin({ ...asOf('1985-01-01'), ...leiOf('LAPSED') }),
        () => twin({ ...asOf('2010-01-01'), ...leiOf('LAPSED') }),
        () => twin({ ...asOf('2018-01-01'), ...leiOf('ISSUED') }),
        () => stored.writer.saveParents([parents], 7),
        () => twin({ ...asOf('2019-01-01'), ...leiOf('ISSUED'), events }),
      ]
      const ranks: number[] = []
      for (const step of steps) {
        const before = await writer.build(1, NAMES.length)
        step()
        const followedNow = embedded(followed(await writer.follow(before, 2)))
        const merged = baseSnapshot(mergeSnapshot(followedNow, 3, 8))
        const built = embedded(await writer.build(4, NAMES.length))
        const [rank, ...others] = [followedNow, merged, built].map(rankOfTwin)
        assert.deepEqual(others, [rank, rank])
        ranks.push(rank!)
      }
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => b - a),
      )
      assert.equal(new Set(ranks).size, steps.length)
    })

    it('hides all suppressed companies and adds no other change', async () => {
      const built = await writer.build(1, NAMES.length)
      stored.writer.save([incoming(9, 'Elster GmbH')], 6)
      for (const name of ['Adler GmbH', 'Bussard GmbH']) suppress(name)
      const hidden = await writer.hideSuppressed(built, 2)
      for (const gone of ['Adler', 'Bussard', 'Elster']) assert.deepEqual(found(hidden, gone), [])
      assert.deepEqual(found(hidden, 'Condor'), ['Condor GmbH'])
      assert.deepEqual([hidden.number, hidden.sequence], [2, built.sequence])
    })

    it('refuses to follow without a saved index, and gives the reason if there is a damaged one', async () => {
      assert.deepEqual(await writer.follow(undefined, 1), { kind: 'refused', reason: undefined })
      writeFileSync(path, 'no index')
      const damaged = await writer.follow(undefined, 1)
      assert.ok(damaged.kind === 'refused')
      assert.match(damaged.reason ?? '', /^The index file/)
    })
  })
}
