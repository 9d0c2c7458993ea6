/** Notes which entries are in the files of an import, to find the stored ones that are to be withdrawn. */
import type { CompanySource, SourceId } from '../company/company.ts'
import type { Row } from './entry-source.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The notes of an import that are not stored yet. */
export class EntryNotes {
  readonly #withdrawal: Withdrawal
  #notes: CompanySource[] = []
  /** Rows of which not even the id could be read. */
  unknownRows = 0
  /** Whether a row says that its entry is void. */
  hasVoidRows = false

  constructor(withdrawal: Withdrawal) {
    this.#withdrawal = withdrawal
  }

  get size(): number {
    return this.#notes.length
  }

  /** Notes the entry of a row, also of a rejected one, if entries are to be withdrawn, or that it is void. */
  add(row: Row, source: SourceId): void {
    const isVoid = 'reason' in row && row.isVoid === true
    if (this.#withdrawal === 'nothing' ? !isVoid : isVoid && this.#withdrawal === 'missing') return
    this.hasVoidRows ||= isVoid
    if ('entry' in row) this.#notes.push(row.entry)
    else if ('reason' in row && row.sourceKey !== undefined)
      this.#notes.push({ source, sourceKey: row.sourceKey, asOf: '' })
    else if ('reason' in row) this.unknownRows++
  }

  /** Returns the notes and forgets them. */
  take(): readonly CompanySource[] {
    const notes = this.#notes
    this.#notes = []
    return notes
  }
}
