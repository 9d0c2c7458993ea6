/** The adapters of the commands `backup`, `restore` and `verify`. */

export { readBackup } from '../../adapters/backup/read-backup.ts'
export { type BackupContent, writeBackup } from '../../adapters/backup/write-backup.ts'
export { fixDatabases } from '../../adapters/sqlite/copy-databases.ts'
export {
  emptyRestoreFolder,
  removeNewFiles,
  replaceByRestored,
} from '../../adapters/sqlite/database/unfinished-restore.ts'
export { examineCopy, knownSchemas } from '../../adapters/sqlite/examine-copy.ts'
