/** What matching a list is told, reports and returns. */

import type { ListOptions } from './customer-list.ts'
import type { FoundColumns, NamedColumns } from './match-columns.ts'
import type { MatchProgress } from './match-list.ts'

/** A server whose API matches the rows. */
export interface RemoteServer {
  readonly url: URL
  readonly key: string
}

/** What to match, and how. */
export interface MatchPlan {
  /** The file of the list. */
  readonly file: string
  /** The file to write; `undefined` = standard output. */
  readonly output: string | undefined
  readonly list: ListOptions
  /** Columns that take the place of those that are recognised. */
  readonly named: NamedColumns
  readonly deep: boolean
  /** Whether CSV is written so that Excel opens it by a double click. */
  readonly forExcel: boolean
  /** Absent = the companies of the data folder. */
  readonly remote?: RemoteServer | undefined
}

/** What is reported while a list is matched. */
export type MatchStep =
  | {
      readonly step: 'columns'
      /** The names of the columns by field. */
      readonly columns: Readonly<Record<keyof FoundColumns['columns'], readonly string[]>>
      readonly certainty: FoundColumns['certainty']
      /** Rows that an earlier run wrote. */
      readonly rowsBefore: number
    }
  | ({ readonly step: 'matching'; readonly rowCount: number; readonly rowsBefore: number } & MatchProgress)
  | { readonly step: 'limited'; readonly waitMs: number }

/** The result of matching a list to its end. */
export interface MatchSummary extends MatchProgress {
  /** Rows that an earlier run wrote; they are not in `counts`. */
  readonly rowsBefore: number
}
