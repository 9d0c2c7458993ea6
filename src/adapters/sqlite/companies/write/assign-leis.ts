/**
 * Assigns LEIs to companies. Which company an LEI belongs to follows from all stored entries, so that it does not depend on
 * the order of imports: the company under the register number of the entry of GLEIF; else that under the number of a list's
 * row with this LEI; else the only one with the number and the name of an entry whose court is not known; else one of
 * its own, whose id is made of the LEI. Call these inside a transaction.
 */
import { leiKey, leiOfKey } from '../../../../core/company/lei.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { foldWhole } from '../../../../names/text/fold.ts'
import { bytesOfUuid } from '../tables/company-rows.ts'
import { type EntryRecord, mergeEntries } from './entry-records.ts'
import { joinCompanies } from './join-companies.ts'
import type { SaveContext } from './save-context.ts'
import { separateEntries } from './separate-entries.ts'
import { storedCompany, storedId } from './write-company.ts'

/** What became of waiting LEIs. */
export interface AssignedLeis {
  readonly compared: number
  /** LEIs whose entries were joined with another company. */
  joined: number
  /** Rows whose register number is not that of their LEI. */
  contradicted: number
}

/** Assigns waiting LEIs, at most `most`. */
export function assignLeis(context: SaveContext, most: number, nowMs: number): AssignedLeis {
  const leis = context.leiEntries.next(most)
  const result = { compared: leis.length, joined: 0, contradicted: 0 }
  for (const lei of leis) assignLei(context, lei, nowMs, result)
  return result
}

function assignLei(context: SaveContext, lei: Lei, nowMs: number, result: AssignedLeis): void {
  const claims = claimsOf(context, lei)
  const company = registeredBy(context, lei) ?? firstByUuid(context, claims) ?? namedBy(context, lei)
  result.contradicted += claims.filter((id) => id !== company).length
  const key = bytesOfUuid(companyUuid(leiKey(lei, '')))
  const holder = storedId(context, key)
  if (holder === company) return
  const own =
    holder === undefined || context.ids.get(key) === holder ? holder : separated(context, holder, key, nowMs)
  if (own === 'kept' || company === undefined) return
  if (own === undefined) context.statements.upsertSame.run(key, company)
  else {
    joinCompanies(context, own, company, nowMs)
    result.joined++
  }
}

/** Takes the entries of an LEI out of the company that has its key as an alias. */
function separated(
  context: SaveContext,
  id: number,
  key: Buffer,
  nowMs: number,
): number | 'kept' | undefined {
  const own = separateEntries(context, id, key, nowMs)
  if (own === undefined) context.statements.deleteAlias.run(key)
  return own
}

/** Returns the companies that rows of lists with a register number and this LEI are part of. */
function claimsOf(context: SaveContext, lei: Lei): readonly number[] {
  return context.leiEntries.of(lei).uuids.flatMap((uuid) => storedId(context, uuid) ?? [])
}

/** Of several companies the one with the smallest uuid counts, in any order of imports. */
function firstByUuid({ statements }: SaveContext, ids: readonly number[]): number | undefined {
  const uuidOf = (id: number) => statements.uuidOfId.get(id) as Buffer
  return ids.toSorted((a, b) => Buffer.compare(uuidOf(a), uuidOf(b)))[0]
}

/** Returns the company in whose register GLEIF says that the LEI is, by its latest entry. */
function registeredBy(context: SaveContext, lei: Lei): number | undefined {
  return context.leis.holders(lei).find((id) => {
    const company = storedCompany(context, id)
    const records = context.entryRecords.of(id, company)
    if (records.length === 0) return company.register.type !== 'list'
    return records.some(({ register, leiCodes }) => register.type !== 'list' && leiCodes.includes(lei))
  })
}

/** Returns the only company with the number and the name of an entry whose court is not known. */
function namedBy(context: SaveContext, lei: Lei): number | undefined {
  const { numbers } = context.leiEntries.of(lei)
  const found = numbers.flatMap((number) =>
    context.leiEntries
      .namesakes(number)
      .filter((id) => foldWhole(nameWithoutGuesses(context, id)) === number.nameFolded),
  )
  const [company, ...others] = new Set(found)
  return others.length === 0 ? company : undefined
}

/** Returns the name that a company has without the entries that were joined by number and name. */
function nameWithoutGuesses(context: SaveContext, id: number): string {
  const company = storedCompany(context, id)
  const records = context.entryRecords.of(id, company)
  const registered = records.filter((record) => !isGuess(context, record))
  if (registered.length === records.length) return company.name
  return mergeEntries(registered)?.name ?? company.name
}

function isGuess(context: SaveContext, { register }: EntryRecord): boolean {
  const lei = leiOfKey(register)
  return lei !== undefined && claimsOf(context, lei).length === 0 && registeredBy(context, lei) === undefined
}
