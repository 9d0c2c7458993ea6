import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { incomingCompany, seenBy } from '../../../test/fixtures/incoming-companies.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { Company, CompanyId } from './company.ts'
import type { IncomingCompany } from './company-store.ts'
import { inOrderOfNames, inOrderOfNumbers } from './history.ts'
import { mergeCompany } from './merge-company.ts'

const COURT = 'D2601V' as CourtCode

function number(digits: number) {
  return { country: 'DE' as const, court: COURT, type: 'HRB' as const, digits, suffix: '' }
}

function look(change: Partial<IncomingCompany> & { asOf: string; sourceKey?: string }): IncomingCompany {
  const { asOf, sourceKey, ...facts } = change
  const plain = { name: 'A', statusWord: '', seat: '', address: null }
  return incomingCompany(1, { ...plain, ...facts, source: seenBy(asOf, sourceKey) })
}

/** As an import creates it: with history in its order. */
function first({ source, ...facts }: IncomingCompany): Company {
  const formerNames = inOrderOfNames(facts.formerNames)
  const formerNumbers = inOrderOfNumbers(facts.formerNumbers)
  return { ...facts, formerNames, formerNumbers, uuid: 'u' as CompanyId, sources: [source], updatedAtMs: 1 }
}

function all([one, ...others]: readonly IncomingCompany[]): Company {
  return others.reduce((company, incoming) => mergeCompany(company, incoming).company, first(one!))
}

/** Looks at one company: every one on a day of its own, by one of two entries. */
const looks = fc
  .array(
    fc.record({
      name: fc.constantFrom('A', 'B', 'C', 'D'),
      seat: fc.constantFrom('', 'Ulm'),
      sourceKey: fc.constantFrom('D2601V_HRB1', 'M1502_D2601V_HRB1'),
      formerNames: fc
        .subarray(['A', 'B', 'C', 'E', 'F'])
        .map((names) => names.map((name) => ({ name, until: null }))),
      formerNumbers: fc
        .subarray([7, 8, 9])
        .map((digits) => digits.map((n) => ({ register: number(n), until: null }))),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((records) =>
    records.map(({ formerNames, ...record }, i) =>
      look({
        ...record,
        formerNames: formerNames.filter(({ name }) => name !== record.name),
        asOf: `2018-01-0${i + 1}`,
      }),
    ),
  )

const shuffled = looks.chain((inOrder) =>
  fc.tuple(
    fc.constant(inOrder),
    fc.shuffledSubarray([...inOrder, ...inOrder], { minLength: inOrder.length * 2 }),
  ),
)

describe('merging imported states of a company', () => {
  it('gives the same facts, names and numbers for any order and repetition of the imported states', () => {
    fc.assert(
      fc.property(shuffled, ([inOrder, mixed]) => {
        assert.deepEqual(all(mixed), all(inOrder))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes the facts of the newest imported state, and every other name as a former name', () => {
    fc.assert(
      fc.property(shuffled, ([inOrder, mixed]) => {
        const company = all(mixed)
        const newest = inOrder.at(-1)!
        assert.deepEqual([company.name, company.seat], [newest.name, newest.seat])
        const told = inOrder.flatMap(({ name, formerNames }) => [
          name,
          ...formerNames.map((former) => former.name),
        ])
        assert.deepEqual(
          company.formerNames.map(({ name }) => name).sort(),
          [...new Set(told)].filter((name) => name !== newest.name).sort(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('names the changed fields, and none if the imported state contains nothing new', () => {
    const stored = first(look({ asOf: '2018-01-01' }))
    assert.deepEqual(mergeCompany(stored, look({ asOf: '2019-01-01' })).changed, [])
    for (const [change, fields] of [
      [{ name: 'B' }, ['name', 'former_names']],
      [{ seat: 'Ulm' }, ['seat']],
      [{ status: 'removed' }, ['status']],
      [{ statusWord: 'gone' }, ['status']],
      [{ form: 'KG' as FormCode }, ['legal_form']],
      [{ court: 'M1502' as CourtCode }, ['register_court']],
      [{ register: number(2) }, ['registration_number', 'former_numbers']],
      [{ address: { text: 'x', postcode: null, city: null } }, ['address']],
      [{ registeredOn: '2000-01-01' }, ['registered_on']],
      [{ formerNames: [{ name: 'B', until: null }] }, ['former_names']],
      [{ formerNumbers: [{ register: number(2), until: null }] }, ['former_numbers']],
    ] as const) {
      assert.deepEqual(mergeCompany(stored, look({ ...change, asOf: '2019-01-01' })).changed, fields)
    }
  })

  it('does not return to an older state of the same entry', () => {
    const company = all([
      look({ asOf: '2019-01-01', name: 'New' }),
      look({ asOf: '2018-01-01', name: 'Old' }),
    ])
    assert.equal(company.name, 'New')
    assert.equal(company.sources[0]!.asOf, '2019-01-01')
  })
})
