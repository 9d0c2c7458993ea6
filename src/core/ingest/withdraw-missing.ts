/**
 * Withdraws entries at the end of an import: those of a deletion list, or those that a complete snapshot does not
 * contain.
 */
import type { FoundEntries } from '../company/company-writer.ts'
import type { Needs } from '../ports.ts'

/**
 * Largest share of the entries of a source that an import withdraws without being forced: a snapshot that was cut off,
 * or a full file given as a deletion list, would withdraw more.
 */
export const WITHDRAWN_SHARE_MAX = 0.05

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
  result.stop = stopOf(which, found, files, 'was')
  if (result.stop !== '') return result
  for (;;) {
    const step = await companyWriter.withdrawFound(WITHDRAWN_PER_TRANSACTION, clock.nowMs())
    if (step === undefined) return result
    result.withdrawn += step.withdrawn
    result.deleted += step.deleted
  }
}

const FORCE = 'If that is right, repeat the command with --yes-really.'

/** Returns why an import withdraws nothing, or withdrew nothing (`was`), or ''. */
export function stopOf(
  which: 'missing' | 'listed',
  found: readonly FoundEntries[],
  files: ReadFiles,
  verb: 'was' | 'would be',
): string {
  const none = `No entry ${verb} withdrawn`
  if (found.every((one) => one.found === 0)) return ''
  if (which === 'missing' && files.hasFault) return `${none}, as the files could not be read to their end.`
  if (files.isForced) return ''
  if (which === 'missing' && files.unknownRows > 0)
    return `${none}: of ${text(files.unknownRows)} rejected rows the id could not be read, so that they may be among the missing entries. ${FORCE}`
  const tooMany = found.filter((one) => one.found > one.entries * WITHDRAWN_SHARE_MAX)
  if (tooMany.length === 0) return ''
  const shares = tooMany.map(
    (one) => `${text(one.found)} of the ${text(one.entries)} entries of ${one.source} are ${which}`,
  )
  return `${none}: ${shares.join(', ')}, which is more than ${WITHDRAWN_SHARE_MAX * 100} %. ${FORCE}`
}

function text(value: number): string {
  return value.toLocaleString('en')
}
