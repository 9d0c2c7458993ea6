/** The lock on the data folder, and the note that names the process that holds it. */
export { takeFolderLock } from '../../adapters/sqlite/database/folder-lock.ts'
export { completeRestore } from '../../adapters/sqlite/database/unfinished-restore.ts'
export {
  type OwnerNote,
  readOwnerNote,
  removeOwnerNote,
  writeOwnerNote,
} from '../../adapters/system/owner-note.ts'
