/** The choice of the documents that match most of a query by weight. */

/** More than any number of a document: 134 million, with which an index takes 28 GB. */
const DOCUMENTS_UNIT = 2 ** 27
/** Smallest difference by which weights are told apart. */
const WEIGHT_UNIT = 2 ** -10

/**
 * Returns the documents with the highest weights, at most `most`; `weights[i]`: that of `documents[i]`; of equal weights the
 * lowest numbers, which come first by rank. Weights that differ by less than `unit` may count as equal; all must be below 2^26 units.
 */
export function heaviest(
  documents: readonly number[],
  most: number,
  weights: readonly number[],
  unit = WEIGHT_UNIT,
): readonly number[] {
  if (documents.length <= most) return documents
  const keys = new Float64Array(documents.length)
  for (let i = 0; i < documents.length; i++) {
    const steps = Math.round((weights[i] as number) / unit)
    keys[i] = (documents[i] as number) - steps * DOCUMENTS_UNIT
  }
  keys.sort()
  return Array.from(keys.subarray(0, most), (key) => key - Math.floor(key / DOCUMENTS_UNIT) * DOCUMENTS_UNIT)
}
