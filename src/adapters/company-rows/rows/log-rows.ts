/** Rows beside those of companies: sources, changes, suppressions and imports, and what they mean. */
import type { CompanyId, SourceId } from '../../../core/company/company.ts'
import type {
  Change,
  ImportEnd,
  ImportRecord,
  SourceSet,
  Suppression,
} from '../../../core/company/company-store.ts'

/** A row of `source_sets`. */
export interface SourceSetRow {
  readonly source: string
  readonly title: string
  readonly licence: string
  readonly attribution: string
  readonly entries: number
  readonly as_of: string
}

/** Converts a row to a data set. */
export function sourceSetOf({ source, entries, as_of, ...notice }: SourceSetRow): SourceSet {
  return { source: source as SourceId, ...notice, rows: entries, asOf: as_of }
}

/** A row of `changes`, without the uuids, which databases keep in different types. */
export interface ChangeRow {
  readonly sequence: number
  readonly kind: string
  readonly at_ms: number
  /** Names joined by commas. */
  readonly fields: string
}

/** Converts a row to a change. */
export function changeOf(row: ChangeRow, uuid: string, into: string | null): Change {
  return {
    sequence: row.sequence,
    uuid: uuid as CompanyId,
    kind: row.kind as Change['kind'],
    atMs: row.at_ms,
    fields: row.fields === '' ? [] : row.fields.split(','),
    into: into as CompanyId | null,
  }
}

/** A row of `suppressions`, without the uuid. */
export interface SuppressionRow {
  readonly reason: string
  readonly at_ms: number
  readonly actor: string
}

/** Converts a row to a suppression. */
export function suppressionOf({ reason, at_ms, actor }: SuppressionRow, uuid: string): Suppression {
  return { uuid: uuid as CompanyId, reason, atMs: at_ms, actor }
}

/** A row of `imports`; `files`, `counts` and `wrong` are JSON. */
export interface ImportRow {
  readonly number: number
  readonly started_at_ms: number
  readonly ended_at_ms: number | null
  readonly files: string
  readonly counts: string
  readonly state: string
  readonly said: string
  readonly wrong: string
}

/** The JSON of a row about rejected rows and files that could not be read. */
type Problems = Pick<ImportRecord, 'reasons' | 'rejects' | 'faults'>

const NO_PROBLEMS: Problems = { reasons: {}, rejects: null, faults: [] }

/** Converts a row to the record of an import. */
export function importRecordOf(row: ImportRow): ImportRecord {
  return {
    number: row.number,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    files: JSON.parse(row.files) as string[],
    counts: JSON.parse(row.counts) as Record<string, number>,
    state: row.state as ImportRecord['state'],
    said: row.said,
    ...NO_PROBLEMS,
    ...(JSON.parse(row.wrong) as Partial<Problems>),
  }
}

/** Returns the columns `ended_at_ms`, `state`, `counts`, `said` and `wrong` of an import that has ended. */
export function endColumns({
  state,
  counts,
  said,
  endedAtMs,
  reasons,
  rejects,
  faults,
}: ImportEnd): readonly (string | number | null)[] {
  const wrong: Problems = { reasons, rejects, faults }
  return [endedAtMs ?? null, state, JSON.stringify(counts), said, JSON.stringify(wrong)]
}
