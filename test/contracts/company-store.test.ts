import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/company-writer.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import { withMethods } from '../fixtures/deferred-ports.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { type CompanyPlace, companyStoreContract } from './company-store.ts'

function sqlitePlace(): CompanyPlace {
  const folder = mkdtempSync(join(tmpdir(), 'companies-'))
  const path = join(folder, 'companies.sqlite')
  return {
    openWriter: () => openCompanyWriter(path, 1),
    openStore: () => openCompanyStore(path),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

companyStoreContract('the companies file', sqlitePlace, { outlivesWriter: true })

/** Writer and store are one connection, and all that there is. */
function memoryPlace(): CompanyPlace {
  const { writer, companies } = openCompaniesInMemory(1)
  return { openWriter: () => writer, openStore: () => companies, remove: () => {} }
}

companyStoreContract('the register in memory', memoryPlace, { outlivesWriter: false })

/** The companies file as a server on the network would answer. */
function latePlace(): CompanyPlace {
  const { openWriter, openStore, remove } = sqlitePlace()
  return { openWriter: () => deferred(openWriter()), openStore: () => lateStore(openStore()), remove }
}

function lateStore(store: CompanyStore): CompanyStore {
  return withMethods(deferred(store), {
    everything: (batchSize) => lateBatches(store.everything(batchSize)),
    forIndex: (batchSize, share) => lateBatches(store.forIndex(batchSize, share)),
  })
}

async function* lateBatches<Batch>(batches: Iterable<Batch> | AsyncIterable<Batch>): AsyncIterable<Batch> {
  for await (const batch of batches) {
    await nextTurn()
    yield batch
  }
}

companyStoreContract('the companies file that answers later', latePlace, { outlivesWriter: true })
