/** Lists that are matched in the background, as they go over the wire. */
import type { CustomerRow, MatchResult } from './types.ts'

/** The formats of a list that is sent as a file. */
export type ListFormat = 'csv' | 'tsv' | 'ndjson' | 'xlsx'
/** The formats of a result. */
export type ResultFormat = 'csv' | 'ndjson' | 'xlsx'

/** A row of a list: with a name, a register number, or both. Other fields come back in the result. */
export interface MatchListRow extends Omit<CustomerRow, 'deep'> {
  readonly [field: string]: unknown
}

/** A list to match: rows, or a file, for example a `Blob` of `fs.openAsBlob`. */
export type MatchList =
  | { readonly rows: readonly MatchListRow[] }
  | { readonly file: Blob | Uint8Array | string; readonly format: ListFormat }

/** How a list is read and searched. */
export interface MatchListOptions {
  /** The columns of a file: header, or number from 1. Those that are not named are recognised. */
  readonly name?: string | undefined
  readonly city?: string | undefined
  readonly number?: string | undefined
  /** `false`: the first row of the file is a row, too. */
  readonly header?: boolean | undefined
  readonly deep?: boolean | undefined
  /** Comes back. */
  readonly filename?: string | undefined
}

/** A list that is matched in the background. */
export interface MatchJob {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  readonly filename: string
  readonly deep: boolean
  readonly rows: number
  /** Rows that have been matched. */
  readonly done: number
  /** Those rows by state. */
  readonly counts: Readonly<Record<MatchResult['state'], number>>
  readonly columns: {
    readonly name: readonly string[]
    readonly city: readonly string[]
    readonly number: readonly string[]
  }
  readonly created_at: string
  readonly ended_at: string | null
  /** It is deleted then, with list and result. */
  readonly expires_at: string
  /** Only with `failed`. */
  readonly error?: string | undefined
}
