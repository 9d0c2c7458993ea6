/** Finds the ids of stored companies by their uuids. */
import { KnownIds } from '../../../company-rows/save/known-ids.ts'
import type { Statements } from '../../database/statements.ts'

/** A company and its row. */
export interface FoundId {
  readonly uuid: string
  readonly id: number
}

/** Finds ids. */
export interface IdFinder {
  /** Returns the ids of the companies that are stored, in any order. */
  find(statements: Statements, uuids: readonly string[]): Promise<readonly FoundId[]>
  /** Adds companies that were stored. */
  add(companies: Iterable<FoundId>): void
}

/** Finds ids by the index on the uuid. */
export const INDEXED_IDS: IdFinder = {
  find: (statements, uuids) =>
    statements.all('SELECT uuid, id FROM companies WHERE uuid = ANY ($1::uuid[])', [uuids]),
  add: () => undefined,
}

/** Returns a finder that knows the ids of an empty store that is filled without that index. */
export function knownIds(): IdFinder {
  const known = new KnownIds()
  return {
    async find(statements, uuids) {
      // Rows whose uuid begins alike; the server says which it is.
      const ids: number[] = []
      const note = (id: number) => {
        ids.push(id)
        return false
      }
      for (const uuid of uuids) known.find(bytesOf(uuid), note)
      if (ids.length === 0) return []
      const wanted = new Set(uuids)
      const rows = await statements.all<FoundId>(
        'SELECT uuid, id FROM companies WHERE id = ANY ($1::integer[])',
        [ids],
      )
      return rows.filter(({ uuid }) => wanted.has(uuid))
    },
    add(companies) {
      for (const { uuid, id } of companies) known.add(bytesOf(uuid), id)
    },
  }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}
