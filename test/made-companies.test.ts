/** The companies that the benchmarks make (`bench/corpus`), made here of the sample in the repository. */
// Thorough: material of benchmarks, which no user runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MadeCompanies } from '../bench/corpus/made-companies.ts'
import type { Material } from '../bench/corpus/material.ts'
import { OffeneRegisterLines } from '../bench/corpus/offene-register-line.ts'
import { companiesOf } from '../bench/corpus/real-companies.ts'
import { RegisterNumbers } from '../bench/corpus/register-numbers.ts'
import { ShareCounter } from '../bench/corpus/shares.ts'
import { readOffeneRegister } from '../src/adapters/registers/offeneregister/offene-register.ts'
import { readEntry } from '../src/core/ingest/read-entry.ts'

const COMPANIES = 20_000
const SEED = 3

const material: Material = {
  companies: [...companiesOf('data/sample')].flat().filter((_, i) => i % 4 === 0),
  forenames: ['Hans', 'Peter', 'Anna', 'Klaus'],
  surnames: ['Müller', 'Schmidt', 'Schneider', 'Fischer', 'Weber', 'Meyer', 'Wagner', 'Becker'],
  cities: [{ text: 'Prösen', count: 5 }],
  streets: [{ text: 'Hauptstraße', count: 2 }],
  postcodes: [{ postcode: '80331', place: 'München' }],
}
const make = (seed: number, count: number, numbers?: RegisterNumbers) =>
  [...new MadeCompanies(material, seed, numbers).batches(count)].flat()

/** Beside the real ones. */
const made = make(SEED, COMPANIES, realNumbers())

function realNumbers(): RegisterNumbers {
  const numbers = new RegisterNumbers()
  for (const { register } of material.companies) numbers.use(register)
  return numbers
}

test('the same material and seed give the same companies, another seed gives others', () => {
  const [one, other] = [make(SEED, 300), make(SEED + 1, 300)]
  assert.deepEqual(make(SEED, 300), one)
  assert.notDeepEqual(one, other)
})

test('a larger corpus starts with the companies of a smaller one', () => {
  assert.deepEqual(make(SEED, 300, realNumbers()), made.slice(0, 300))
})

test('every generated company has a unique register number and uuid, real companies included', () => {
  const uuids = [...material.companies, ...made].map(({ uuid }) => uuid)
  assert.equal(new Set(uuids).size, uuids.length)
})

test('a generated company written as a line of OffeneRegister is read back as the same company', () => {
  const lines = new OffeneRegisterLines(material, SEED)
  let otherForms = 0
  made.forEach((company, i) => {
    const entry = readOffeneRegister(lines.lineOf(company, i))
    assert.ok(typeof entry !== 'string', String(entry))
    const read = readEntry(entry)
    assert.ok(typeof read !== 'string', String(read))
    const { name, register, court, seat } = company
    assert.deepEqual(
      { name: read.name, register: read.register, court: read.court, seat: read.seat },
      { name, register, court, seat },
    )
    assert.deepEqual(
      read.formerNames.map((former) => former.name).sort(),
      company.formerNames.map((former) => former.name).sort(),
    )
    if (read.form !== company.form) otherForms++
  })
  assert.ok(otherForms / COMPANIES < 0.005, `${otherForms} of ${COMPANIES} have another form`)
})

test('generated companies have the same distributions as their real source', () => {
  const counters = [material.companies, made].map((companies) => {
    const counter = new ShareCounter()
    for (const company of companies) counter.add(company)
    return counter.shares()
  })
  const [real, ofMade] = counters as [ReadonlyMap<string, number>, ReadonlyMap<string, number>]
  for (const [name, share] of real) {
    const isShare = /^(?:words \d|words {2}\d|type|status|form|state|former|with|suffix)/.test(name)
    const difference = Math.abs((ofMade.get(name) ?? 0) - share)
    if (isShare) assert.ok(difference < 0.015, `${name}: ${share}, made ${ofMade.get(name)}`)
  }
  const isNear = (name: string, partsOff: number) => {
    const [a, b] = [real.get(name) as number, ofMade.get(name) as number]
    assert.ok(Math.abs(a - b) <= a * partsOff, `${name}: ${a}, made ${b}`)
  }
  // With this small material, made names are 1.3 to 2.2 % longer, depending on the seed.
  isNear('length mean', 0.025)
  isNear('words seen once', 0.1)
})

test('generated names contain new words at any size, and repeat earlier ones', () => {
  const counter = new ShareCounter()
  const sizes = [5000, 10_000, 20_000]
  const distinct = sizes.map((size, i) => {
    for (const company of made.slice(sizes[i - 1] ?? 0, size)) counter.add(company)
    return counter.words.size
  })
  const known = new ShareCounter()
  for (const company of material.companies) known.add(company)
  const newWords = [...counter.words].filter(([word]) => !known.words.has(word))
  const growth = Math.log2((distinct[2] as number) / (distinct[1] as number))
  assert.ok(growth > 0.5 && growth < 0.9, `distinct words grow with the power ${growth}`)
  assert.ok(newWords.length > 1000)
  assert.ok(newWords.some(([, count]) => count > 2))
})
