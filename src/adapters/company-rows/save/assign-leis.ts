/**
 * Assigns LEIs to companies. Which company an LEI belongs to follows from all stored entries, so that it does not depend on
 * the order of imports: the company under the register number of the entry of GLEIF; else that under the number of a list's
 * row with this LEI; else the only one with the number and the name of an entry whose court is not known; else one of
 * its own, whose id is made of the LEI. Call these inside a transaction.
 */
import { compareTexts } from '../../../core/company/history.ts'
import { leiKey, leiOfKey } from '../../../core/company/lei.ts'
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import { foldWhole } from '../../../names/text/fold.ts'
import { type EntryRecord, mergeEntries, recordsOf } from './entry-records.ts'
import { joinCompanies } from './join-companies.ts'
import { namesakesOf, uuidsToldOf } from './lei-entries.ts'
import { separateEntries } from './separate-entries.ts'
import type { StoredCompanies } from './stored-companies.ts'
import { storedId } from './write-company.ts'

/** LEIs that one transaction assigns. */
export const LEIS_PER_TRANSACTION = 1000

/** What became of a waiting LEI. */
export interface AssignedLei {
  /** Whether its entries were joined with another company. */
  readonly isJoined: boolean
  /** Number of rows whose register number is not that of the LEI. */
  readonly contradicted: number
}

/** Returns the uuid of the company that an LEI has if its entries belong to no other one. */
export function uuidOfLei(lei: Lei): string {
  return companyUuid(leiKey(lei, ''))
}

/** Assigns an LEI that no longer waits. */
export function assignLei(stored: StoredCompanies, lei: Lei, nowMs: number): AssignedLei {
  const claims = claimsOf(stored, lei)
  const company = registeredBy(stored, lei) ?? firstByUuid(stored, claims) ?? namedBy(stored, lei)
  const contradicted = claims.filter((id) => id !== company).length
  return { isJoined: moveEntries(stored, lei, company, nowMs), contradicted }
}

/** Moves the entries of an LEI to the company, or to one of their own; returns whether they were joined. */
function moveEntries(stored: StoredCompanies, lei: Lei, company: number | undefined, nowMs: number): boolean {
  const key = uuidOfLei(lei)
  const holder = storedId(stored, key)
  if (holder === company) return false
  const own =
    holder === undefined || stored.idOf(key) === holder ? holder : separated(stored, holder, key, nowMs)
  if (own === 'kept' || company === undefined) return false
  if (own === undefined) stored.aliases.putSame(key, company)
  else joinCompanies(stored, own, company, nowMs)
  return own !== undefined
}

/** Takes the entries of an LEI out of the company that has its key as an alias. */
function separated(
  stored: StoredCompanies,
  id: number,
  key: string,
  nowMs: number,
): number | 'kept' | undefined {
  const own = separateEntries(stored, id, key, nowMs)
  if (own === undefined) stored.aliases.delete(key)
  return own
}

/** Returns the companies that rows of lists with a register number and this LEI are part of. */
function claimsOf(stored: StoredCompanies, lei: Lei): readonly number[] {
  return uuidsToldOf(stored, lei).flatMap((uuid) => storedId(stored, uuid) ?? [])
}

/** Of several companies the one with the smallest uuid counts, in any order of imports. */
function firstByUuid(stored: StoredCompanies, ids: readonly number[]): number | undefined {
  return ids.toSorted((a, b) => compareTexts(stored.uuidOf(a) ?? '', stored.uuidOf(b) ?? ''))[0]
}

/** Returns the company in whose register GLEIF says that the LEI is, by its latest entry. */
function registeredBy(stored: StoredCompanies, lei: Lei): number | undefined {
  return stored.leis.holders(lei).find((id) => {
    const company = stored.company(id)
    const records = recordsOf(stored, id, company)
    if (records.length === 0) return company.register.type !== 'list'
    return records.some(({ register, leiCodes }) => register.type !== 'list' && leiCodes.includes(lei))
  })
}

/** Returns the only company with the number and the name of an entry whose court is not known. */
function namedBy(stored: StoredCompanies, lei: Lei): number | undefined {
  const found = namesakesOf(stored, lei).filter(
    ({ id, number }) => foldWhole(nameWithoutGuesses(stored, id)) === number.nameFolded,
  )
  const [company, ...others] = new Set(found.map(({ id }) => id))
  return others.length === 0 ? company : undefined
}

/** Returns the name that a company has without the entries that were joined by number and name. */
function nameWithoutGuesses(stored: StoredCompanies, id: number): string {
  const company = stored.company(id)
  const records = recordsOf(stored, id, company)
  const registered = records.filter((record) => !isGuess(stored, record))
  if (registered.length === records.length) return company.name
  return mergeEntries(registered)?.name ?? company.name
}

function isGuess(stored: StoredCompanies, { register }: EntryRecord): boolean {
  const lei = leiOfKey(register)
  return lei !== undefined && claimsOf(stored, lei).length === 0 && registeredBy(stored, lei) === undefined
}
