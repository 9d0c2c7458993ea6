/** Puts whole companies together from their rows in several tables. */
import type { Company } from '../../../core/company/company.ts'
import {
  type CompanyRow,
  type CompanySourceRow,
  companyOf,
  type EventRow,
  eventOf,
  type FactSourceRow,
  type FormerNameRow,
  type FormerNumberRow,
  formerNameOf,
  formerNumberOf,
  type LeiRow,
  type OtherNameRow,
  otherNameOf,
  sourceOf,
} from '../rows/company-rows.ts'

/** The rows of some companies in the tables beside `companies`, those of each company in their order. */
export interface AnnexRows {
  readonly names: readonly FormerNameRow[]
  readonly numbers: readonly FormerNumberRow[]
  readonly otherNames: readonly OtherNameRow[]
  readonly events: readonly EventRow[]
  readonly sources: readonly CompanySourceRow[]
  readonly factSources: readonly FactSourceRow[]
  readonly leis: readonly LeiRow[]
}

/** Returns the companies of these rows, in the same order. */
export function wholeCompanies<Row extends CompanyRow>(
  rows: readonly Row[],
  uuidOf: (row: Row) => string,
  annexRows: AnnexRows,
): Company[] {
  const names = grouped(annexRows.names, formerNameOf)
  const numbers = grouped(annexRows.numbers, formerNumberOf)
  const otherNames = grouped(annexRows.otherNames, otherNameOf)
  const events = grouped(annexRows.events, eventOf)
  const sources = grouped(annexRows.sources, sourceOf)
  const factSources = grouped(annexRows.factSources, (row) => [row.fact, sourceOf(row)] as const)
  const leis = grouped(annexRows.leis, (row) => row)
  return rows.map((row) => {
    const facts = factSources.get(row.id)
    return companyOf(uuidOf(row), row, {
      names: names.get(row.id),
      numbers: numbers.get(row.id),
      otherNames: otherNames.get(row.id),
      events: events.get(row.id),
      sources: sources.get(row.id),
      leis: leis.get(row.id),
      factSources: facts && Object.fromEntries(facts),
    })
  })
}

function grouped<Row extends { company_id: number }, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) {
    const group = groups.get(row.company_id)
    if (group === undefined) groups.set(row.company_id, [read(row)])
    else group.push(read(row))
  }
  return groups
}
