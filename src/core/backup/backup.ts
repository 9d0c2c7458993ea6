/** A backup of a data folder: what its file says about itself, and why a file is refused. */

/** Version of the format. Raised when an older program could not restore the file any more. */
export const BACKUP_FORMAT = 1

/** The databases of a data folder. */
export type BackedUpDatabase = 'accounts' | 'companies' | 'counters'

/** One file of the data folder in a backup. */
export interface BackedUpFile {
  /** Name in the data folder. */
  readonly name: string
  readonly bytes: number
}

/** What a backup says about itself before its files. */
export interface BackupFacts {
  readonly format: number
  /** Version of the program that made it. */
  readonly version: string
  readonly madeAtMs: number
  /** Schema versions of the databases that it contains. */
  readonly schemas: Readonly<Partial<Record<BackedUpDatabase, number>>>
  /** Its files in their order. */
  readonly files: readonly BackedUpFile[]
}

/** A file of a backup with its checksum. */
export interface CheckedFile extends BackedUpFile {
  /** SHA-256 in hex. */
  readonly sha256: string
}

/** A backup that was read, or written, to its end. */
export interface WholeBackup {
  readonly facts: BackupFacts
  readonly files: readonly CheckedFile[]
  /** Size of the backup itself. */
  readonly bytes: number
}

/** A backup that was made. */
export interface MadeBackup extends WholeBackup {
  /** Paths of incomplete files that interrupted backups with this output have left, or others are writing. */
  readonly left: readonly string[]
}

/** What was found in a database of a backup. */
export interface DatabaseContent {
  readonly database: BackedUpDatabase
  readonly schema: number
  /** Rows of the main tables by their names: `companies`, `accounts`. */
  readonly rows: Readonly<Record<string, number>>
}

/** How the databases of a backup are checked: by SQLite's `quick_check`, by its `integrity_check`, or not at all. */
export type DatabaseCheck = 'quick' | 'full' | 'none'

/** Says how much is done: bytes of all files of the backup. */
export type ReportBytes = (
  step: 'copying' | 'writing' | 'reading' | 'checking',
  done: number,
  total: number,
) => void

/** A file that cannot be restored. The message is a sentence for people; nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}
