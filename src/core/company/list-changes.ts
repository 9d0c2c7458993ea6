/** The change log as a feed: what whoever keeps a copy needs to bring it up to date. */
import type { Needs } from '../ports.ts'
import type { Change } from './company-store.ts'

/** Rows a page. */
export const CHANGES_LIMIT_MAX = 1000
export const CHANGES_LIMIT_DEFAULT = 100

export interface ChangesRequest {
  /** The number of the last change that is known, `now` for those to come; from the start when absent. */
  readonly since?: number | 'now' | undefined
  /** 1 to `CHANGES_LIMIT_MAX`. */
  readonly limit: number
}

export interface ChangesAnswer {
  /** In the order in which they happened. */
  readonly changes: readonly Change[]
  /** Number of the last change that is known with them: where the next page begins, and the next look at the feed. */
  readonly last: number
}

/** The opaque text for a place in the log: behind the change with this number. */
export function changeCursor(sequence: number): string {
  return Buffer.from(String(sequence)).toString('base64url')
}

/** `undefined`: the text is no cursor of ours. */
export function readChangeCursor(text: string): number | undefined {
  const digits = Buffer.from(text, 'base64url').toString('latin1')
  const sequence = Number(digits)
  const isSound = /^\d{1,15}$/.test(digits) && changeCursor(sequence) === text
  return isSound ? sequence : undefined
}

/**
 * No place is refused. Where the log has lost changes that later ones made needless, what is left tells each company's last state; a
 * place behind the end is one of another log, so the copy is made anew from the start. Of a company that must not be shown only
 * is told that something was.
 */
export function listChanges({ companies }: Needs<'companies'>, request: ChangesRequest): ChangesAnswer {
  const end = companies.lastSequence()
  if (request.since === 'now') return { changes: [], last: end }
  const after = request.since === undefined || request.since > end ? 0 : request.since
  const changes = companies.changes(after, request.limit)
  const hidden = new Set(companies.suppressions().map(({ uuid }) => uuid))
  const shown = changes.map((change) => (hidden.has(change.uuid) ? { ...change, fields: [] } : change))
  return { changes: shown, last: changes.at(-1)?.sequence ?? after }
}
