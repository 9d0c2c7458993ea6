/** The suppression of a company takes effect at once, beside any other work. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import type { CompanyId } from '../../src/core/company/company.ts'
import { mergeRule, openSnapshotIndex } from '../../src/server/compose/embedded-index.ts'
import { clock } from '../../src/server/compose/system.ts'
import { dataFiles } from '../../src/server/data-folder.ts'
import { inDataFolder } from '../../src/server/store-place.ts'
import { Importer } from '../../src/server/threads/import-queue.ts'
import { BRIEF, often } from '../thorough.ts'
import { sampleFile, wholeFile } from './program.ts'

const ENTRIES = resolve(import.meta.dirname, '../fixtures/offeneregister.jsonl')
/** So many companies that an import has several batches; the server is used between two of them. */
const MANY = often(100_000, 60_000)

const sample = sampleFile(wholeFile(), MANY)

let folder: string
let index: ReturnType<typeof openSnapshotIndex>
let importer: Importer
/** Why saved indexes could not be used. */
let unusable: string[] = []
/** Of the threads that search: they cannot take a new index now. */
let isDown = false

beforeEach(async () => {
  isDown = false
  unusable = []
  folder = mkdtempSync(join(tmpdir(), 'suppress-'))
  index = openSnapshotIndex()
  importer = new Importer({ clock, mergeRule }, inDataFolder(folder), {
    publish: async (snapshot) => {
      if (isDown) throw new Error('no thread takes it')
      index.publish(snapshot)
    },
    notSaved: (error) => {
      throw error
    },
    rebuilt: (because) => void unusable.push(because),
    searched: () => index.snapshot(),
  })
  await importer.open()
  await importer.import({ files: [ENTRIES], mapping: null, rejects: join(folder, 'rejects') }, () => {})
})
afterEach(async () => {
  await importer.merged()
  await importer.close()
  rmSync(folder, { recursive: true })
})

/** Returns companies whose names are unique in the fixture. */
function someCompanies(count: number): { readonly uuid: CompanyId; readonly name: string }[] {
  const store = openCompanyStore(dataFiles(folder).companies)
  const page = store.list({ sort: 'name', limit: count })
  store.close()
  return page.companies.map(({ uuid, name }) => ({ uuid, name }))
}

function isFound({ uuid, name }: { readonly uuid: string; readonly name: string }): boolean {
  const { hits } = index.search({ name, deep: true, limit: 100 })
  return hits.some(({ record }) => record.uuid === uuid)
}

const suppress = (uuid: CompanyId) =>
  importer.suppress({ uuid, reason: 'a court said so', atMs: 1, actor: 'command line' })

test('a suppressed company is not found once the command returns, and found again after the suppression is lifted', async () => {
  const [company, other] = someCompanies(2)
  assert.ok(isFound(company!) && isFound(other!))
  assert.equal(await suppress(company!.uuid), true)
  assert.equal(isFound(company!), false)
  assert.ok(isFound(other!))
  assert.equal(await suppress(company!.uuid), false, 'it was suppressed before')
  assert.equal(await importer.lift(company!.uuid), true)
  assert.ok(isFound(company!))
})

test('a suppressed company stays out of search when it is imported again', async () => {
  const [company] = someCompanies(1)
  await suppress(company!.uuid)
  await importer.import({ files: [ENTRIES], mapping: null, rejects: join(folder, 'rejects') }, () => {})
  assert.equal(isFound(company!), false)
})

test('suppressing does not wait for the end of an import, and the import does not bring the company back', {
  skip: BRIEF,
}, async () => {
  const [company, other] = someCompanies(2)
  let isReading = false
  const begun = Promise.withResolvers<void>()
  const done = importer
    .import({ files: [sample], mapping: null, rejects: join(folder, 'rejects') }, ({ step }) => {
      isReading = step === 'reading'
      begun.resolve()
    })
    .finally(() => {
      isReading = false
    })
  await begun.promise
  assert.equal(await suppress(company!.uuid), true)
  assert.ok(isReading, 'the import still runs')
  assert.equal(isFound(company!), false)
  assert.ok(isFound(other!))
  await done
  assert.equal(isFound(company!), false)
  assert.deepEqual(unusable, [], 'the searched index was replaced by a new one, and no saved one was refused')
  assert.ok(isFound(other!))
})

test('a company that was suppressed while an import runs stays out of search when another one is suppressed', {
  skip: BRIEF,
}, async () => {
  const [company, other, third] = someCompanies(3)
  const begun = Promise.withResolvers<void>()
  const done = importer.import({ files: [sample], mapping: null, rejects: join(folder, 'rejects') }, () =>
    begun.resolve(),
  )
  await begun.promise
  await suppress(company!.uuid)
  await suppress(other!.uuid)
  assert.deepEqual([isFound(company!), isFound(other!), isFound(third!)], [false, false, true])
  await Promise.all([suppress(third!.uuid), importer.lift(other!.uuid)])
  assert.deepEqual([isFound(company!), isFound(third!)], [false, false])
  await done
  assert.deepEqual([isFound(company!), isFound(other!), isFound(third!)], [false, true, false])
})

test('a suppression that could not take effect is not acknowledged, and takes effect when it is repeated', {
  skip: BRIEF,
}, async () => {
  const [company] = someCompanies(1)
  isDown = true
  await assert.rejects(suppress(company!.uuid), /no thread takes it/)
  isDown = false
  assert.equal(await suppress(company!.uuid), false, 'it is stored')
  assert.equal(isFound(company!), false)
})
