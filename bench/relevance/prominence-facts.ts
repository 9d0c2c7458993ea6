/**
 * How much more often companies with a fact are known ones: what the points of the prominence were chosen by.
 *
 *     node bench/relevance/prominence-facts.ts <folder of *.jsonl.br> <announcements.tsv.gz> <names>
 *
 * `names`: of known companies, one a line. A company is known if it has one of them apart from its legal form;
 * of several with one name, each counts in part.
 */
import { readFileSync } from 'node:fs'
import { formPoints, prominenceParts } from '../../src/names/ranking/prominence.ts'
import type { FormCode } from '../../src/names/reading/legal-form.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import { type AnnouncedCompany, readAnnounced, withAnnouncements } from './announced-companies.ts'

const [folder, announcements, list] = process.argv.slice(2)
if (folder === undefined || announcements === undefined || list === undefined)
  throw new Error('Say the folder, the announcements and the list of names.')

const bareName = (name: string) => readName(name.toWellFormed()).words.join(' ')
const names = new Set(readFileSync(list, 'utf8').split('\n').map(bareName))
names.delete('')
const announced = await readAnnounced(announcements)
printAnnounced([...announced.values()])
printActive(withAnnouncements((filesMax) => companiesOf(folder, filesMax), announced)())

/** The number of announcements without announced removals. */
function countEvents({ events }: Pick<AnnouncedCompany, 'events'>): number {
  return events.filter(({ kind }) => kind !== 'removal_announced').length
}

function printAnnounced(companies: readonly AnnouncedCompany[]): void {
  const known = companies.filter(({ name }) => names.has(bareName(name)))
  const gmbh = companies.filter(({ form }) => form === ('GmbH' as FormCode))
  const has = (kind: string) => (company: AnnouncedCompany) =>
    company.events.some((event) => event.kind === kind)
  const facts: readonly (readonly [string, (company: AnnouncedCompany) => boolean])[] = [
    ['documents filed', has('documents_filed')],
    ['3 announcements and more', (company) => countEvents(company) >= 3],
    ['removal announced', has('removal_announced')],
  ]
  for (const [label, is] of facts) {
    const share = (all: readonly AnnouncedCompany[]) =>
      `${((all.filter(is).length / all.length) * 100).toFixed(1)} % of ${all.length}`
    console.log(`${label}: known ${share(known)}, all ${share(companies)}, GmbH ${share(gmbh)}`)
  }
}

function printActive(batches: Iterable<readonly IndexedCompany[]>): void {
  const counts = new Map<string, number>()
  const kindsOfName = new Map<string, string[]>()
  for (const batch of batches) {
    for (const company of batch.filter(({ status }) => status === 'active')) {
      const kind = kindOf(company)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const name = bareName(company.name)
      if (names.has(name)) kindsOfName.set(name, [...(kindsOfName.get(name) ?? []), kind])
    }
  }
  for (const [kind, count] of [...counts].sort()) {
    let known = 0
    for (const kinds of kindsOfName.values())
      known += kinds.filter((one) => one === kind).length / kinds.length
    console.log(`${kind}: ${count} companies, ${((known / count) * 10_000).toFixed(2)} in 10,000 are known`)
  }
}

/** Points of the form, and announcements. */
function kindOf(company: IndexedCompany): string {
  const value = prominenceParts(company).find(({ fact }) => fact === 'announcements')?.value
  return `form ${formPoints(company.form)}, announcements ${Math.min(3, Number(value ?? 0))}`
}
