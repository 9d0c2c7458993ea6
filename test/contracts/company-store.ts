/** The contract of every `CompanyStore` and `CompanyWriter`. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Awaitable } from '../../src/core/awaitable.ts'
import type { Company, CompanyId, SourceId } from '../../src/core/company/company.ts'
import type { EventKind } from '../../src/core/company/company-event.ts'
import type { ListFilters } from '../../src/core/company/company-filters.ts'
import {
  type CompanyStore,
  LIST_ROWS_EXAMINED_MAX,
  type ListQuestion,
  type ListSort,
} from '../../src/core/company/company-store.ts'
import type { CompanyWriter, IncomingCompany } from '../../src/core/company/company-writer.ts'
import type { LeiParent } from '../../src/core/company/lei.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { CourtCode } from '../../src/names/reading/court.ts'
import type { FormCode } from '../../src/names/reading/legal-form.ts'
import type { Lei } from '../../src/names/reading/lei.ts'
import type { RegisterKey } from '../../src/names/reading/register-number.ts'
import { germanKey } from '../../src/names/reading/register-number.ts'
import { stateOfCourt } from '../../src/names/reading/state.ts'
import { foldWhole } from '../../src/names/text/fold.ts'
import { incomingCompany, SOURCE, seenBy } from '../fixtures/incoming-companies.ts'

function register(digits: number, court = 'D2601V', suffix = ''): RegisterKey {
  return { country: 'DE', court: court as CourtCode, type: 'HRB', digits, suffix }
}

/** Keys that are no German register numbers: of a foreign register, and of a list. */
function elsewhere(i: number): Pick<IncomingCompany, 'register' | 'court'> {
  const country = (['GB', 'DE', ''] as const)[i % 3]!
  const register: RegisterKey =
    country === 'GB'
      ? { country, type: 'foreign', number: `SC12345${i % 10}` }
      : { country, type: 'list', source: 'customers', id: `K/${i}` }
  return { register, court: '' as CourtCode }
}

/** The page of a list that nothing is on. */
const NOTHING = { companies: [], next: undefined, end: undefined }

/** A store in an own place; the writer made it before the store is opened. */
export interface CompanyPlace {
  openWriter(): Awaitable<CompanyWriter>
  openStore(): Awaitable<CompanyStore>
  remove(): Awaitable<void>
}

/** `outlivesWriter`: a place has another writer after the first one is closed. */
export function companyStoreContract(
  name: string,
  makePlace: () => Awaitable<CompanyPlace>,
  { outlivesWriter }: { readonly outlivesWriter: boolean },
): void {
  const afterWriter = { skip: outlivesWriter ? false : 'all that there is ends with its writer' }

  describe(`${name} as a company store`, () => {
    let place: CompanyPlace
    let writer: CompanyWriter
    let store: CompanyStore

    const uuidOf = (digits: number): string => companyUuid(register(digits))
    const companyAt = async (uuid: string): Promise<Company> => {
      const found = await store.find(uuid)
      assert.equal(found?.kind, 'company')
      return found.company
    }

    const open = async () => {
      place = await makePlace()
      writer = await place.openWriter()
      store = await place.openStore()
    }
    const close = async () => {
      await store.close()
      await writer.close()
      await place.remove()
    }
    beforeEach(open)
    afterEach(close)

    describe('saving', () => {
      it('returns every field as it was stored, under the uuid of the register key', async () => {
        const full = incomingCompany(1, {
          register: register(1, 'X1112R', 'FL'),
          status: 'liquidation',
          registeredOn: '1999-12-31',
          formerNames: [
            { name: 'Alt GmbH', until: '2001-02-03' },
            { name: 'Älter GmbH', until: null },
          ],
          formerNumbers: [{ register: register(7, 'P2408'), until: '2000-01-01' }],
        })
        assert.partialDeepStrictEqual(await writer.save([full], 1234), {
          created: 1,
          changed: 0,
          unchanged: 0,
        })
        const { source, ...facts } = full
        const uuid = companyUuid(full.register)
        assert.deepEqual(await companyAt(uuid), {
          ...facts,
          uuid,
          otherNames: [],
          events: [],
          sources: [source],
          factSources: {},
          leis: [],
          subsidiaries: 0,
          updatedAtMs: 1234,
        })
      })

      it('stores a company of another country and one without a register number, and their former numbers', async () => {
        for (const i of [0, 1, 2]) {
          const { register: key, court } = elsewhere(i)
          const formerNumbers = [{ register: elsewhere(i + 3).register, until: null }]
          const company = incomingCompany(i, { register: key, court, formerNumbers })
          assert.partialDeepStrictEqual(await writer.save([company], 1), {
            created: 1,
            changed: 0,
            unchanged: 0,
          })
          assert.partialDeepStrictEqual(await writer.save([company], 2), {
            created: 0,
            changed: 0,
            unchanged: 1,
          })
          const stored = await companyAt(companyUuid(key))
          assert.deepEqual(stored.register, key)
          assert.deepEqual(stored.formerNumbers, formerNumbers)
        }
      })

      it('distinguishes an empty seat and an empty address from missing ones', async () => {
        await writer.save([incomingCompany(1, { seat: '', address: null })], 1)
        await writer.save(
          [incomingCompany(2, { address: { text: 'Hauptstr.', postcode: null, city: null } })],
          1,
        )
        assert.equal((await companyAt(uuidOf(1))).seat, '')
        assert.equal((await companyAt(uuidOf(1))).address, null)
        assert.deepEqual((await companyAt(uuidOf(2))).address, {
          text: 'Hauptstr.',
          postcode: null,
          city: null,
        })
      })

      it('changes nothing when the same batch is stored again', async () => {
        const batch = [
          incomingCompany(1),
          incomingCompany(2, { formerNames: [{ name: 'Alt', until: null }] }),
        ]
        await writer.save(batch, 1)
        const before = await Array.fromAsync(store.readAll(10))
        assert.partialDeepStrictEqual(await writer.save(batch, 2), { created: 0, changed: 0, unchanged: 2 })
        assert.deepEqual(await Array.fromAsync(store.readAll(10)), before)
        assert.equal(await store.lastSequence(), 2)
      })

      it('stores the same company twice in one batch as one', async () => {
        const count = await writer.save(
          [incomingCompany(1), incomingCompany(1, { name: 'Neu GmbH', source: seenBy('2019-01-01') })],
          1,
        )
        assert.partialDeepStrictEqual(count, { created: 1, changed: 1, unchanged: 0 })
        assert.equal((await companyAt(uuidOf(1))).name, 'Neu GmbH')
        assert.equal(await store.count(), 1)
      })

      it('counts the companies that join those of another source, and those with another name or seat', async () => {
        await writer.save([incomingCompany(1), incomingCompany(2), incomingCompany(3)], 1)
        const announced = (digits: number, change: Partial<IncomingCompany> = {}) => {
          const { source } = incomingCompany(digits)
          const day = { ...source, source: 'register-announcements' as SourceId, asOf: '2025-01-01' }
          return incomingCompany(digits, { source: day, ...change })
        }
        const batch = [
          announced(1),
          announced(2, { name: 'Neu GmbH' }),
          announced(3, { seat: 'Ulm' }),
          announced(4),
        ]
        const counts = { created: 1, changed: 2, unchanged: 1, joined: 3, renamed: 1, moved: 1, apart: [] }
        assert.deepEqual(await writer.save(batch, 2), counts)
        const again = { created: 0, changed: 0, unchanged: 4, joined: 0, renamed: 0, moved: 0, apart: [] }
        assert.deepEqual(await writer.save(batch, 3), again)
      })

      it('keeps a removed company apart from another one that got its number', async () => {
        const removed = incomingCompany(1, {
          name: 'Adler Bau GmbH',
          status: 'removed',
          formerNames: [{ name: 'Falke GmbH', until: null }],
        })
        const later = (name: string) =>
          incomingCompany(1, {
            name,
            source: { ...seenBy('2025-01-01'), source: 'register-announcements' as SourceId },
          })
        await writer.save([removed], 1)
        assert.partialDeepStrictEqual(await writer.save([later('Möwe Reederei GmbH')], 2), {
          joined: 0,
          apart: [0],
        })
        assert.equal((await companyAt(uuidOf(1))).name, 'Adler Bau GmbH')
        assert.equal(await store.lastSequence(), 1)
        assert.partialDeepStrictEqual(await writer.save([later('Falke Logistik GmbH')], 3), {
          joined: 1,
          apart: [],
        })
        assert.equal((await companyAt(uuidOf(1))).name, 'Falke Logistik GmbH')
      })

      it('stores the removed company, too, when the entry of the other one comes first', async () => {
        const removed = incomingCompany(1, { name: 'Adler GmbH', status: 'removed' })
        const source = { ...seenBy('2025-01-01'), source: 'register-announcements' as SourceId }
        const another = incomingCompany(1, { name: 'Falke UG', source })
        await writer.save([another], 1)
        assert.partialDeepStrictEqual(await writer.save([removed], 2), { changed: 1, apart: [] })
        const { name, status, formerNames, sources } = await companyAt(uuidOf(1))
        assert.deepEqual(
          [name, status, formerNames, sources],
          ['Adler GmbH', 'removed', [], [removed.source]],
        )
        assert.partialDeepStrictEqual(await writer.save([another], 3), { changed: 0, apart: [0] })
      })

      it('stores a whole batch or nothing', async () => {
        const broken = { ...incomingCompany(2), name: Symbol('no text') } as never as IncomingCompany
        await assert.rejects(async () => writer.save([incomingCompany(1), broken], 1))
        assert.equal(await store.count(), 0)
        assert.equal(await store.lastSequence(), 0)
      })

      it('stores a later date of an unchanged entry without a change in the log', async () => {
        await writer.save([incomingCompany(1)], 1)
        assert.partialDeepStrictEqual(
          await writer.save([incomingCompany(1, { source: seenBy('2020-01-01') })], 2),
          {
            created: 0,
            changed: 0,
            unchanged: 1,
          },
        )
        assert.equal((await companyAt(uuidOf(1))).sources[0]!.asOf, '2020-01-01')
        assert.equal((await companyAt(uuidOf(1))).updatedAtMs, 1)
      })
    })

    describe('identity', () => {
      it('finds a company by the former code of its court', async () => {
        await writer.save(
          [
            incomingCompany(1, {
              register: register(5, 'B1204'),
              source: seenBy('2018-01-01', 'B1204_HRB5'),
            }),
          ],
          1,
        )
        await writer.save(
          [
            incomingCompany(1, {
              register: register(5, 'B8536'),
              source: seenBy('2019-01-01', 'B8536_HRB5'),
            }),
          ],
          2,
        )
        assert.equal(await store.count(), 1)
        assert.equal((await companyAt(companyUuid(register(5, 'B8536')))).sources.length, 2)
      })

      it('finds a company by the id of its former number', async () => {
        await writer.save(
          [incomingCompany(1, { formerNumbers: [{ register: register(9), until: null }] })],
          1,
        )
        assert.deepEqual(await store.find(uuidOf(9)), { kind: 'alias', of: uuidOf(1) })
        assert.deepEqual(await store.findMany([uuidOf(9)]), [])
      })

      it('keeps two companies apart when the former number has an entry of its own, in either order', async () => {
        const later = incomingCompany(1, { formerNumbers: [{ register: register(9), until: null }] })
        for (const batch of [
          [later, incomingCompany(9)],
          [incomingCompany(9), later],
        ]) {
          const other = await makePlace()
          const otherWriter = await other.openWriter()
          for (const company of batch) await otherWriter.save([company], 1)
          const otherStore = await other.openStore()
          assert.equal(await otherStore.count(), 2)
          assert.equal((await otherStore.find(uuidOf(9)))?.kind, 'company')
          const found = await otherStore.find(uuidOf(1))
          assert.deepEqual(found?.kind === 'company' && found.company.formerNumbers, later.formerNumbers)
          await otherStore.close()
          await otherWriter.close()
          await other.remove()
        }
      })

      it('assigns a former number that two companies claim to the same one, in either order', async () => {
        const claims = [1, 2].map((n) =>
          incomingCompany(n, { formerNumbers: [{ register: register(9), until: null }] }),
        )
        const holder = [uuidOf(1), uuidOf(2)].sort()[0]
        await writer.save([claims[0]!, claims[1]!], 1)
        assert.deepEqual(await store.find(uuidOf(9)), { kind: 'alias', of: holder })
        const other = await makePlace()
        const otherWriter = await other.openWriter()
        await otherWriter.save([claims[1]!, claims[0]!], 1)
        const otherStore = await other.openStore()
        assert.deepEqual(await otherStore.find(uuidOf(9)), { kind: 'alias', of: holder })
        await otherStore.close()
        await otherWriter.close()
        await other.remove()
      })
    })

    describe('other names', () => {
      const ofSource = (source: string, change: Partial<IncomingCompany>) =>
        incomingCompany(1, {
          ...change,
          source: { source: source as SourceId, sourceKey: 'x', asOf: '2020-01-01' },
        })

      it('stores the names of other sources with their entry, and gives them to the index', async () => {
        await writer.save(
          [incomingCompany(1), ofSource('gleif', { name: 'Eagle', otherNames: ['Aigle'] })],
          1,
        )
        const { name, formerNames, otherNames } = await companyAt(uuidOf(1))
        assert.deepEqual([name, formerNames], ['Firma 1 GmbH', []])
        assert.deepEqual(otherNames, [
          { name: 'Aigle', source: 'gleif', sourceKey: 'x', kind: 'other' },
          { name: 'Eagle', source: 'gleif', sourceKey: 'x', kind: 'name' },
        ])
        const [batch] = await Array.fromAsync(store.forIndex(10))
        assert.deepEqual(
          batch?.map((company) => company.otherNames.map((other) => other.name)),
          [['Aigle', 'Eagle']],
        )
      })

      it('logs a change of other names, and none for a name that is known', async () => {
        await writer.save([incomingCompany(1)], 1)
        await writer.save([ofSource('gleif', { name: 'Eagle' })], 2)
        await writer.save([ofSource('crm', { name: 'Firma 1 GmbH' })], 3)
        const changes = await store.changes(1, 10)
        assert.deepEqual(
          changes.map(({ kind, fields }) => [kind, fields]),
          [['changed', ['other_names']]],
        )
      })
    })

    describe('events', () => {
      const SOURCE = 'register-announcements' as SourceId
      const announced = (i: number, kind: EventKind, date: string, asOf = date) =>
        incomingCompany(i, {
          events: [{ kind, date, source: SOURCE }],
          source: { source: SOURCE, sourceKey: `K${i}`, asOf },
        })

      it('keeps each event once and the latest first, also of an older import, and logs the field', async () => {
        const removal = announced(1, 'removal_announced', '2025-02-03')
        const older = announced(1, 'documents_filed', '2024-12-01')
        await writer.save([incomingCompany(1)], 1)
        await writer.save([removal], 2)
        await writer.save([older], 3)
        const before = await companyAt(uuidOf(1))
        assert.deepEqual(
          before.events.map(({ kind, date }) => [kind, date]),
          [
            ['removal_announced', '2025-02-03'],
            ['documents_filed', '2024-12-01'],
          ],
        )
        assert.equal(before.status, incomingCompany(1).status)
        await writer.save([removal, older], 4)
        assert.deepEqual(await companyAt(uuidOf(1)), before)
        assert.deepEqual(
          (await store.changes(1, 10)).map(({ kind, fields }) => [kind, fields]),
          [
            ['changed', ['events']],
            ['changed', ['events']],
          ],
        )
      })

      it('gives a joined company the events of both', async () => {
        await writer.save([announced(1, 'transformation', '2025-01-01')], 1)
        await writer.save([announced(2, 'announcement', '2025-01-02')], 1)
        const { register } = incomingCompany(2)
        await writer.save([{ ...announced(1, 'transformation', '2025-01-01'), sameAs: [register] }], 2)
        await writer.save(
          [announced(1, 'documents_filed', '2025-01-03')].map((one) => ({ ...one, sameAs: [register] })),
          3,
        )
        assert.deepEqual(
          (await companyAt(uuidOf(1))).events.map(({ kind }) => kind),
          ['documents_filed', 'announcement', 'transformation'],
        )
      })
    })

    describe('joining', () => {
      const elsewhere1 = () =>
        incomingCompany(2, { ...elsewhere(1), name: 'Eagle', formerNumbers: [], source: LIST })
      const LIST = { source: 'customers' as SourceId, sourceKey: 'K/1', asOf: '2020-01-01' }
      const stating = () => incomingCompany(1, { sameAs: [elsewhere(1).register] })
      const listUuid = companyUuid(elsewhere(1).register)

      it('makes two companies one, with names, numbers and sources of both', async () => {
        await writer.save(
          [incomingCompany(1), { ...elsewhere1(), formerNumbers: [{ register: register(9), until: null }] }],
          1,
        )
        assert.equal(await writer.join(listUuid, uuidOf(1), 2), true)
        assert.equal(await store.count(), 1)
        for (const alias of [listUuid, uuidOf(9)]) {
          assert.deepEqual(await store.find(alias), { kind: 'alias', of: uuidOf(1) })
        }
        const company = await companyAt(uuidOf(1))
        assert.deepEqual(company.formerNumbers, [{ register: register(9), until: null }])
        assert.deepEqual(
          company.otherNames.map(({ name }) => name),
          ['Eagle'],
        )
        assert.deepEqual(
          company.sources.map(({ source }) => source),
          ['customers', SOURCE],
        )
      })

      it('tells in the change log which company the other one is now', async () => {
        await writer.save([incomingCompany(1), elsewhere1()], 1)
        await writer.join(listUuid, uuidOf(1), 2)
        const [merged, changed] = await store.changes(2, 10)
        assert.deepEqual([merged?.uuid, merged?.kind, merged?.into], [listUuid, 'merged', uuidOf(1)])
        assert.deepEqual([changed?.uuid, changed?.kind], [uuidOf(1), 'changed'])
      })

      it('joins nothing that is not stored, and no company with itself', async () => {
        await writer.save([incomingCompany(1)], 1)
        assert.equal(await writer.join(uuidOf(2), uuidOf(1), 2), false)
        assert.equal(await writer.join(uuidOf(1), uuidOf(1), 2), false)
        assert.equal(await writer.join('no uuid', uuidOf(1), 2), false)
        assert.equal(await store.lastSequence(), 1)
      })

      it('stores later entries of a joined company under the company that it became', async () => {
        await writer.save([incomingCompany(1), elsewhere1()], 1)
        await writer.join(listUuid, uuidOf(1), 2)
        const later = { ...elsewhere1(), name: 'Eagle Two', source: { ...LIST, asOf: '2021-01-01' } }
        assert.partialDeepStrictEqual(await writer.save([later], 3), { created: 0, changed: 1, unchanged: 0 })
        assert.equal(await store.count(), 1)
        assert.deepEqual(
          (await companyAt(uuidOf(1))).otherNames.map(({ name }) => name),
          ['Eagle Two'],
        )
      })

      it('gives the same company when an entry states two keys, before or after the entry of the other key', async () => {
        const stored: unknown[] = []
        for (const batch of [
          [elsewhere1(), stating()],
          [stating(), elsewhere1()],
        ]) {
          for (const isBulk of [false, true]) {
            const other = await makePlace()
            const otherWriter = await other.openWriter()
            if (isBulk) await otherWriter.beginBulk()
            for (const company of batch) await otherWriter.save([company], 1)
            if (isBulk) await otherWriter.endBulk()
            const otherStore = await other.openStore()
            stored.push(await Array.fromAsync(otherStore.readAll(10)))
            assert.deepEqual(await otherStore.find(listUuid), { kind: 'alias', of: uuidOf(1) })
            await otherStore.close()
            await otherWriter.close()
            await other.remove()
          }
        }
        for (const companies of stored) assert.deepEqual(companies, stored[0])
      })

      it('keeps a company hidden when a suppressed one is joined with it', async () => {
        await writer.save([incomingCompany(1), elsewhere1()], 1)
        await writer.suppress({ uuid: listUuid as CompanyId, reason: 'r', atMs: 2, actor: 'a' })
        await writer.join(listUuid, uuidOf(1), 3)
        assert.equal(await store.find(uuidOf(1)), undefined)
        assert.equal(await store.find(listUuid), undefined)
        assert.equal(await store.count(), 0, 'both suppressions are of one company')
      })
    })

    describe('history', () => {
      it('takes the facts of the newest date, for any order of the imports', async () => {
        const looks = [
          incomingCompany(1, { name: 'Eins GmbH', seat: 'Ulm', source: seenBy('2017-01-01') }),
          incomingCompany(1, { name: 'Zwei GmbH', seat: 'Bonn', source: seenBy('2018-01-01') }),
          incomingCompany(1, {
            name: 'Drei GmbH',
            formerNames: [{ name: 'Null GmbH', until: null }],
            source: seenBy('2019-01-01'),
          }),
        ]
        await fc.assert(
          fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }), async (order) => {
            const other = await makePlace()
            const otherWriter = await other.openWriter()
            for (const i of order) await otherWriter.save([looks[i]!], 1)
            const otherStore = await other.openStore()
            const found = await otherStore.find(uuidOf(1))
            await otherStore.close()
            await otherWriter.close()
            await other.remove()
            assert.equal(found?.kind, 'company')
            assert.equal(found.company.name, 'Drei GmbH')
            assert.equal(found.company.seat, 'München')
            assert.deepEqual(found.company.formerNames, [
              { name: 'Zwei GmbH', until: '2018-01-01' },
              { name: 'Eins GmbH', until: '2017-01-01' },
              { name: 'Null GmbH', until: null },
            ])
          }),
          { numRuns: 12 },
        )
      })

      it('stores the LEIs of a company, and of two of them shows first the one in force', async () => {
        const [first, second] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as [Lei, Lei]
        const told = (lei: Lei, status: string, asOf: string) =>
          incomingCompany(1, { lei: { lei, status, courtless: null }, source: seenBy(asOf, lei) })
        await writer.save([told(second, 'ISSUED', '2026-01-02'), told(first, 'LAPSED', '2026-01-02')], 1)
        await writer.save([told(second, 'LAPSED', '2025-01-01')], 2)
        const leis = async () =>
          (await companyAt(companyUuid(register(1)))).leis.map((one) => [one.lei, one.status])
        const before = await leis()
        assert.deepEqual(before, [
          [second, 'ISSUED'],
          [first, 'LAPSED'],
        ])
        assert.equal((await writer.save([told(second, 'RETIRED', '2026-03-04')], 3)).changed, 1)
        assert.deepEqual((await leis())[0], [first, 'LAPSED'])
        assert.deepEqual((await store.changes(0, 10)).at(-1)?.fields, ['lei'])
      })

      it('logs the years in the register when a later source lets their points change, and not before', async () => {
        const entry = (asOf: string) =>
          incomingCompany(1, { registeredOn: '1990-05-06', source: seenBy(asOf) })
        await writer.save([entry('2015-05-04')], 1)
        assert.equal((await writer.save([entry('2015-05-05')], 2)).unchanged, 1)
        assert.equal((await writer.save([entry('2015-05-06')], 3)).changed, 1)
        assert.equal((await writer.save([entry('2030-05-06')], 4)).unchanged, 1)
        const logged = (await store.changes(0, 10)).map(({ atMs, fields }) => [atMs, ...fields])
        assert.deepEqual(logged, [[1], [3, 'years_in_register']])
      })

      it('stores parents and subsidiaries, whether they are told before the companies or after them', async () => {
        const [child, parent] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as [Lei, Lei]
        const company = (digits: number, lei: Lei) =>
          incomingCompany(digits, { lei: { lei, status: 'ISSUED', courtless: null } })
        const statement = (isValid: boolean, asOf: string): LeiParent => {
          return { child, parent, kind: 'direct', isValid, asOf }
        }
        const seen = async () => [
          (await companyAt(companyUuid(register(1)))).leis[0]?.directParent ?? null,
          (await companyAt(companyUuid(register(2)))).subsidiaries,
        ]
        await writer.save([company(1, child)], 1)
        await writer.saveParents([statement(true, '2026-01-02')], 2)
        await writer.save([company(2, parent)], 3)
        assert.deepEqual(await seen(), [parent, 1])
        await writer.saveParents([statement(false, '2025-01-01')], 4)
        assert.deepEqual(await seen(), [parent, 1])
        await writer.saveParents([statement(false, '2026-03-04')], 5)
        assert.deepEqual(await seen(), [null, 0])
        const logged = (await store.changes(0, 10)).filter(({ atMs }) => atMs === 5)
        assert.deepEqual(
          logged.map(({ kind, fields }) => [kind, ...fields]),
          [
            ['changed', 'parents'],
            ['changed', 'subsidiaries'],
          ],
        )
      })

      const LEI = '529900GRZ2BQY5ZM9N49' as Lei

      /** An entry whose number is HRB 7 of an unknown court. */
      const courtless = (suffix = ''): IncomingCompany =>
        incomingCompany(7, {
          name: 'Ähre GmbH',
          register: { country: 'DE', type: 'list', source: 'gleif', id: LEI },
          court: '' as CourtCode,
          lei: { lei: LEI, status: 'ISSUED', courtless: { type: 'HRB', digits: 7, suffix } },
          source: { source: 'gleif' as SourceId, sourceKey: LEI, asOf: '2026-01-02' },
        })
      const registered = (court: string, name = 'ÄHRE GmbH') =>
        incomingCompany(7, {
          name,
          register: register(7, court),
          court: court as CourtCode,
          source: seenBy('2018-05-01', `${court}_HRB7`),
        })

      it('joins an entry without a court with the only company of its number and name, in any order', async () => {
        const company = registered('D2601V')
        const other = registered('D3304V', 'Andere GmbH')
        const batches = [
          [courtless(), company, other],
          [other, company, courtless()],
        ]
        for (const isAtOnce of [true, false]) {
          for (const batch of batches) {
            await close()
            await open()
            for (const entry of batch) {
              await writer.save([entry], 1)
              if (!isAtOnce) await writer.assignLeis(2)
            }
            await writer.assignLeis(3)
            const found = await companyAt(companyUuid(company.register))
            assert.deepEqual([found.name, found.leis[0]?.lei, found.sources.length], ['ÄHRE GmbH', LEI, 2])
            assert.equal(await store.count(), 2)
            const alias = companyUuid(courtless().register)
            assert.deepEqual(await store.find(alias), { kind: 'alias', of: found.uuid })
            const merged = (await store.changes(0, 20)).find(({ kind }) => kind === 'merged')
            assert.deepEqual([merged?.uuid, merged?.into], [alias, found.uuid])
            assert.equal((await writer.assignLeis(4)).joined, 0)
            assert.equal((await writer.save([courtless()], 5)).unchanged, 1)
          }
        }
      })

      it('leaves an entry alone that has two candidates, another suffix or another name', async () => {
        await writer.save([courtless(), registered('D2601V'), registered('D3304V')], 1)
        assert.equal((await writer.assignLeis(2)).joined, 0)
        assert.equal(await store.count(), 3)
        await writer.save(
          [{ ...registered('D3304V', 'Andere GmbH'), source: seenBy('2026-01-01', 'D3304V_HRB7') }],
          3,
        )
        assert.equal((await writer.assignLeis(4)).joined, 1)
        assert.equal(await store.count(), 2)
      })

      it('never joins two registered companies by an LEI that number and name gave to the wrong one', async () => {
        await writer.save([courtless(), registered('D2601V')], 1)
        assert.equal((await writer.assignLeis(2)).joined, 1)
        const right = { ...courtless(), ...registered('D3304V'), source: courtless().source }
        await writer.save([{ ...right, sameAs: [courtless().register] }], 3)
        assert.equal(await store.count(), 2)
      })

      it('compares the suffix of an entry without a court by the rule of the court', async () => {
        await writer.save([courtless('B'), registered('D2601V')], 1)
        assert.equal((await writer.assignLeis(2)).joined, 0)
        await writer.save([registered('F1103R')], 3)
        assert.equal((await writer.assignLeis(4)).joined, 1)
      })

      it('takes the facts of the entry of the new court if both have the same date', async () => {
        const court = (code: string) => code as CourtCode
        const shared = { register: register(764, 'P2409') }
        const old = incomingCompany(764, {
          ...shared,
          court: court('P2409'),
          source: seenBy('2018-06-19', 'P2409_HRB764'),
        })
        const moved = incomingCompany(764, {
          ...shared,
          court: court('P2408'),
          source: seenBy('2018-06-19', 'P2408_P2409_HRB764'),
        })
        for (const batch of [
          [old, moved, old],
          [moved, old],
        ]) {
          await writer.save(batch, 1)
          assert.equal((await companyAt(companyUuid(shared.register))).court, 'P2408')
        }
      })

      it('lists neither the current name as a former one nor a name twice', async () => {
        await writer.save(
          [
            incomingCompany(1, {
              name: 'A',
              formerNames: [{ name: 'B', until: null }],
              source: seenBy('2017-01-01'),
            }),
          ],
          1,
        )
        await writer.save(
          [
            incomingCompany(1, {
              name: 'B',
              formerNames: [{ name: 'A', until: null }],
              source: seenBy('2018-01-01'),
            }),
          ],
          2,
        )
        assert.deepEqual((await companyAt(uuidOf(1))).formerNames, [{ name: 'A', until: '2017-01-01' }])
      })
    })

    describe('change log', () => {
      it('lists in order which companies were created, changed and removed, with the changed fields', async () => {
        await writer.save([incomingCompany(1), incomingCompany(2)], 10)
        await writer.save(
          [incomingCompany(1, { name: 'Neu GmbH', seat: 'Bonn', source: seenBy('2019-01-01') })],
          20,
        )
        await writer.save(
          [
            incomingCompany(1, {
              name: 'Neu GmbH',
              seat: 'Bonn',
              status: 'removed',
              source: seenBy('2020-01-01'),
            }),
          ],
          30,
        )
        assert.deepEqual(await store.changes(0, 10), [
          { sequence: 1, uuid: uuidOf(1), kind: 'created', atMs: 10, fields: [], into: null },
          { sequence: 2, uuid: uuidOf(2), kind: 'created', atMs: 10, fields: [], into: null },
          {
            sequence: 3,
            uuid: uuidOf(1),
            kind: 'changed',
            atMs: 20,
            fields: ['name', 'seat', 'former_names'],
            into: null,
          },
          { sequence: 4, uuid: uuidOf(1), kind: 'removed', atMs: 30, fields: ['status'], into: null },
        ])
        assert.equal(await store.lastSequence(), 4)
        assert.deepEqual(
          (await store.changes(1, 2)).map(({ sequence }) => sequence),
          [2, 3],
        )
        assert.deepEqual(await store.changes(4, 2), [])
        assert.equal((await companyAt(uuidOf(1))).updatedAtMs, 30)
      })

      it('keeps each company’s last old change and all recent changes, when shortened in slices of any size', async () => {
        const changes = fc.array(fc.record({ company: fc.integer({ min: 1, max: 4 }), atMs: fc.nat(9) }))
        const calls = fc.array(fc.record({ keptFromMs: fc.nat(12), most: fc.integer({ min: 1, max: 5 }) }))
        await fc.assert(
          fc.asyncProperty(changes, calls, async (steps, looks) => {
            await close()
            await open()
            for (const [year, { company, atMs }] of steps.entries()) {
              const source = seenBy(`${2000 + year}-01-01`)
              await writer.save([incomingCompany(company, { seat: `Ort ${year}`, source })], atMs)
            }
            const all = await store.changes(0, 100)
            let through = 0
            for (const { keptFromMs, most } of looks) {
              const ahead = all.slice(through, through + most)
              const young = ahead.findIndex(({ atMs }) => atMs >= keptFromMs)
              const looked = young < 0 ? ahead.length : young
              assert.equal(await writer.shortenChanges(keptFromMs, most), looked)
              through += looked
              const last = new Map(all.slice(0, through).map((change) => [change.uuid, change]))
              const kept = all.filter((change, i) => i >= through || last.get(change.uuid) === change)
              assert.deepEqual(await store.changes(0, 100), kept)
            }
            assert.equal(await store.lastSequence(), all.length)
          }),
          { numRuns: 50 },
        )
      })
    })

    describe('reading', () => {
      it('finds a company by its uuid in any case, and nothing for other texts', async () => {
        await writer.save([incomingCompany(1)], 1)
        assert.equal((await store.find(uuidOf(1).toUpperCase()))?.kind, 'company')
        for (const text of ['', 'x', `${uuidOf(1)}0`, uuidOf(2), uuidOf(1).replaceAll('-', '')]) {
          assert.equal(await store.find(text), undefined)
        }
      })

      it('returns several companies in the requested order without unknown ones', async () => {
        await writer.save([incomingCompany(1), incomingCompany(2), incomingCompany(3)], 1)
        const found = await store.findMany([uuidOf(3), 'nonsense', uuidOf(4), uuidOf(1), uuidOf(3)])
        assert.deepEqual(
          found.map((company) => company.uuid),
          [uuidOf(3), uuidOf(1), uuidOf(3)],
        )
      })

      it('returns every company once, in batches of the requested size', async () => {
        const batch = Array.from({ length: 25 }, (_, i) =>
          incomingCompany(i, { formerNames: i % 3 === 0 ? [{ name: `Alt ${i}`, until: null }] : [] }),
        )
        await writer.save(batch, 1)
        const batches = await Array.fromAsync(store.readAll(10))
        assert.deepEqual(
          batches.map((companies) => companies.length),
          [10, 10, 5],
        )
        for (const company of batches.flat()) assert.deepEqual(await companyAt(company.uuid), company)
        assert.equal(new Set(batches.flat().map(({ uuid }) => uuid)).size, 25)
      })

      it('returns the companies for an index in shares that together contain every company with its indexed fields', async () => {
        const number = { ...germanKey(incomingCompany(77).register), type: 'VR', suffix: 'B' } as const
        const leis = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56', '5299001ERX0K10IZUL40', ''] as Lei[]
        const batch = Array.from({ length: 25 }, (_, i) =>
          incomingCompany(i, {
            ...(i % 3 === 0 && {
              formerNames: [
                { name: `Alt ${i}`, until: null },
                { name: 'Älter', until: null },
              ],
            }),
            ...(i % 4 === 0 && {
              formerNumbers: [{ register: { ...number, digits: 500 + i }, until: null }],
            }),
            ...(i % 5 === 0 && { seat: 'Überlingen', court: number.court }),
            ...(i % 6 === 0 && elsewhere(i)),
            ...(i % 7 === 0 && { registeredOn: `19${10 + i}-02-03` }),
            ...(i % 8 === 0 && {
              events: [{ kind: 'documents_filed', date: '2018-02-03', source: SOURCE }],
              lei: {
                lei: leis[(i / 8) as 0 | 1 | 2]!,
                status: i === 0 ? 'ISSUED' : 'LAPSED',
                courtless: null,
              },
            }),
          }),
        )
        await writer.save(batch, 1)
        const [child = '' as Lei, parent = '' as Lei] = leis
        await writer.saveParents([{ child, parent, kind: 'direct', isValid: true, asOf: '2018-01-01' }], 2)
        const wanted = (await Array.fromAsync(store.readAll(10))).flat().map((company) => ({
          ...{ uuid: company.uuid.replaceAll('-', ''), name: company.name, register: company.register },
          ...{ court: company.court, status: company.status, form: company.form, seat: company.seat },
          formerNames: company.formerNames.map(({ name }) => ({ name })),
          otherNames: company.otherNames.map(({ name }) => ({ name })),
          formerNumbers: company.formerNumbers.map(({ register }) => ({ register })),
          sources: company.sources.map(({ asOf }) => ({ asOf })),
          leis: company.leis.map(({ lei, status }) => ({ lei, status })),
          events: company.events.map(({ kind }) => ({ kind })),
          ...{ subsidiaries: company.subsidiaries, registeredOn: company.registeredOn },
          address: company.address?.postcode ? { postcode: company.address.postcode } : null,
        }))
        for (const parts of [1, 2, 3, 40]) {
          const shares = await Array.fromAsync({ length: parts }, async (_, part) =>
            (await Array.fromAsync(store.forIndex(4, { part, of: parts }))).flat(),
          )
          const given = shares.flat().map((company) => ({ ...company, uuid: company.uuid.toLowerCase() }))
          assert.deepEqual(given, wanted)
          assert.equal(given.filter(({ subsidiaries }) => subsidiaries === 1).length, 1)
          assert.ok(shares.every((share) => share.length <= Math.ceil(25 / parts)))
        }
      })

      it('accepts writes while all companies are read', async () => {
        await writer.save([incomingCompany(1), incomingCompany(2)], 1)
        const sizes: number[] = []
        for await (const batch of store.readAll(1)) {
          if (sizes.length === 0) await writer.save([incomingCompany(3)], 2)
          sizes.push(batch.length)
        }
        assert.deepEqual(sizes, [1, 1, 1])
      })

      it('has no companies and is healthy before the first write', async () => {
        assert.equal(await store.count(), 0)
        assert.equal(await store.lastSequence(), 0)
        assert.deepEqual(await store.list({ sort: 'uuid', limit: 10 }), NOTHING)
        assert.deepEqual(await Array.fromAsync(store.readAll(10)), [])
        assert.deepEqual(await Array.fromAsync(store.forIndex(10)), [])
        assert.deepEqual(await store.sources(), [])
        assert.equal(await store.isHealthy(), true)
      })

      it('is not healthy after it is closed', async () => {
        const other = await place.openStore()
        await other.close()
        assert.equal(await other.isHealthy(), false)
      })
    })

    describe('suppressed companies', () => {
      const hide = (digits: number) =>
        writer.suppress({
          uuid: uuidOf(digits) as CompanyId,
          reason: 'a court said so',
          atMs: 50,
          actor: 'acc_op',
        })
      const shown = async () =>
        (await store.list({ sort: 'name', limit: 100 })).companies.map(({ name }) => name)

      beforeEach(async () => {
        const former = [{ register: register(77), until: null }]
        await writer.save(
          [incomingCompany(1), incomingCompany(2, { formerNumbers: former }), incomingCompany(3)],
          1,
        )
      })

      it('are returned by no reader, under none of their ids, from the moment of the suppression', async () => {
        assert.equal(await hide(2), true)
        assert.equal(await store.find(uuidOf(2)), undefined)
        assert.equal(await store.find(uuidOf(77)), undefined)
        assert.deepEqual(
          (await store.findMany([uuidOf(1), uuidOf(2)])).map(({ uuid }) => uuid),
          [uuidOf(1)],
        )
        assert.deepEqual(await shown(), ['Firma 1 GmbH', 'Firma 3 GmbH'])
        const inMunich = await store.list({ sort: '-updated_at', limit: 9, city: [foldWhole('München')] })
        assert.deepEqual(inMunich.companies.map(({ name }) => name).sort(), ['Firma 1 GmbH', 'Firma 3 GmbH'])
        assert.equal(await store.count(), 2)
        assert.deepEqual((await Array.fromAsync(store.readAll(1))).flat().length, 2)
        assert.deepEqual(
          (await Array.fromAsync(store.forIndex(1))).flat().map(({ name }) => name),
          ['Firma 1 GmbH', 'Firma 3 GmbH'],
        )
      })

      it('are in the change log, without fields, and in the list for operators', async () => {
        await hide(2)
        const { sequence: _sequence, ...change } = (await store.changes(3, 10))[0]!
        assert.deepEqual(change, { uuid: uuidOf(2), kind: 'suppressed', atMs: 50, fields: [], into: null })
        assert.deepEqual(await store.suppressions(), [
          { uuid: uuidOf(2), reason: 'a court said so', atMs: 50, actor: 'acc_op' },
        ])
      })

      it('stay suppressed when they are imported again, and their changes are not in the log', async () => {
        await hide(2)
        const sequence = await store.lastSequence()
        await writer.save([incomingCompany(2, { name: 'Neu GmbH', source: seenBy('2020-01-01') })], 60)
        assert.equal(await store.find(uuidOf(2)), undefined)
        assert.equal(await store.lastSequence(), sequence)
      })

      it('stay suppressed when another source tells them', async () => {
        await hide(2)
        const source = { ...seenBy('2026-01-01'), source: 'partners' as SourceId }
        await writer.save([incomingCompany(2, { name: 'Neu GmbH', source })], 60)
        assert.equal(await store.find(uuidOf(2)), undefined)
      })

      it('are returned again, with what was imported meanwhile, when the suppression is lifted', async () => {
        await hide(2)
        await writer.save([incomingCompany(2, { name: 'Neu GmbH', source: seenBy('2020-01-01') })], 60)
        assert.equal(await writer.lift(uuidOf(2), 70), true)
        assert.equal((await companyAt(uuidOf(2))).name, 'Neu GmbH')
        assert.deepEqual(await store.suppressions(), [])
        const last = (await store.changes((await store.lastSequence()) - 1, 1))[0]!
        assert.deepEqual([last.uuid, last.kind, last.atMs], [uuidOf(2), 'changed', 70])
      })

      it('are suppressed once; an unknown company can be neither suppressed nor lifted', async () => {
        assert.equal(await hide(2), true)
        assert.equal(await hide(2), false)
        assert.equal(await hide(9), false)
        assert.equal(await writer.lift(uuidOf(1), 1), false)
        assert.equal(await writer.lift('no uuid', 1), false)
        assert.equal(await store.lastSequence(), 4)
      })
    })

    describe('journal of imports', () => {
      it('lists the imports with their results, the last one first', async () => {
        const first = await writer.beginImport(['a.bz2', 'b.bz2'], 10)
        const wrong = {
          reasons: { name_missing: 2, broken_json: 1 },
          rejects: '/data/rejects/a.jsonl',
          faults: [{ file: 'b.bz2', reason: 'truncated', line: 4, byte: 900 }],
        } as const
        await writer.endImport(first, {
          ...{ state: 'done', counts: { rows: 5 }, said: '', endedAtMs: 20 },
          ...wrong,
        })
        const second = await writer.beginImport(['c.bz2'], 30)
        const [open, done] = await store.imports(9)
        assert.deepEqual(open, {
          ...{ number: second, startedAtMs: 30, endedAtMs: undefined, files: ['c.bz2'] },
          ...{ counts: {}, state: 'running', said: '', reasons: {}, rejects: null, faults: [] },
        })
        assert.deepEqual(done, {
          ...{ number: first, startedAtMs: 10, endedAtMs: 20, files: ['a.bz2', 'b.bz2'] },
          ...{ counts: { rows: 5 }, state: 'done', said: '', ...wrong },
        })
        assert.deepEqual(await store.imports(1), [open])
      })

      it('marks an unfinished import as stopped when the next writer opens', afterWriter, async () => {
        await writer.beginImport(['a.bz2'], 10)
        await writer.close()
        writer = await place.openWriter()
        assert.deepEqual(
          (await store.imports(9)).map(({ state }) => state),
          ['stopped'],
        )
      })
    })

    describe('sources', () => {
      it('returns the number of entries of a source and its oldest date', async () => {
        const notice = { source: SOURCE, title: 'T', licence: 'L', attribution: 'A' }
        await writer.noteSource(notice)
        await writer.beginBulk()
        await writer.save([incomingCompany(1, { source: seenBy('2018-03-04') }), incomingCompany(2)], 1)
        await writer.endBulk()
        assert.deepEqual(await store.sources(), [{ ...notice, rows: 2, asOf: '2018-03-04' }])
        await writer.noteSource({ ...notice, title: 'New' })
        assert.deepEqual(await store.sources(), [{ ...notice, title: 'New', rows: 2, asOf: '2018-03-04' }])
      })
    })

    describe('listing', () => {
      it('lists every order without repeating or missing a company, equal to a naive sort and filter', async () => {
        const courts = ['D2601V', 'F1103R', 'K1101R'] as CourtCode[]
        const batch = Array.from({ length: 120 }, (_, i) =>
          incomingCompany(i, {
            name: `${['Äpfel', 'Aepfel', 'Birnen', 'Zwetschgen & Söhne'][i % 4]} ${i % 6} GmbH`,
            ...(i % 11 === 0 ? elsewhere(i) : { court: courts[i % 3]! }),
            status: i % 5 === 0 ? 'removed' : 'active',
            form: (i % 2 === 0 ? 'GmbH' : 'KG') as FormCode,
            seat: ['München', 'Muenchen', 'Köln'][i % 3]!,
            address: i % 7 === 0 ? null : { text: 'x', postcode: `5000${i % 3}`, city: 'x' },
            registeredOn: i % 4 === 0 ? null : `20${10 + (i % 10)}-01-01`,
          }),
        )
        for (let i = 0; i < batch.length; i += 10) await writer.save(batch.slice(i, i + 10), 1000 + (i % 30))
        const all = (await Array.fromAsync(store.readAll(1000))).flat()
        await fc.assert(
          fc.asyncProperty(questions, async (question) => {
            assert.deepEqual(await walk(question), naiveList(all, question))
          }),
          { numRuns: 200 },
        )
      })

      it('continues at the right position when companies are added before and after it', async () => {
        await writer.save(
          [2, 4, 6].map((n) => incomingCompany(n, { name: `N${n}` })),
          1,
        )
        const first = await store.list({ sort: 'name', limit: 2 })
        await writer.save(
          [1, 5, 7].map((n) => incomingCompany(n, { name: `N${n}` })),
          2,
        )
        const second = await store.list({ sort: 'name', limit: 10, after: first.next! })
        assert.deepEqual(
          [...first.companies, ...second.companies].map((company) => company.name),
          ['N2', 'N4', 'N5', 'N6', 'N7'],
        )
      })

      it(`examines at most ${LIST_ROWS_EXAMINED_MAX} rows for a page, and returns the next position if there are more`, async () => {
        const many = Array.from({ length: LIST_ROWS_EXAMINED_MAX + 1 }, (_, i) => incomingCompany(i))
        const last = many.reduce((a, b) =>
          uuidOf(germanKey(a.register).digits) > uuidOf(germanKey(b.register).digits) ? a : b,
        )
        await writer.beginBulk()
        await writer.save(many, 1)
        await writer.endBulk()
        await writer.save([{ ...last, seat: 'Ulm', source: { ...last.source, asOf: '2020-01-01' } }], 2)
        const question: ListQuestion = { sort: 'uuid', limit: 5, city: ['ulm'] }
        const first = await store.list(question)
        assert.deepEqual(first.companies, [])
        const second = await store.list({ ...question, after: first.next! })
        assert.equal(second.companies[0]?.uuid, uuidOf(germanKey(last.register).digits))
        assert.equal(second.next, undefined)
        // What changed last is known without looking at the rows.
        const later = { sort: 'uuid', limit: 5, city: ['berlin'] } as const
        assert.notEqual((await store.list({ ...later, updatedSinceMs: 2 })).next, undefined)
        assert.deepEqual(await store.list({ ...later, updatedSinceMs: 3 }), NOTHING)
        // Several readings that are one page together look at no more rows than one.
        const parts = [8000, 8000, 4000]
        const all: ListQuestion = { sort: 'uuid', limit: 8000, status: ['active'] }
        let part = await store.list(all)
        const end = part.end!
        for (const rows of parts) {
          assert.equal(part.companies.length, rows)
          part = await store.list({ ...all, after: part.next!, end })
        }
        assert.deepEqual(part, { companies: [], next: end, end })
        // Without the very first company the last one is the 20,000th, just inside.
        const [head] = (await store.list({ sort: 'uuid', limit: 1 })).companies
        const inside = await store.list({ ...question, after: { value: head!.uuid, uuid: head!.uuid } })
        assert.equal(inside.companies.length, 1)
      })

      it('ends a list of the newest at the first company that is too old', async () => {
        await writer.save([incomingCompany(1), incomingCompany(2)], 100)
        await writer.save([incomingCompany(3)], 200)
        const page = await store.list({ sort: '-updated_at', limit: 10, updatedSinceMs: 200 })
        assert.deepEqual(
          page.companies.map((company) => company.uuid),
          [uuidOf(3)],
        )
        assert.equal(page.next, undefined)
      })

      async function walk(question: ListQuestion): Promise<string[]> {
        const uuids: string[] = []
        let page = await store.list(question)
        uuids.push(...page.companies.map(({ uuid }) => uuid))
        while (page.next !== undefined) {
          page = await store.list({ ...question, after: page.next })
          uuids.push(...page.companies.map(({ uuid }) => uuid))
        }
        return uuids
      }
    })

    describe('a bulk import', () => {
      it('can be read while it runs', async () => {
        const read = async () => ({
          found: (await store.find(uuidOf(1)))?.kind,
          listed: await Array.fromAsync(
            ['uuid', 'name', '-updated_at'] as const,
            async (sort) => (await store.list({ sort, limit: 10, status: ['active'] })).companies.length,
          ),
        })
        assert.deepEqual(await read(), { found: undefined, listed: [0, 0, 0] })
        await writer.beginBulk()
        await writer.save([incomingCompany(1), incomingCompany(2)], 1)
        assert.deepEqual(await read(), { found: 'company', listed: [2, 2, 2] })
        await writer.endBulk()
        assert.deepEqual(await read(), { found: 'company', listed: [2, 2, 2] })
      })

      it('leaves a store that lists in every order, even if it was interrupted', afterWriter, async () => {
        await writer.beginBulk()
        await writer.save([incomingCompany(2, { name: 'B' }), incomingCompany(1, { name: 'A' })], 1)
        await writer.close()
        writer = await place.openWriter()
        for (const sort of ['uuid', 'name', '-updated_at'] as const) {
          assert.equal((await store.list({ sort, limit: 10 })).companies.length, 2)
        }
        await writer.beginBulk()
        assert.partialDeepStrictEqual(await writer.save([incomingCompany(1, { name: 'A' })], 2), {
          created: 0,
          changed: 0,
          unchanged: 1,
        })
        await writer.endBulk()
        assert.equal((await store.list({ sort: 'name', limit: 1 })).companies[0]!.name, 'A')
      })
    })
  })
}

const some = <T>(...values: T[]) => fc.option(fc.subarray(values), { nil: undefined })

/** Complete by type, so that no filter goes without the comparison with the naive list. */
const FILTERS: { readonly [Name in keyof ListFilters]-?: fc.Arbitrary<ListFilters[Name] | undefined> } = {
  status: some('active' as const, 'removed' as const),
  legalForm: some('GmbH', 'KG', 'AG'),
  registerType: some('HRB', 'VR'),
  court: some('D2601V', 'F1103R'),
  city: some('muenchen', 'koeln'),
  state: some('DE-BY', 'DE-BE'),
  postcode: some('50000', '50001', '5', '6', '5000'),
  country: some('DE' as const, 'GB' as const),
  updatedSinceMs: fc.option(fc.integer({ min: 990, max: 1040 }), { nil: undefined }),
  registeredFrom: fc.option(fc.constantFrom('2012-01-01', '2015-06-01'), { nil: undefined }),
  registeredTo: fc.option(fc.constantFrom('2014-01-01', '2018-06-01'), { nil: undefined }),
}

const questions: fc.Arbitrary<ListQuestion> = fc
  .record({
    sort: fc.constantFrom<ListSort>('uuid', 'name', '-updated_at'),
    limit: fc.integer({ min: 1, max: 40 }),
    ...FILTERS,
  })
  .map((record) => {
    const present = Object.entries(record).filter(([, value]) => value !== undefined)
    return Object.fromEntries(present) as never as ListQuestion
  })

/** The whole answer, by filtering and sorting everything. */
function naiveList(all: readonly Company[], question: ListQuestion): string[] {
  const isIn = (values: readonly string[] | undefined, value: string | undefined | null): boolean =>
    values === undefined || values.includes(value ?? '-')
  const found = all.filter(
    (company) =>
      isIn(question.status, company.status) &&
      isIn(question.legalForm, company.form) &&
      isIn(question.registerType, company.register.type) &&
      isIn(question.court, company.court) &&
      isIn(question.city, foldWhole(company.seat)) &&
      isIn(question.state, stateOfCourt(company.court)) &&
      isIn(question.country, company.register.country) &&
      (question.postcode?.some((start) => company.address?.postcode?.startsWith(start)) ?? true) &&
      company.updatedAtMs >= (question.updatedSinceMs ?? 0) &&
      (question.registeredFrom === undefined || (company.registeredOn ?? '') >= question.registeredFrom) &&
      (question.registeredTo === undefined || (company.registeredOn ?? '9') <= question.registeredTo),
  )
  const value = (company: Company): string | number =>
    ({ uuid: '', name: foldWhole(company.name), '-updated_at': -company.updatedAtMs })[question.sort]
  return found
    .sort((a, b) => {
      const [x, y] = [value(a), value(b)]
      return x < y ? -1 : x > y ? 1 : a.uuid < b.uuid ? -1 : 1
    })
    .map(({ uuid }) => uuid)
}
