/** The contract of every `CompanyWriter` about the companies of LEIs: they follow from the entries, in any order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Awaitable } from '../../src/core/awaitable.ts'
import type { SourceId } from '../../src/core/company/company.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type { CompanyWriter, IncomingCompany } from '../../src/core/company/company-writer.ts'
import { leiKey } from '../../src/core/company/lei.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { CourtCode } from '../../src/names/reading/court.ts'
import type { Lei } from '../../src/names/reading/lei.ts'
import type { RegisterKey } from '../../src/names/reading/register-number.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import type { CompanyPlace } from './company-store.ts'

const LEIS = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as Lei[]
const COURTS = ['D2601V', 'D3304V'] as const
const NAMES = ['Ähre GmbH', 'ÄHRE GmbH', 'Öhre GmbH']

function german(court: (typeof COURTS)[number], digits = 7): RegisterKey {
  return { country: 'DE', court: court as CourtCode, type: 'HRB', digits, suffix: '' }
}

const sourceOf = (source: string, sourceKey: string, asOf: string) => ({
  source: source as SourceId,
  sourceKey,
  asOf,
})

/** An entry of a register with HRB 7 at this court. */
function registered(court: (typeof COURTS)[number], name: string, asOf = '2020-01-01'): IncomingCompany {
  const register = german(court)
  const source = sourceOf('offeneregister', `${court}_HRB7`, asOf)
  return incomingCompany(7, { name, register, court: court as CourtCode, source })
}

/** An entry of GLEIF: with HRB 7 of this court, or of one that is not known. */
function ofGleif(
  lei: Lei,
  name: string,
  court?: (typeof COURTS)[number],
  asOf = '2020-01-01',
): IncomingCompany {
  const shared = { name, source: sourceOf('gleif', lei, asOf), address: null }
  const own = leiKey(lei, 'DE')
  if (court === undefined) {
    const courtless = { type: 'HRB', digits: 7, suffix: '' } as const
    const change = { ...shared, register: own, court: '' as CourtCode }
    return incomingCompany(7, { ...change, lei: { lei, status: 'ISSUED', courtless } })
  }
  const change = { ...shared, register: german(court), court: court as CourtCode, sameAs: [own] }
  return incomingCompany(7, { ...change, lei: { lei, status: 'ISSUED', courtless: null } })
}

/** A row of a list with an LEI, and with HRB 7 of this court or without a number. */
function row(id: string, lei: Lei, name: string, court?: (typeof COURTS)[number]): IncomingCompany {
  const shared = { name, source: sourceOf('partners', id, '2020-02-02'), leiReference: lei }
  if (court !== undefined)
    return incomingCompany(7, { ...shared, register: german(court), court: court as CourtCode })
  const register = leiKey(lei, 'FR')
  const sameAs: readonly RegisterKey[] = [{ country: 'FR', type: 'list', source: 'partners', id }]
  return incomingCompany(7, { ...shared, register, court: '' as CourtCode, sameAs })
}

const court = fc.constantFrom(...COURTS)
const name = fc.constantFrom(...NAMES)
const lei = fc.constantFrom(...LEIS)
const day = fc.integer({ min: 1, max: 3 }).map((d) => `2020-01-0${d}`)

/** Entries of which several may concern one company; each entry of a source has one key, in versions of different days. */
const entries = fc
  .array(
    fc.oneof(
      fc.tuple(court, name, day).map((told) => registered(...told)),
      fc.tuple(lei, name, fc.option(court, { nil: undefined }), day).map((told) => ofGleif(...told)),
      fc
        .record({
          id: fc.constantFrom('1', '2', '3'),
          lei,
          name,
          court: fc.option(court, { nil: undefined }),
        })
        .map((told) => row(told.id, told.lei, told.name, told.court)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => {
    const keyOf = ({ source }: IncomingCompany) => `${source.source} ${source.sourceKey}`
    const numbers = new Map(all.map((one) => [keyOf(one), companyUuid(one.register)]))
    const versions = new Map(all.map((one) => [`${keyOf(one)} ${one.source.asOf}`, one]))
    // An entry that changes its number is two companies, which differ by what was imported last.
    return [...versions.values()].filter((one) => numbers.get(keyOf(one)) === companyUuid(one.register))
  })

async function textOf(store: CompanyStore): Promise<string> {
  const companies = (await Array.fromAsync(store.readAll(10))).flat()
  const aliases = await Promise.all(
    LEIS.map(async (one) => {
      const found = await store.find(companyUuid(leiKey(one, '')))
      return found?.kind === 'alias' ? found.of : null
    }),
  )
  const lines = companies.map((company) => JSON.stringify({ ...company, updatedAtMs: 0 }))
  return [...lines.sort(), ...aliases].join('\n')
}

/** Saves and assigns in steps, then withdraws; returns all companies as text. */
async function companiesAfter(
  makePlace: () => Awaitable<CompanyPlace>,
  steps: readonly (readonly IncomingCompany[])[],
  gone: readonly IncomingCompany[] = [],
): Promise<string> {
  const place = await makePlace()
  const writer = await place.openWriter()
  const store = await place.openStore()
  for (const step of steps) {
    await writer.save(step, 1)
    await writer.assignLeis(1)
  }
  if (gone.length > 0) await withdraw(writer, gone)
  const text = await textOf(store)
  await store.close()
  await writer.close()
  await place.remove()
  return text
}

async function withdraw(writer: CompanyWriter, gone: readonly IncomingCompany[]): Promise<void> {
  await writer.noteEntries(gone.map(({ source }) => source))
  await writer.findEntries('noted')
  while ((await writer.withdrawFound(2, 1)) !== undefined);
  await writer.forgetNotes()
  await writer.assignLeis(1)
}

/** `numRuns`: number of random lists of entries. */
export function companyLeisContract(
  title: string,
  makePlace: () => Awaitable<CompanyPlace>,
  numRuns: number,
): void {
  describe(`the companies of LEIs in ${title}`, () => {
    /** Runs steps in a new place; `uuids`: those of the stored companies, each with the number of its entries. */
    const stored = async (...steps: (readonly IncomingCompany[])[]) => {
      const lines = (await companiesAfter(makePlace, steps))
        .split('\n')
        .filter((line) => line.startsWith('{'))
      return Object.fromEntries(lines.map((line) => [JSON.parse(line).uuid, JSON.parse(line).sources.length]))
    }
    const munich = companyUuid(german('D2601V'))
    const hamburg = companyUuid(german('D3304V'))
    const [first, second] = LEIS as [Lei, Lei]
    const alone = companyUuid(leiKey(first, ''))

    it('do not depend on the order of entries, nor on how many are imported at once', async () => {
      const shuffled = entries.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray([...all], { minLength: all.length }),
          fc.integer({ min: 1, max: 4 }),
        ),
      )
      await fc.assert(
        fc.asyncProperty(shuffled, async ([all, other, size]) => {
          const steps = Array.from({ length: Math.ceil(other.length / size) }, (_, i) =>
            other.slice(i * size, (i + 1) * size),
          )
          assert.equal(await companiesAfter(makePlace, steps), await companiesAfter(makePlace, [all]))
        }),
        { numRuns },
      )
    })

    it('are those of the entries that are left when others were withdrawn', async () => {
      await fc.assert(
        fc.asyncProperty(
          entries,
          fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
          async (all, isGone) => {
            const keyOf = ({ source }: IncomingCompany) => `${source.source} ${source.sourceKey}`
            const keys = [...new Set(all.map(keyOf))]
            const gone = all.filter((one) => isGone[keys.indexOf(keyOf(one))])
            const left = all.filter((one) => !gone.includes(one))
            const wanted = await companiesAfter(makePlace, [left])
            assert.equal(await companiesAfter(makePlace, [all], gone), wanted)
          },
        ),
        { numRuns },
      )
    })

    it('are separate again when a second company with the number and the name is imported later', async () => {
      const first_ = [ofGleif(first, 'Ähre GmbH'), registered('D2601V', 'ÄHRE GmbH')]
      assert.deepEqual(await stored(first_), { [munich]: 2 })
      const all = await stored(first_, [registered('D3304V', 'Ähre GmbH')])
      assert.deepEqual(all, { [munich]: 1, [hamburg]: 1, [alone]: 1 })
    })

    it('are found by the LEI of a row without a number', async () => {
      assert.deepEqual(await stored([row('1', first, 'Adler')], [ofGleif(first, 'Ähre GmbH', 'D2601V')]), {
        [munich]: 2,
      })
      assert.deepEqual(await stored([row('1', first, 'Adler'), row('2', first, 'Adler')]), { [alone]: 2 })
      assert.deepEqual(await stored([row('1', first, 'Adler'), row('2', second, 'Adler')]), {
        [alone]: 1,
        [companyUuid(leiKey(second, ''))]: 1,
      })
    })

    it('are found by the number of a row with the LEI, if GLEIF tells none', async () => {
      const known = [ofGleif(first, 'Ähre GmbH'), row('1', first, 'Adler', 'D3304V')]
      assert.deepEqual(await stored(known), { [hamburg]: 2 })
      assert.deepEqual(await stored([...known, registered('D2601V', 'Ähre GmbH')]), {
        [hamburg]: 2,
        [munich]: 1,
      })
    })

    it('leave a row with the company of its number if that has another LEI, and count it', async () => {
      const place = await makePlace()
      const writer = await place.openWriter()
      await writer.save([row('1', first, 'Adler', 'D3304V')], 1)
      assert.deepEqual(await writer.assignLeis(1), { joined: 0, contradicted: 0 })
      await writer.save([ofGleif(first, 'Ähre GmbH', 'D2601V')], 1)
      assert.deepEqual(await writer.assignLeis(1), { joined: 0, contradicted: 1 })
      assert.deepEqual(await writer.assignLeis(1), { joined: 0, contradicted: 0 })
      await writer.close()
      await place.remove()
    })
  })
}
