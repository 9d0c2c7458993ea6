/** The mark of a data folder into which data are migrated: until that is complete, nothing else may use its databases. */
import { closeSync, existsSync, fsyncSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { touchFile } from '../../system/private-file.ts'
import { syncFolder } from '../../system/sync-folder.ts'

const MARK_NAME = 'migration-unfinished'

/** What to do about a database of such a folder: completes a sentence that begins with its path. */
export const UNFINISHED = `cannot be used: a migration into its folder was not completed. Run \`firmensuche migrate\` again, or delete ${MARK_NAME}, accounts.sqlite, companies.sqlite and counters.sqlite there.`

/** Returns whether the folder has the mark. */
export function isMigrationUnfinished(folder: string): boolean {
  return existsSync(join(folder, MARK_NAME))
}

/** Sets the mark; it survives a power failure. */
export function markMigration(folder: string): void {
  const mark = touchFile(join(folder, MARK_NAME))
  fsyncSync(mark)
  closeSync(mark)
  syncFolder(folder)
}

/** Removes the mark. */
export function unmarkMigration(folder: string): void {
  rmSync(join(folder, MARK_NAME))
  syncFolder(folder)
}
