/**
 * Withdraws entries at the end of an import: those of a deletion list, or those that a complete snapshot does not
 * contain.
 */
import type { FoundEntries } from '../company/company-writer.ts'
import type { Needs } from '../ports.ts'

/** Largest share of the entries of a source that a snapshot withdraws without being forced. */
export const MISSING_SHARE_MAX = 0.05

/** Entries that are withdrawn in one transaction. */
const WITHDRAWN_PER_TRANSACTION = 1000

/** What is known at the end of an import. */
export interface ReadFiles {
  readonly isForced: boolean
  /** Whether a file could not be read to its end. */
  readonly hasFault: boolean
  /** Rows of which not even the id could be read. */
  readonly unknownRows: number
}

/** Numbers of withdrawn entries and deleted companies, and why nothing was withdrawn. */
export interface Withdrawn {
  withdrawn: number
  deleted: number
  /** A sentence; '' = nothing spoke against it. */
  stop: string
}

/** Withdraws the stored entries that the noted ones mean. */
export async function withdraw(
  { companyWriter, clock }: Needs<'companyWriter' | 'clock'>,
  which: 'missing' | 'listed',
  files: ReadFiles,
): Promise<Withdrawn> {
  const result = { withdrawn: 0, deleted: 0, stop: '' }
  const found = await companyWriter.findEntries(which === 'missing' ? 'not_noted' : 'noted')
  if (which === 'missing') result.stop = stopOf(found, files, 'was')
  if (result.stop !== '') return result
  for (;;) {
    const step = await companyWriter.withdrawFound(WITHDRAWN_PER_TRANSACTION, clock.nowMs())
    if (step === undefined) return result
    result.withdrawn += step.withdrawn
    result.deleted += step.deleted
  }
}

const FORCE = 'If that is right, repeat the command with --yes-really.'

/** Returns why a snapshot withdraws nothing, or withdrew nothing (`was`), or ''. */
export function stopOf(
  found: readonly FoundEntries[],
  { isForced, hasFault, unknownRows }: ReadFiles,
  verb: 'was' | 'would be',
): string {
  const none = `No entry ${verb} withdrawn`
  if (found.every((one) => one.found === 0)) return ''
  if (hasFault) return `${none}, as the files could not be read to their end.`
  if (isForced) return ''
  if (unknownRows > 0)
    return `${none}: of ${text(unknownRows)} rejected rows the id could not be read, so that they may be among the missing entries. ${FORCE}`
  const tooMany = found.filter((one) => one.found > one.entries * MISSING_SHARE_MAX)
  if (tooMany.length === 0) return ''
  const missing = tooMany.map(
    (one) => `${text(one.found)} of the ${text(one.entries)} entries of ${one.source} are missing`,
  )
  return `${none}: ${missing.join(', ')}, which is more than ${MISSING_SHARE_MAX * 100} %. ${FORCE}`
}

function text(value: number): string {
  return value.toLocaleString('en')
}
