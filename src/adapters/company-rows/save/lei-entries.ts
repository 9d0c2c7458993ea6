/**
 * What entries tell about the company of an LEI, apart from the register entries of GLEIF itself: the register number in
 * a row of a list, or a German number of which the court is not known. LEIs wait until an import is at its end, so
 * that the order of its files does not matter. Call these inside a transaction.
 */
import type { Company } from '../../../core/company/company.ts'
import type { EntryKey, IncomingCompany } from '../../../core/company/company-writer.ts'
import { leiOfKey } from '../../../core/company/lei.ts'
import { isBuiltIn } from '../../../core/company/precedence.ts'
import { canonicalRegister, companyUuid } from '../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import { isGerman, type RegisterKey } from '../../../names/reading/register-number.ts'
import { foldWhole } from '../../../names/text/fold.ts'
import type { LeiEntry, NamedNumber } from '../rows/lei-entry-rows.ts'
import { type RegisterColumns, registerOf } from '../rows/register-columns.ts'
import type { Namesake, StoredCompanies } from './stored-companies.ts'

/** Stores what an entry tells, in place of what it told before. */
export function noteEntry(stored: StoredCompanies, incoming: IncomingCompany): void {
  const told = toldBy(incoming)
  // The registers tell no LEI, so that their entries, nearly all, need no look-up.
  if (told !== undefined || incoming.lei !== undefined || !isBuiltIn(incoming.source.source))
    forgetEntry(stored, incoming.source)
  if (told === undefined) return
  stored.leiEntries.put(incoming.source, told)
  stored.leiEntries.wake(told.lei)
}

/** Forgets what an entry told; its LEI waits. */
export function forgetEntry({ leiEntries }: StoredCompanies, entry: EntryKey): void {
  if (leiEntries.hasAny()) leiEntries.remove(entry)
}

/** Lets the LEIs wait whose numbers may be those of this company, as it was stored, changed or deleted. */
export function wakeByName(
  { leiEntries }: StoredCompanies,
  { name, register }: Pick<Company, 'name' | 'register'>,
): void {
  // Nearly all stores have no such entry: then the name of a German company is not even folded.
  if (leiEntries.hasAny() && isGerman(register)) leiEntries.wakeByName(foldWhole(name))
}

/** Lets the LEIs of a company wait whose entries may have been joined with it by its name, when another entry tells one. */
export function wakeJoined({ leiEntries }: StoredCompanies, { leis }: Pick<Company, 'leis'>): void {
  if (leiEntries.hasAny()) for (const { lei } of leis) leiEntries.wakeTold(lei)
}

/** Lets the LEI wait whose key this is. */
export function wakeKey({ leiEntries }: StoredCompanies, key: RegisterKey): void {
  const lei = leiOfKey(key)
  if (lei !== undefined) leiEntries.wake(lei)
}

/** Returns the uuids of the register numbers that rows of lists have with this LEI. */
export function uuidsToldOf({ leiEntries }: StoredCompanies, lei: Lei): readonly string[] {
  return leiEntries.of(lei).flatMap((told) => ('uuid' in told ? told.uuid : []))
}

/** Returns the companies with a number that an entry of this LEI tells without its court, and with the name of the entry. */
export function namesakesOf(
  { leiEntries }: StoredCompanies,
  lei: Lei,
): readonly { readonly id: number; readonly number: NamedNumber }[] {
  const numbers = leiEntries.of(lei).flatMap((told) => ('number' in told ? told.number : []))
  return numbers.flatMap((number) =>
    leiEntries
      .namesakes(number)
      .filter((found) => hasSuffix(found, number))
      .map(({ id }) => ({ id, number })),
  )
}

function toldBy({ register, name, lei, leiReference }: IncomingCompany): LeiEntry | undefined {
  if (leiReference !== undefined && register.type !== 'list')
    return { lei: leiReference, uuid: companyUuid(register) }
  if (register.type !== 'list' || !lei?.courtless) return undefined
  return { lei: lei.lei, number: { ...lei.courtless, nameFolded: foldWhole(name) } }
}

/** Courts write letters after numbers that distinguish nothing, and GLEIF often leaves them out. */
function hasSuffix(found: Namesake, { type, digits, suffix }: NamedNumber): boolean {
  if (suffix === '') return true
  const columns: RegisterColumns = ['DE', found.court, type, digits, found.suffix]
  const register = registerOf(...columns)
  return (
    isGerman(register) &&
    canonicalRegister({ ...register, suffix }).suffix === canonicalRegister(register).suffix
  )
}
