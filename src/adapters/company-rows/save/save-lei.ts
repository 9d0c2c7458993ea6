/** Stores the LEIs of companies. Call these inside a transaction. */
import type { EntryLei, LeiParent } from '../../../core/company/lei.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import type { StoredCompanies } from './stored-companies.ts'

/** Stores the LEI of a company; returns whether that changed anything. A statement of an earlier day does not. */
export function saveLei(
  stored: StoredCompanies,
  id: number,
  { lei, status }: EntryLei,
  asOf: string,
): boolean {
  const note = stored.leis.noteOf(id, lei)
  if (note !== undefined && asOf < note.asOf) return false
  stored.leis.put(id, lei, status, asOf)
  return note?.status !== status
}

/** Stores the LEI of a company that was stored before, and logs the change. */
export function changeLei(
  stored: StoredCompanies,
  id: number,
  lei: EntryLei,
  asOf: string,
  nowMs: number,
): boolean {
  const isNew = saveLei(stored, id, lei, asOf)
  if (isNew) logLei(stored, id, nowMs)
  return isNew
}

/** Moves the LEIs of a company to another one, and logs that. */
export function moveLeis(stored: StoredCompanies, from: number, into: number, nowMs: number): void {
  if (stored.leis.move(from, into)) logLei(stored, into, nowMs)
}

/** Deletes the LEIs of a company that are not among these, and logs that. */
export function keepLeis(stored: StoredCompanies, id: number, leis: readonly Lei[], nowMs: number): void {
  if (stored.leis.keepOnly(id, leis)) logLei(stored, id, nowMs)
}

function logLei(stored: StoredCompanies, id: number, nowMs: number): void {
  stored.touch(id, nowMs)
  const uuid = stored.uuidOf(id)
  if (uuid !== undefined) stored.log({ uuid, kind: 'changed', atMs: nowMs, fields: ['lei'] })
}

/** What is stored of a statement about a parent. */
export interface ParentNote {
  readonly isValid: boolean
  readonly asOf: string
}

/** Returns whether a statement changes what is stored. Of two of one day, that of a valid parent counts, in any order. */
export function isNewStatement(note: ParentNote | undefined, { isValid, asOf }: LeiParent): boolean {
  if (note === undefined) return true
  if (asOf === note.asOf) return isValid && !note.isValid
  return asOf > note.asOf
}
