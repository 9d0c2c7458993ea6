/** A list that a client sent, before a job matches it. */
import type { AccountId } from '../identity/ids.ts'
import type { FoundColumns } from './match-columns.ts'

/** A list before it is matched. */
export interface ListPreview extends Pick<FoundColumns, 'columns' | 'certainty'> {
  /** Whether the first row is a row, not the header. */
  readonly hasNoHeader: boolean
  readonly header: readonly string[]
  /** The cells of the first rows, cut off. */
  readonly firstRows: readonly (readonly string[])[]
  readonly rowCount: number
}

/** A list to preview. */
export interface PreviewedList {
  /** The account that has sent it. */
  readonly account: AccountId
  /** The file that contains it, which only this server has. */
  readonly path: string
  /** `undefined`: decided by the first row, which is a header unless it looks like the row of a company. */
  readonly hasNoHeader: boolean | undefined
}
