/** Why a register file could not be read, or not to its end. */
/** What can be wrong with a file as a whole. */
export const FILE_FAULTS = [
  'missing',
  'folder',
  'no_permission',
  'empty',
  'unknown_format',
  'truncated',
  'damaged',
  'unreadable',
] as const

export type FileFaultReason = (typeof FILE_FAULTS)[number]
