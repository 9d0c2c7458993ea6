/** Workbooks (XLSX) of matched lists: what they can contain, and the port that writes them. */

/** Media type of workbooks. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Most rows that Excel opens. */
export const WORKBOOK_ROWS_MAX = 1_048_576

/**
 * Yields the bytes of a workbook while its lines are read.
 *
 * @param lines Whole lines, one or more at a time, each a row as a JSON array of cells; the first one is the header.
 * @throws what the iteration throws.
 */
export type WriteWorkbook = (lines: AsyncIterable<string>) => AsyncIterable<Uint8Array>
