/** The choice of the documents that match most of a query by weight. */

/** More than any number of a document. */
const DOCUMENTS_UNIT = 2 ** 32
/** Smallest difference by which weights are told apart. */
const WEIGHT_UNIT = 2 ** -10

/**
 * Returns the documents with the highest weights, at most `most`; of equal weights the lowest numbers, which come first by
 * rank.
 */
export function heaviest(
  documents: readonly number[],
  most: number,
  weightOf: (document: number) => number,
): readonly number[] {
  if (documents.length <= most) return documents
  const keys = Float64Array.from(documents, (document) => {
    const steps = Math.round(weightOf(document) / WEIGHT_UNIT)
    return document - steps * DOCUMENTS_UNIT
  })
  keys.sort()
  return Array.from(keys.subarray(0, most), (key) => key - Math.floor(key / DOCUMENTS_UNIT) * DOCUMENTS_UNIT)
}
