/** Finds the fact that each column of a table holds, by its name and its values. Pure. */
import { type ColumnFact, factOfName } from '../../../core/ingest/column-names.ts'
import { factOfValues, fits } from './column-values.ts'

/** A column with the values of the first rows, without empty ones. */
export interface TableColumn {
  readonly name: string
  readonly values: readonly string[]
}

/** The columns of each fact, the best one first. */
export type PlacedColumns = ReadonlyMap<ColumnFact, readonly TableColumn[]>

/** Facts of which several columns are used. */
const SEVERAL: ReadonlySet<ColumnFact> = new Set(['former_names'])
/** Facts that the values of a column show better than a name such as `Nr`. */
const STRONGER_THAN_ID: ReadonlySet<ColumnFact> = new Set(['number', 'lei'])

interface Candidate {
  readonly column: TableColumn
  readonly fact: ColumnFact
  readonly rank: number
}

/** Rank of a fact that was found by values: behind every name. */
const BY_VALUES = 1000

/** Returns the columns of each fact. A column is used once; other columns of the same fact are left out. */
export function placeColumns(columns: readonly TableColumn[]): PlacedColumns {
  const candidates = columns.flatMap((column) => candidateOf(column) ?? [])
  const placed = new Map<ColumnFact, TableColumn[]>()
  for (const { fact, column } of candidates.toSorted((a, b) => a.rank - b.rank)) {
    const found = placed.get(fact) ?? []
    if (found.length === 0 || SEVERAL.has(fact)) placed.set(fact, [...found, column])
  }
  return placed
}

function candidateOf(column: TableColumn): Candidate | undefined {
  const { name, values } = column
  const [named, rank = BY_VALUES] = factOfName(name) ?? []
  const shown = factOfValues(values)
  const isShown = shown !== undefined && (named === undefined || !fits(named, values))
  if (isShown || (named === 'id' && shown !== undefined && STRONGER_THAN_ID.has(shown)))
    return { column, fact: shown as ColumnFact, rank: BY_VALUES }
  return named !== undefined && fits(named, values) ? { column, fact: named, rank } : undefined
}
