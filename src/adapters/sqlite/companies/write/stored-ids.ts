/** Finds the ids of stored companies by their uuids. */
import { KnownIds } from '../../../company-rows/save/known-ids.ts'
import type { Database } from '../../database/open-database.ts'

/** The ids of the stored companies, by uuid. */
export interface StoredIds {
  get(uuid: Buffer): number | undefined
  add(uuid: Buffer, id: number): void
}

/** Returns the ids by the index on the uuid. */
export function indexedIds(db: Database): StoredIds {
  const idOf = db.prepare('SELECT id FROM companies WHERE uuid = ?').pluck()
  return { get: (uuid) => idOf.get(uuid) as number | undefined, add: () => undefined }
}

/** Returns the ids in memory, for an empty store that is filled without that index. */
export function knownIds(db: Database): StoredIds {
  const known = new KnownIds()
  const uuidOf = db.prepare('SELECT uuid FROM companies WHERE id = ?').pluck()
  return {
    get: (uuid) => known.find(uuid, (id) => (uuidOf.get(id) as Buffer | undefined)?.equals(uuid) === true),
    add: (uuid, id) => known.add(uuid, id),
  }
}
