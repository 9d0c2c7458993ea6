/** The choice of the documents that match most of a query by weight. */

/** More than any number of a document. */
const DOCUMENTS_UNIT = 2 ** 32
/** Smallest difference by which weights are told apart. */
const WEIGHT_UNIT = 2 ** -10

/**
 * Returns the documents with the highest weights, at most `most`; `weights[i]`: that of `documents[i]`; of equal weights the lowest numbers, which come first by
 * rank.
 */
export function heaviest(
  documents: readonly number[],
  most: number,
  weights: readonly number[],
): readonly number[] {
  if (documents.length <= most) return documents
  const keys = new Float64Array(documents.length)
  for (let i = 0; i < documents.length; i++) {
    const steps = Math.round((weights[i] as number) / WEIGHT_UNIT)
    keys[i] = (documents[i] as number) - steps * DOCUMENTS_UNIT
  }
  keys.sort()
  return Array.from(keys.subarray(0, most), (key) => key - Math.floor(key / DOCUMENTS_UNIT) * DOCUMENTS_UNIT)
}
