/** Relationships between legal entities (RR-CDF 2.1), as far as they tell the parents of a company. Pure. */
import type { LeiParent } from '../../../core/company/lei.ts'
import { DAY_UNKNOWN, type RejectReason } from '../../../core/ingest/register-entry.ts'
import { readLei } from '../../../names/reading/lei.ts'

/** The fields of a relationship that are read; '' where the file has none. */
export interface Relationship {
  readonly child: string
  readonly parent: string
  readonly type: string
  readonly status: string
  readonly recordStatus: string
  readonly updated: string
  /** The time at which a delta file deletes the record. */
  readonly deletedAt: string
}

/** The path of each field, which is also the name of its column. */
export const RELATIONSHIP_FIELDS: Readonly<Record<Exclude<keyof Relationship, 'deletedAt'>, string>> = {
  child: 'Relationship.StartNode.NodeID',
  parent: 'Relationship.EndNode.NodeID',
  type: 'Relationship.RelationshipType',
  status: 'Relationship.RelationshipStatus',
  recordStatus: 'Registration.RegistrationStatus',
  updated: 'Registration.LastUpdateDate',
}

const KINDS: ReadonlyMap<string, LeiParent['kind']> = new Map([
  ['IS_DIRECTLY_CONSOLIDATED_BY', 'direct'],
  ['IS_ULTIMATELY_CONSOLIDATED_BY', 'ultimate'],
])

/** States of a record whose relationship still holds. A lapsed record was not renewed, which ends no relationship. */
const VALID_STATES: ReadonlySet<string> = new Set(['', 'PUBLISHED', 'LAPSED'])
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/

/** Returns the parent; the reason why there is none; or `undefined` for a relationship of another kind. */
export function parentOf(record: Relationship): LeiParent | RejectReason | undefined {
  const kind = KINDS.get(record.type)
  if (kind === undefined) return record.type === '' ? 'field_type' : undefined
  const [child, parent] = [readLei(record.child), readLei(record.parent)]
  if (child === undefined || parent === undefined) return 'lei_invalid'
  const isValid =
    record.deletedAt === '' && record.status !== 'INACTIVE' && VALID_STATES.has(record.recordStatus)
  const asOf = DAY.exec(record.deletedAt || record.updated)?.[0] ?? DAY_UNKNOWN
  return { child, kind, parent, isValid, asOf }
}
