/** The change log as a feed, for clients that keep a copy of the companies. */
import type { Needs } from '../ports.ts'
import type { Change, CompanyStore } from './company-store.ts'

/** Most rows of a page. */
export const CHANGES_LIMIT_MAX = 1000
/** Rows of a page by default. */
export const CHANGES_LIMIT_DEFAULT = 100
/** Rows that are read at once. A client that follows the log asks for one long page after the other. */
export const CHANGES_AT_ONCE = 200

/** A request for a page of changes. */
export interface ChangesRequest {
  /** The number of the last change that the client has; `now` = only later ones; absent = from the start. */
  readonly since?: number | 'now' | undefined
  /** 1 to `CHANGES_LIMIT_MAX`. */
  readonly limit: number
}

/** A page of changes. */
export interface ChangesAnswer {
  /** In the order of their numbers. */
  readonly changes: readonly Change[]
  /** Number of the last change on this page, after which the next page or the next request starts. */
  readonly last: number
}

/** Returns the opaque text for the position after the change with this number. */
export function changeCursor(sequence: number): string {
  return Buffer.from(String(sequence)).toString('base64url')
}

/** Reads a position; `undefined` if the text is not one. */
export function readChangeCursor(text: string): number | undefined {
  const digits = Buffer.from(text, 'base64url').toString('latin1')
  const sequence = Number(digits)
  const isSound = /^\d{1,15}$/.test(digits) && changeCursor(sequence) === text
  return isSound ? sequence : undefined
}

/**
 * Returns changes after a position and refuses none. Where old changes were deleted, the remaining ones
 * contain each company's last state. A position after the end is one of another log, so the feed starts
 * again. The change of a suppressed company has no fields.
 */
export async function listChanges(
  { companies }: Needs<'companies'>,
  request: ChangesRequest,
): Promise<ChangesAnswer> {
  const end = await companies.lastSequence()
  if (request.since === 'now') return { changes: [], last: end }
  const after = request.since === undefined || request.since > end ? 0 : request.since
  const changes = await readChanges(companies, after, request.limit)
  // Read after the changes, so that no suppression that precedes one of them is missing.
  const suppressions = await companies.suppressions()
  const hidden = new Set(suppressions.map(({ uuid }) => uuid))
  const shown = changes.map((change) => (hidden.has(change.uuid) ? { ...change, fields: [] } : change))
  return { changes: shown, last: changes.at(-1)?.sequence ?? after }
}

/** Reads changes in parts, between which other requests of this thread have their turn. */
async function readChanges(
  companies: Pick<CompanyStore, 'changes'>,
  after: number,
  limit: number,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (;;) {
    const wanted = Math.min(CHANGES_AT_ONCE, limit - changes.length)
    const part = await companies.changes(changes.at(-1)?.sequence ?? after, wanted)
    changes.push(...part)
    if (part.length < wanted || changes.length === limit) return changes
    await new Promise((next) => setImmediate(next))
  }
}
