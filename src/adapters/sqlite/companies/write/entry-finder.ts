/** Finds stored entries without changing anything: implements the port `EntryFinder`. */
import type { Synchronous } from '../../../../core/awaitable.ts'
import type { EntryFinder } from '../../../../core/company/company-writer.ts'
import { explained, openDatabase } from '../../database/open-database.ts'
import { findEntries, noteEntries } from './entry-notes.ts'

/**
 * Opens the companies file read-only, beside a server that has it open, too. The notes are in a temporary database.
 *
 * @throws {DatabaseUnusable} if it is missing, damaged or cannot be accessed.
 */
export function openEntryFinder(path: string): Synchronous<EntryFinder> {
  const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
  const withSentence = <Result>(step: () => Result): Result => {
    try {
      return step()
    } catch (error) {
      throw explained(path, error)
    }
  }
  return {
    noteEntries: (entries) => withSentence(() => noteEntries(db, entries)),
    findEntries: (which) => withSentence(() => findEntries(db, which)),
    close: () => {
      db.close()
    },
  }
}
