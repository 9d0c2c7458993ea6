/** Adds the companies of a request to a watch list. */
import type { z } from 'zod'
import type { CompanyId } from '../../core/company/company.ts'
import type { FailureDetail } from '../../core/failure.ts'
import { findMerged, findWatched, type NamedCompany } from '../../core/watching/find-watched.ts'
import type { WatchId, WatchOwner } from '../../core/watching/watch.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import type { HttpNeeds } from '../request/route.ts'
import { type addedResult, watchedRow } from './watch-schemas.ts'

/** The list that companies are added to. */
export interface OwnList {
  readonly owner: WatchOwner
  readonly id: WatchId
}

type Results = z.input<typeof addedResult>

/** What is known of a row before companies are added: why none is, or the company. */
type RowResult = Results[number] | { readonly ref: string | null; readonly uuid: CompanyId }

type ReadRow =
  | { readonly ref: string | null; readonly named: NamedCompany }
  | { readonly ref: string | null; readonly details: readonly FailureDetail[] }

/**
 * Adds the companies that the rows name, and returns what became of each row. Rows that are invalid or name no company do
 * not affect the others. `charge` is called before anything is searched for, with the number of rows with a number.
 *
 * @throws {Failure} `conflict`, and adds none, if the list would have too many; `not_found` if the owner has no such list.
 */
export async function addWatched(
  needs: HttpNeeds,
  list: OwnList,
  sent: readonly unknown[],
  charge: (numbers: number) => Promise<void>,
): Promise<Results> {
  const rows = sent.map((_, place) => readRow(sent, place))
  const named = rows.flatMap((row) => ('named' in row ? [row.named] : []))
  await charge(named.filter((one) => 'number' in one).length)
  const sequence = await needs.companies.lastSequence()
  const found = await findWatched(needs, named)
  const places = found[Symbol.iterator]()
  const results = rows.map((row): RowResult => {
    if ('details' in row)
      return { ref: row.ref, state: 'invalid' as const, uuid: null, details: row.details.map(detailWire) }
    const one = places.next().value!
    return 'uuid' in one ? { ref: row.ref, uuid: one.uuid } : { ref: row.ref, state: one.fault, uuid: null }
  })
  const companies = results.flatMap((row) => ('state' in row ? [] : [row]))
  const states = await add(needs, list, companies, sequence)
  const added = states[Symbol.iterator]()
  return results.map((row) =>
    'state' in row ? row : { ref: row.ref, state: added.next().value!, uuid: row.uuid },
  )
}

function detailWire({ field, reason, allowed }: FailureDetail) {
  return { field, reason, ...(allowed && { allowed: [...allowed] }) }
}

/** Adds the companies; those that were merged since this change are followed. */
async function add(
  needs: HttpNeeds,
  list: OwnList,
  companies: readonly { readonly uuid: CompanyId; readonly ref: string | null }[],
  sequence: number,
) {
  if (companies.length === 0) return []
  const states = await needs.sendCommand('addToWatch', { ...list, companies })
  if ((await needs.companies.lastSequence()) !== sequence) {
    const moves = await findMerged(
      needs,
      companies.map(({ uuid }) => uuid),
    )
    if (moves.length > 0) await needs.sendCommand('followCompanies', { moves })
  }
  return states
}

function readRow(rows: readonly unknown[], place: number): ReadRow {
  const read = watchedRow.safeParse(rows[place])
  if (read.success) {
    const { uuid, registration_number: number, register_court: court, ref = null } = read.data
    if (uuid !== undefined) return { ref, named: { uuid } }
    return { ref, named: { number: number!, court } }
  }
  const issues = read.error.issues.map((issue) => ({ ...issue, path: [place, ...issue.path] }))
  const sent = rows[place]
  const ref = watchedRow.shape.ref.safeParse((sent as { ref?: unknown } | null)?.ref)
  return { ref: ref.data ?? null, details: faultsOf(issues, rows, pointerField) }
}
