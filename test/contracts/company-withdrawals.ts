/** The contract of every `CompanyWriter` about entries that are withdrawn. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Awaitable } from '../../src/core/awaitable.ts'
import type { Company, CompanyId, SourceId } from '../../src/core/company/company.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type {
  CompanyWriter,
  EntryKey,
  IncomingCompany,
  WithdrawnEntries,
} from '../../src/core/company/company-writer.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { CourtCode } from '../../src/names/reading/court.ts'
import type { Lei } from '../../src/names/reading/lei.ts'
import type { GermanKey } from '../../src/names/reading/register-number.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import type { CompanyPlace } from './company-store.ts'

const LEIS = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as Lei[]

function munich(digits: number): GermanKey {
  return { country: 'DE', court: 'D2601V' as CourtCode, type: 'HRB', digits, suffix: '' }
}

function entry(
  source: string,
  digits: number,
  change: Partial<IncomingCompany> = {},
  asOf = '2020-01-01',
): IncomingCompany {
  return incomingCompany(digits, {
    ...change,
    source: { source: source as SourceId, sourceKey: `${source}${digits}`, asOf },
  })
}

const name = fc.constantFrom('Adler GmbH', 'Falke GmbH', 'Storch AG')
const day = fc.integer({ min: 1, max: 5 }).map((d) => `2020-01-0${d}`)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

/** Entries of a register, GLEIF and a list about two companies, each in several versions. */
const entries = fc.array(
  fc
    .record({
      source: fc.constantFrom('offeneregister', 'register-announcements', 'gleif', 'partners'),
      ...{ digits: fc.integer({ min: 1, max: 2 }), day, name },
      seat: fc.constantFrom('', 'Ulm', 'Bonn'),
      status: fc.constantFrom('active' as const, 'liquidation' as const),
      formerName: optional(name),
      formerNumber: optional(fc.constantFrom(1, 2, 11, 12)),
      otherName: optional(name),
      event: optional(day),
      hasAddress: fc.boolean(),
    })
    .map((told) =>
      entry(
        told.source,
        told.digits,
        {
          ...{ name: told.name, seat: told.seat, status: told.status },
          formerNames:
            told.formerName === undefined || told.formerName === told.name
              ? []
              : [{ name: told.formerName, until: null }],
          formerNumbers:
            told.formerNumber === undefined ? [] : [{ register: munich(told.formerNumber), until: null }],
          ...(told.otherName !== undefined && { otherNames: [told.otherName] }),
          ...(told.event !== undefined && {
            events: [{ kind: 'announcement' as const, date: told.event, source: told.source as SourceId }],
          }),
          ...(told.source === 'gleif' && {
            lei: { lei: LEIS[told.digits - 1]!, status: 'ISSUED', courtless: null },
          }),
          ...(!told.hasAddress && { address: null }),
        },
        told.day,
      ),
    ),
  { minLength: 1, maxLength: 10 },
)

/** Withdraws in steps of two entries. */
async function withdraw(
  writer: CompanyWriter,
  noted: readonly EntryKey[],
  which: WithdrawnEntries,
  lastDay = '2030-01-01',
) {
  await writer.noteEntries(noted.map(({ source, sourceKey }) => ({ source, sourceKey, asOf: lastDay })))
  const found = await writer.findEntries(which)
  const result = { found, withdrawn: 0, deleted: 0 }
  for (;;) {
    const step = await writer.withdrawFound(2, 9)
    if (step === undefined) break
    result.withdrawn += step.withdrawn
    result.deleted += step.deleted
  }
  await writer.forgetNotes()
  return result
}

async function contentOf(store: CompanyStore) {
  const companies = (await Array.fromAsync(store.readAll(10))).flat()
  const content = companies.map(({ updatedAtMs: _, ...company }): Omit<Company, 'updatedAtMs'> => company)
  const aliases = await Promise.all([1, 2, 11, 12].map((digits) => store.find(companyUuid(munich(digits)))))
  return {
    companies: content.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)),
    aliases: aliases.map((found) => (found?.kind === 'alias' ? found.of : null)),
  }
}

/** `numRuns`: number of random lists of entries, each with two stores. */
export function companyWithdrawalContract(
  title: string,
  makePlace: () => Awaitable<CompanyPlace>,
  numRuns: number,
): void {
  describe(`entries that are withdrawn from ${title}`, () => {
    let place: CompanyPlace
    let writer: CompanyWriter
    let store: CompanyStore
    beforeEach(async () => {
      place = await makePlace()
      writer = await place.openWriter()
      store = await place.openStore()
    })
    afterEach(async () => {
      await store.close()
      await writer.close()
      await place.remove()
    })

    it('leave the companies as if they had never been stored, for any entries', async () => {
      await fc.assert(
        fc.asyncProperty(
          entries,
          fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
          async (all, isGone) => {
            const keys = [...new Set(all.map(({ source }) => source.sourceKey))].sort()
            const gone = new Set(keys.filter((_, i) => isGone[i % isGone.length]))
            const isWithdrawn = ({ source }: IncomingCompany) => gone.has(source.sourceKey)
            const [one, other] = [await makePlace(), await makePlace()]
            const [withdrawing, plain] = [await one.openWriter(), await other.openWriter()]
            for (const company of all) {
              await withdrawing.save([company], 1)
              if (!isWithdrawn(company)) await plain.save([company], 1)
            }
            await withdraw(
              withdrawing,
              all.filter(isWithdrawn).map(({ source }) => source),
              'noted',
            )
            const [shortened, wanted] = [await one.openStore(), await other.openStore()]
            const result = await contentOf(shortened)
            const expected = await contentOf(wanted)
            for (const closed of [shortened, wanted, withdrawing, plain]) await closed.close()
            for (const removed of [one, other]) await removed.remove()
            assert.deepEqual(result, expected)
          },
        ),
        { numRuns },
      )
    })

    it('are missing by id and in the index, and removed in the change log, if no other entry tells the company', async () => {
      const [first, second] = [entry('offeneregister', 1), entry('offeneregister', 2)]
      await writer.save([first, second], 1)
      const result = await withdraw(writer, [second.source], 'noted')
      assert.deepEqual(result, {
        found: [{ source: 'offeneregister', entries: 2, found: 1 }],
        ...{ withdrawn: 1, deleted: 1 },
      })
      const uuid = companyUuid(munich(2))
      assert.equal(await store.find(uuid), undefined)
      assert.equal(await store.count(), 1)
      assert.equal((await Array.fromAsync(store.forIndex(10))).flat().length, 1)
      const { sequence: _, ...last } = (await store.changes(0, 10)).at(-1)!
      assert.deepEqual(last, { uuid, kind: 'removed', atMs: 9, fields: [], into: null })
      await writer.save([second], 10)
      assert.equal((await store.find(uuid))?.kind, 'company')
      assert.equal((await store.changes(0, 10)).at(-1)?.kind, 'created')
    })

    it('are those that are not noted of a noted source, apart from those told on a later day', async () => {
      const old = [1, 2, 3].map((digits) => entry('partners', digits, {}, '2020-01-02'))
      await writer.save([...old, entry('partners', 4, {}, '2020-01-03'), entry('gleif', 5)], 1)
      const result = await withdraw(writer, [old[0]!.source], 'not_noted', '2020-01-02')
      assert.deepEqual(result.found, [{ source: 'partners', entries: 4, found: 2 }])
      assert.deepEqual([result.withdrawn, result.deleted], [2, 2])
      const left = (await Array.fromAsync(store.readAll(10))).flat()
      assert.deepEqual(left.map(({ sources }) => sources[0]?.sourceKey).sort(), [
        'gleif5',
        'partners1',
        'partners4',
      ])
    })

    it('leave companies joined that one of them joined', async () => {
      const partner = entry('partners', 1, { name: 'Adler Handel', sameAs: [munich(2)] })
      await writer.save(
        [entry('offeneregister', 1), entry('offeneregister', 2, { name: 'Falke GmbH' }), partner],
        1,
      )
      await withdraw(writer, [partner.source], 'noted')
      const found = await store.find(companyUuid(munich(2)))
      assert.deepEqual(found, { kind: 'alias', of: companyUuid(munich(1)) })
      const [company, ...others] = (await Array.fromAsync(store.readAll(10))).flat()
      assert.equal(others.length, 0)
      assert.deepEqual(
        company?.sources.map(({ sourceKey }) => sourceKey),
        ['offeneregister1', 'offeneregister2'],
      )
      assert.ok(!JSON.stringify(company).includes('Adler Handel'))
      await withdraw(writer, company!.sources, 'noted')
      assert.equal(await store.find(companyUuid(munich(1))), undefined)
      assert.equal(await store.find(companyUuid(munich(2))), undefined)
    })

    it('leave a company under the number of a withdrawn entry, which other companies still join', async () => {
      await writer.save([entry('offeneregister', 1), entry('offeneregister', 3, { name: 'Storch AG' })], 1)
      const partner = entry('partners', 2, { sameAs: [munich(1)] })
      await writer.save([partner], 2)
      await withdraw(writer, [partner.source], 'noted')
      const again = entry('gleif', 1, { sameAs: [munich(3)] })
      assert.partialDeepStrictEqual(await writer.save([again], 3), { changed: 1, joined: 1 })
      const [company, ...others] = (await Array.fromAsync(store.readAll(10))).flat()
      assert.equal(others.length, 0)
      assert.equal(company?.uuid, companyUuid(munich(2)))
      assert.deepEqual(
        company.sources.map(({ sourceKey }) => sourceKey),
        ['gleif1', 'offeneregister1', 'offeneregister3'],
      )
      for (const digits of [1, 3])
        assert.deepEqual(await store.find(companyUuid(munich(digits))), { kind: 'alias', of: company.uuid })
    })

    it('leave no trace in the log if the company is suppressed, which it stays', async () => {
      const one = entry('offeneregister', 1)
      const uuid = companyUuid(munich(1)) as CompanyId
      await writer.save([one], 1)
      await writer.suppress({ uuid, reason: 'r', actor: 'a', atMs: 2 })
      const before = await store.changes(0, 10)
      await withdraw(writer, [one.source], 'noted')
      assert.deepEqual(await store.changes(0, 10), before)
      await writer.save([one], 3)
      assert.equal(await store.find(uuid), undefined)
    })

    it('are forgotten with the notes', async () => {
      await writer.save([entry('partners', 1)], 1)
      await writer.noteEntries([entry('partners', 1).source])
      await writer.findEntries('noted')
      await writer.forgetNotes()
      await writer.noteEntries([entry('partners', 2).source])
      assert.deepEqual(await writer.findEntries('noted'), [{ source: 'partners', entries: 1, found: 0 }])
      assert.equal(await writer.withdrawFound(10, 9), undefined)
      assert.equal(await store.count(), 1)
    })
  })
}
