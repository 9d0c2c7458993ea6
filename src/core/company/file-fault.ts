/** Faults of a register file that cannot be read, or not to its end. */
/** All faults of a file as a whole. */
export const FILE_FAULTS = [
  'missing',
  'folder',
  'not_a_file',
  'no_permission',
  'empty',
  'unknown_format',
  'malformed',
  'bad_mapping',
  'truncated',
  'damaged',
  'unreadable',
  'archive_files',
  'archive_encrypted',
  'unpacks_too_large',
  'old_workbook',
  'binary',
  'foreign_database',
  'database_damaged',
  'no_space',
  'mapping_missing',
  'no_companies',
] as const

/** One of `FILE_FAULTS`. */
export type FileFaultReason = (typeof FILE_FAULTS)[number]
