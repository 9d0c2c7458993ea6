import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { incomingCompany, seenBy } from '../../../test/fixtures/incoming-companies.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { Company, CompanyId, SourceId } from './company.ts'
import type { IncomingCompany } from './company-writer.ts'
import { inOrderOfNames, inOrderOfNumbers } from './history.ts'
import { mergeCompany, mergeRecords, newCompany } from './merge-company.ts'
import { shownOtherNames } from './merge-names.ts'

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
function first(incoming: IncomingCompany): Company {
  const formerNames = inOrderOfNames(incoming.formerNames)
  const formerNumbers = inOrderOfNumbers(incoming.formerNumbers)
  return newCompany({ ...incoming, formerNames, formerNumbers }, 'u' as CompanyId, 1)
}

function all([one, ...others]: readonly IncomingCompany[]): Company {
  return others.reduce((company, incoming) => mergeCompany(company, incoming).company, first(one!))
}

const ADDRESS = { text: 'Gasse 1, 89073 Ulm', postcode: '89073', city: 'Ulm' }

/** The same entry from another source. */
function from(source: string, incoming: IncomingCompany): IncomingCompany {
  return { ...incoming, source: { ...incoming.source, source: source as SourceId } }
}

const SOURCES = ['offeneregister', 'register-announcements', 'gleif', 'crm', 'another-list']

/** Entries of several sources, some on the same day, each with some of the facts. */
const shuffledSources = fc
  .uniqueArray(
    fc.record({
      source: fc.constantFrom(...SOURCES),
      day: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom('A', 'B', 'C'),
      seat: fc.constantFrom('', 'Ulm', 'Bonn'),
      status: fc.constantFrom('unknown' as const, 'active' as const, 'removed' as const),
      address: fc.constantFrom(null, ADDRESS),
      registeredOn: fc.constantFrom(null, '1999-01-01', '2001-01-01'),
      otherNames: fc.subarray(['A', 'C', 'D']),
    }),
    { minLength: 1, maxLength: 6, selector: ({ source, day }) => `${source} ${day}` },
  )
  .map((entries) =>
    entries.map(({ source, day, ...facts }) => from(source, look({ ...facts, asOf: `2018-01-0${day}` }))),
  )
  .chain((entries) =>
    fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
  )

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

  it('takes the newest name, the newest seat that is told, and every other name as a former name', () => {
    fc.assert(
      fc.property(shuffled, ([inOrder, mixed]) => {
        const company = all(mixed)
        const newest = inOrder.at(-1)!
        const told = inOrder.findLast(({ seat }) => seat !== '')
        assert.deepEqual([company.name, company.seat], [newest.name, told?.seat ?? ''])
        const names = inOrder.flatMap(({ name, formerNames }) => [
          name,
          ...formerNames.map((former) => former.name),
        ])
        assert.deepEqual(
          company.formerNames.map(({ name }) => name).sort(),
          [...new Set(names)].filter((name) => name !== newest.name).sort(),
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

  it('gives the same company for any order of sources of every kind', () => {
    fc.assert(
      fc.property(shuffledSources, ([inOrder, mixed]) => {
        assert.deepEqual(all(mixed), all(inOrder))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the same company when records are merged that were merged before, in any groups', () => {
    fc.assert(
      fc.property(shuffledSources, fc.nat(), ([inOrder, mixed], cut) => {
        const at = 1 + (cut % mixed.length)
        const [head, tail] = [mixed.slice(0, at), mixed.slice(at)]
        const company = tail.length === 0 ? all(head) : mergeRecords(all(head), all(tail))
        assert.deepEqual(company, all(inOrder))
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the name of another source as another name, and its replaced version as a former one', () => {
    const register = look({ asOf: '2018-01-01', name: 'Adler GmbH' })
    const gleif = from('gleif', look({ asOf: '2020-01-01', name: 'Eagle GmbH', otherNames: ['Aigle'] }))
    const later = from('gleif', look({ asOf: '2021-01-01', name: 'Eagle Holding GmbH' }))
    const company = all([gleif, register])
    assert.deepEqual([company.name, company.formerNames], ['Adler GmbH', []])
    assert.deepEqual(shownOtherNames(company), shownOtherNames(all([register, gleif])))
    assert.deepEqual(
      shownOtherNames(company).map(({ name, source }) => [name, source]),
      [
        ['Aigle', 'gleif'],
        ['Eagle GmbH', 'gleif'],
      ],
    )
    const { company: updated, changed } = mergeCompany(company, later)
    assert.deepEqual(changed, ['former_names', 'other_names'])
    assert.deepEqual(
      shownOtherNames(updated).map(({ name }) => name),
      ['Eagle Holding GmbH'],
    )
    assert.deepEqual(updated.formerNames, [{ name: 'Eagle GmbH', until: null }])
  })

  it('shows no name as another one that is the current or a former name', () => {
    const old = look({ asOf: '2018-01-01', name: 'Adler GmbH' })
    const renamed = look({ asOf: '2019-01-01', name: 'Falke GmbH' })
    const list = from('crm', look({ asOf: '2020-01-01', name: 'Adler GmbH', otherNames: ['Falke GmbH'] }))
    const company = all([list, old, renamed])
    assert.deepEqual(shownOtherNames(company), [])
    assert.deepEqual(company.formerNames, [{ name: 'Adler GmbH', until: '2018-01-01' }])
  })

  it('keeps a fact of the register when a later list of the operator tells another one', () => {
    const register = look({ asOf: '2018-01-01', seat: 'Ulm', status: 'active' })
    const list = from('crm', look({ asOf: '2026-01-01', name: 'B', seat: 'Bonn', address: ADDRESS }))
    const company = all([register, list])
    assert.deepEqual([company.name, company.seat, company.address], ['A', 'Ulm', ADDRESS])
    assert.equal(company.factSources.name?.source, register.source.source)
    assert.equal(company.factSources.address, undefined, 'the address is from the latest source')
    assert.deepEqual(company, all([list, register]))
  })

  it('keeps a fact that a later entry does not tell', () => {
    const told = look({ asOf: '2018-01-01', seat: 'Ulm', status: 'active', registeredOn: '1999-01-01' })
    const untold = look({ asOf: '2019-01-01', status: 'unknown' })
    const company = all([told, untold])
    assert.deepEqual([company.seat, company.status, company.registeredOn], ['Ulm', 'active', '1999-01-01'])
    assert.deepEqual(Object.keys(company.factSources).sort(), ['registered_on', 'seat', 'status'])
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
