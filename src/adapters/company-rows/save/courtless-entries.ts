/**
 * Finds the German company of an entry whose register number is known without its court: the only one that has this
 * number, with this suffix, and the same name. Entries wait until an import is at its end, so that the order of its
 * files does not matter.
 */
import type { IncomingCompany } from '../../../core/company/company-writer.ts'
import { canonicalRegister } from '../../../names/reading/company-uuid.ts'
import { isGerman } from '../../../names/reading/register-number.ts'
import { foldWhole } from '../../../names/text/fold.ts'
import { type RegisterColumns, registerOf } from '../rows/register-columns.ts'
import type { Candidate, CourtlessEntry, StoredCompanies } from './stored-companies.ts'

/** Notes an entry without a court, or a German company under whose name such entries wait. */
export function noteCourtless(
  { courtless }: StoredCompanies,
  companyId: number,
  { register, name, lei }: IncomingCompany,
): void {
  // Nearly all stores have no such entry: then the name of a German company is not even folded.
  if (isGerman(register)) {
    if (courtless.hasAny()) courtless.wake(foldWhole(name))
    return
  }
  if (register.type !== 'list' || !lei?.courtless) return
  courtless.put({ ...lei.courtless, companyId, nameFolded: foldWhole(name) })
}

/** Courts write letters after numbers that distinguish nothing, and GLEIF often leaves them out. */
export function hasSuffix(candidate: Candidate, { type, digits, suffix }: CourtlessEntry): boolean {
  if (suffix === '') return true
  const columns: RegisterColumns = ['DE', candidate.court, type, digits, candidate.suffix]
  const register = registerOf(...columns)
  return (
    isGerman(register) &&
    canonicalRegister({ ...register, suffix }).suffix === canonicalRegister(register).suffix
  )
}
