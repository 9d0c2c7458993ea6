/** The courts' rules for the letters after register numbers. */
import { canonicalRegister } from './company-uuid.ts'
import type { CourtCode } from './court.ts'
import type { GermanKey } from './register-number.ts'

/**
 * `same`: the query's suffix; `other`: the query has none and the register has one, or the register's data
 * has none.
 */
export type SuffixMatch = 'same' | 'other' | 'different'

/** Compares the suffix of a register with that of a query (`undefined`: it has none) under the rule of the court. */
export function matchSuffix(court: CourtCode, own: string, asked: string | undefined): SuffixMatch {
  const ownRegister = registerOf(court, own)
  const wanted = registerOf(court, asked ?? '')
  if (ownRegister.suffix === wanted.suffix && ownRegister.court === wanted.court) return 'same'
  return asked === undefined || own === '' ? 'other' : 'different'
}

/** Returns the court code that identifies the registers of a court. */
export function identifyingCourt(court: CourtCode): CourtCode {
  return registerOf(court, '').court
}

function registerOf(court: CourtCode, suffix: string): GermanKey {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix })
}
