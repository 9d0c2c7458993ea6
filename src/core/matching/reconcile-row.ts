/** Matching one row for a tool in which a person reviews the candidates, such as OpenRefine. */
import type { Needs } from '../ports.ts'
import { type CustomerRow, matchRow, type RowMatch } from './match-row.ts'

/** The result of a row, and whether it is that of a deep search. */
export interface ReconciledRow extends RowMatch {
  readonly deep: boolean
}

/**
 * Matches a row as a batch does, and if nothing is found, again with a deep search: a person can choose among
 * similar names. The result has the best `most` hits, and is that of a batch with the same `deep`.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function reconcileRow(
  needs: Needs<'index'>,
  row: Omit<CustomerRow, 'deep'>,
  most: number,
): Promise<ReconciledRow> {
  const match = await matchRow(needs, { ...row, deep: false }, most)
  if (match.state !== 'not_found') return { ...match, deep: false }
  return { ...(await matchRow(needs, { ...row, deep: true }, most)), deep: true }
}
