/** Company ids: a company has the same uuid in every installation. */
import { hash } from 'node:crypto'
import { type CourtCode, oldestCourt } from './court.ts'
import { foreignIdentity } from './foreign-number.ts'
import type { GermanKey, RegisterKey } from './register-number.ts'

/** Namespace of company ids: UUIDv5 of the DNS namespace (RFC 9562) and `register.firmensuche`. */
const NAMESPACE = 'b47b5bdc-6fa7-5299-8933-92901415b60a'
const NAMESPACE_BYTES = Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex')

/**
 * By court: the letters that official sources write after every number and OffeneRegister after none. They
 * distinguish nothing.
 */
const REDUNDANT_SUFFIXES: Readonly<Record<string, string>> = {
  F1103R: 'B',
  G1103: 'CB',
  G1207: 'FF',
  G1309: 'NP',
  G1312: 'P',
  H1101: 'HB',
  H1102: 'BHV',
}

/**
 * Returns the key that the uuid is computed from: the oldest code of the court, and the suffix only if it
 * distinguishes two companies. In Schleswig-Holstein (`HRB 123 FL`) each former court kept its own numbers,
 * so the suffix is part of the number. In Bremen, `BHV` is the former court of Bremerhaven; OffeneRegister
 * keeps its entries under that court's code.
 */
export function canonicalRegister(register: GermanKey): GermanKey {
  const suffix = register.suffix.toUpperCase()
  const isBremerhaven = register.court === 'H1101' && suffix === 'BHV'
  const court = isBremerhaven ? BREMERHAVEN : oldestCourt(register.court)
  return { ...register, court, suffix: REDUNDANT_SUFFIXES[court] === suffix ? '' : suffix }
}

const BREMERHAVEN = 'H1102' as CourtCode

/**
 * Returns the UUIDv5 of the canonical text: `DE/<court>/<type>/<digits>/<suffix>`, e.g. `DE/D2601V/HRB/42243/`,
 * made from `canonicalRegister`; `<country>/<number>` in another country; `list/<source>/<id>` for a company of
 * a list.
 */
export function companyUuid(register: RegisterKey): string {
  const sum = hash('sha1', Buffer.concat([NAMESPACE_BYTES, Buffer.from(canonicalText(register))]), 'hex')
  // RFC 9562: version 5 in the 13th digit, variant 10xx in the 17th.
  const variant = ((Number.parseInt(sum[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${sum.slice(0, 8)}-${sum.slice(8, 12)}-5${sum.slice(13, 16)}-${variant}${sum.slice(17, 20)}-${sum.slice(20, 32)}`
}

function canonicalText(register: RegisterKey): string {
  if (register.type === 'list') return `list/${register.source}/${register.id}`
  if (register.type === 'foreign') return `${register.country}/${foreignIdentity(register.number)}`
  const { country, court, type, digits, suffix } = canonicalRegister(register)
  return `${country}/${court}/${type}/${digits}/${suffix}`
}
