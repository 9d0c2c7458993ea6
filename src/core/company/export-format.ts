/** The formats in which companies are exported. */

/** `ndjson`: a JSON object per line; `ftm`: entities of FollowTheMoney, one per line. */
export const EXPORT_FORMATS = ['ndjson', 'csv', 'ftm'] as const
/** One of `EXPORT_FORMATS`. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
