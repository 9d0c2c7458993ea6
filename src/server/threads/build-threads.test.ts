import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { incomingCompany, seenBy } from '../../../test/fixtures/incoming-companies.ts'
import { buildAlone, buildInTwo } from '../../adapters/embedded/build-whole.ts'
import { openCompanyStore } from '../../adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../adapters/sqlite/companies/write/company-writer.ts'
import type { IncomingCompany } from '../../core/company/company-writer.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import { inDataFolder } from '../store-place.ts'
import { isWorthSharing, taskRunner } from './build-threads.ts'

const COURTS = ['D2601V', 'F1103R', 'X1112R'] as CourtCode[]
const WORDS = 'Müller Bau Metall-Bau Bäcker Straße Öl 株式会社 Verein'.split(' ')

function incoming(digits: number): IncomingCompany {
  const court = COURTS[digits % COURTS.length] as CourtCode
  const name = `${WORDS[digits % 8]} ${WORDS[(digits * 3) % 8]}-${digits % 50} GmbH`
  return incomingCompany(digits, {
    name,
    register: { country: 'DE', court, type: 'HRB', digits, suffix: digits % 7 === 0 ? 'B' : '' },
    court,
    status: digits % 3 === 0 ? 'removed' : 'active',
    seat: digits % 2 === 0 ? `Ort ${digits % 11}` : '',
    formerNames: digits % 5 === 0 ? [{ name: `Früher ${name}`, until: null }] : [],
    source: seenBy('2018-05-01', `${court}_HRB${digits}`),
  })
}

const FACTS = { snapshotNumber: 1, sequence: 1, nowMs: 5 }

describe('an index built in two threads', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-'))
    path = join(folder, 'companies.sqlite')
    const writer = openCompanyWriter(path, 1)
    writer.save(
      Array.from({ length: 1001 }, (_, i) => incoming(i + 1)),
      5,
    )
    writer.close()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has the same bytes as one built by one thread', async () => {
    const store = openCompanyStore(path)
    const alone = await buildAlone(store, FACTS)
    const inTwo = await buildInTwo(store, FACTS, taskRunner(inDataFolder(folder)))
    store.close()
    assert.ok(Buffer.from(inTwo.bytes).equals(Buffer.from(alone.bytes)))
  })

  it('fails with the reason if the other thread fails', async () => {
    const store = openCompanyStore(path)
    const elsewhere = join(folder, 'none')
    await assert.rejects(
      buildInTwo(store, FACTS, taskRunner(inDataFolder(elsewhere))),
      /none.companies\.sqlite cannot be created/,
    )
    store.close()
  })
})

it('the index of a small store is built by one thread', () => {
  assert.equal(isWorthSharing(49_999), false)
})
