/** Decides whether this version can restore a backup, from what it says about itself; checks its databases. */
import { basename, join } from 'node:path'
import {
  type BackedUpDatabase,
  type BackupFacts,
  BackupRefused,
  type DatabaseCheck,
  type DatabaseContent,
} from '../../core/backup/backup.ts'
import { Failure } from '../../core/failure.ts'
import { examineCopy, knownSchemas } from '../../server/compose/backup.ts'
import { backedUpNames, dataFiles } from '../../server/data-folder.ts'

/** @throws {BackupRefused} if a database has a newer schema, or there is a file that no data folder has. */
export function refuseNewer({ schemas, version, files }: BackupFacts, name: string): void {
  const known = knownSchemas()
  for (const [database, schema] of Object.entries(schemas) as [BackedUpDatabase, number][]) {
    if (schema <= known[database]) continue
    throw new BackupRefused(
      `${name} was made by a newer version of firmensuche (${version}; schema version ${schema} of ${database}, this version knows ${known[database]}). Restore it with that version.`,
    )
  }
  const names = backedUpNames()
  const unknown = files.find((file) => !names.includes(file.name))
  if (unknown !== undefined)
    throw new BackupRefused(
      `${name} contains ${unknown.name}, which this version of firmensuche does not know.`,
    )
}

/**
 * Checks the databases of a backup that was read into a folder.
 *
 * @throws {BackupRefused} if SQLite finds one of them damaged, or cannot open it.
 */
export function examineDatabases(
  folder: string,
  { schemas }: BackupFacts,
  name: string,
  check: DatabaseCheck,
): readonly DatabaseContent[] {
  const databases = Object.keys(schemas) as BackedUpDatabase[]
  return databases.map((database) => {
    const path = join(folder, basename(dataFiles('.')[database]))
    const found = examined(database, path, name, check)
    if (!('fault' in found)) return found
    throw new BackupRefused(
      `${name} is complete, but its database ${database} was damaged when the backup was made (${found.fault}). Use an older backup.`,
    )
  })
}

function examined(database: BackedUpDatabase, path: string, name: string, check: DatabaseCheck) {
  try {
    return examineCopy(database, path, check)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new BackupRefused(
      `${name} is complete, but its database ${database} cannot be used: ${error.message}`,
    )
  }
}
