import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { openCompanyStore as openPostgresStore } from '../../src/adapters/postgres/companies/read/company-store.ts'
import { openCompanyWriter as openPostgresWriter } from '../../src/adapters/postgres/companies/write/company-writer.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { deferCompanies } from '../fixtures/deferred-ports.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { NO_POSTGRES } from '../fixtures/postgres.ts'
import { companiesDatabase } from '../fixtures/postgres-companies.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { companyLeisContract } from './company-leis.ts'
import { type CompanyPlace, companyStoreContract } from './company-store.ts'
import { companyWithdrawalContract } from './company-withdrawals.ts'

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
companyWithdrawalContract('the companies file', sqlitePlace, 10)
companyLeisContract('the companies file', sqlitePlace, 10)

/** Writer and store are one connection, and all that there is. */
function memoryPlace(): CompanyPlace {
  const { writer, companies } = openCompaniesInMemory(1)
  return { openWriter: () => writer, openStore: () => companies, remove: () => {} }
}

companyStoreContract('the register in memory', memoryPlace, { outlivesWriter: false })
companyWithdrawalContract('the register in memory', memoryPlace, 100)
companyLeisContract('the register in memory', memoryPlace, 100)

/** The companies file as a server on the network would answer. */
function latePlace(): CompanyPlace {
  const { openWriter, openStore, remove } = sqlitePlace()
  return {
    openWriter: async () => deferred(await openWriter()),
    openStore: async () => deferCompanies(await openStore()),
    remove,
  }
}

if (IS_THOROUGH) {
  companyStoreContract('the companies file that answers later', latePlace, { outlivesWriter: true })
  companyWithdrawalContract('the companies file that answers later', latePlace, 10)
  companyLeisContract('the companies file that answers later', latePlace, 10)
}

/** A database of its own on a real server. */
async function postgresPlace(): Promise<CompanyPlace> {
  const { url, free } = await companiesDatabase()
  return {
    openWriter: () => openPostgresWriter(url, 1),
    openStore: () => openPostgresStore({ url, connectionsMax: 2 }),
    remove: free,
  }
}

describe('on PostgreSQL', { skip: NO_POSTGRES }, () => {
  companyStoreContract('the companies database', postgresPlace, { outlivesWriter: true })
  companyWithdrawalContract('the companies database', postgresPlace, 10)
  companyLeisContract('the companies database', postgresPlace, 10)
})
