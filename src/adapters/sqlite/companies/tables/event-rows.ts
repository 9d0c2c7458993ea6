/** The table of the events of companies. */
import type { SourceId } from '../../../../core/company/company.ts'
import type { CompanyEvent, EventKind } from '../../../../core/company/company-event.ts'

/** Creates the table; the position is that of `mergeEvents`. */
export const EVENTS_TABLE = `
  CREATE TABLE company_events (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    date TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (company_id, position)
  ) WITHOUT ROWID;
`

/** A row of `company_events`. */
export interface EventRow {
  readonly company_id: number
  readonly kind: string
  readonly date: string
  readonly source: string
}

/** Converts a row to an event. */
export function eventOf({ kind, date, source }: EventRow): CompanyEvent {
  return { kind: kind as EventKind, date, source: source as SourceId }
}
