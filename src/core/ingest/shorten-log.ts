/** Deletes old changes from the change log after an import. */
import { CHANGES_KEPT_MS } from '../company/company-store.ts'
import type { Needs } from '../ports.ts'

/** Old changes of the log read in one transaction. */
const SLICE_CHANGES = 10_000
/** Old changes that an import reads beyond the number that it added. */
export const EXTRA_CHANGES_READ = 50_000

/**
 * Deletes old changes in slices, each a short transaction. It reads more of them than this import `noted`, so
 * that the log does not grow for ever. An error here does not undo the import, whose rows are all stored by
 * now.
 *
 * @returns why they are still there; `undefined` if they were deleted.
 */
export async function shortenLog(
  { companyWriter, clock }: Needs<'companyWriter' | 'clock'>,
  noted: number,
): Promise<string | undefined> {
  const keptFromMs = clock.nowMs() - CHANGES_KEPT_MS
  try {
    for (let left = noted + EXTRA_CHANGES_READ; left > 0; left -= SLICE_CHANGES) {
      const most = Math.min(SLICE_CHANGES, left)
      if ((await companyWriter.shortenChanges(keptFromMs, most)) < most) break
    }
    return undefined
  } catch (error) {
    return `The change log could not be shortened: ${error instanceof Error ? error.message : error}`
  }
}
