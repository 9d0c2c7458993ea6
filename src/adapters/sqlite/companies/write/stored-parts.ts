/** The parts of companies in tables of their own. */
import type { Company } from '../../../../core/company/company.ts'
import { registerColumns } from '../../../company-rows/rows/register-columns.ts'
import { PARTS, type Part } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'

/** Writes the parts of companies. */
export interface StoredParts {
  /** Inserts all parts of a new company. */
  insert(id: number, company: Company): void
  replace(part: Part, id: number, company: Company): void
  delete(id: number): void
}

type PartWriter = (id: number, company: Company) => void

/** Prepares the statements. */
export function storedParts(db: Database): StoredParts {
  const writers = partWriters(db)
  const deletions = new Map(
    PARTS.map((part) => [part, db.prepare(`DELETE FROM ${part} WHERE company_id = ?`)]),
  )
  return {
    insert(id, company) {
      for (const part of PARTS) writers[part](id, company)
    },
    replace(part, id, company) {
      deletions.get(part)!.run(id)
      writers[part](id, company)
    },
    delete(id) {
      for (const deletion of deletions.values()) deletion.run(id)
    },
  }
}

function partWriters(db: Database): Record<Part, PartWriter> {
  const name = db.prepare('INSERT INTO former_names (company_id, position, name, until) VALUES (?, ?, ?, ?)')
  const otherName = db.prepare(
    'INSERT INTO other_names (company_id, position, name, source, source_key, kind) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const event = db.prepare(
    'INSERT INTO company_events (company_id, position, kind, date, source) VALUES (?, ?, ?, ?, ?)',
  )
  const number = db.prepare(
    `INSERT INTO former_numbers (company_id, position, country, court, type, digits, suffix, until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const factSource = db.prepare(
    'INSERT INTO fact_sources (company_id, fact, source, source_key, as_of) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    former_names: (id, { formerNames }) =>
      formerNames.forEach((each, position) => void name.run(id, position, each.name, each.until)),
    former_numbers: (id, { formerNumbers }) =>
      formerNumbers.forEach(
        ({ register, until }, position) => void number.run(id, position, ...registerColumns(register), until),
      ),
    other_names: (id, { otherNames }) =>
      otherNames.forEach(
        (each, position) =>
          void otherName.run(id, position, each.name, each.source, each.sourceKey, each.kind),
      ),
    company_events: (id, { events }) =>
      events.forEach(({ kind, date, source }, position) => void event.run(id, position, kind, date, source)),
    fact_sources: (id, { factSources }) => {
      for (const [fact, { source, sourceKey, asOf }] of Object.entries(factSources))
        factSource.run(id, fact, source, sourceKey, asOf)
    },
  }
}
