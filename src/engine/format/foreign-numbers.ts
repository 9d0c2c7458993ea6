/**
 * Foreign register numbers in an index. Their texts are stored in the order of the companies, and a row holds the
 * place of its number in place of digits. Among the register numbers they are sorted by a hash.
 */
import { foreignSearchKey } from '../../names/reading/foreign-query.ts'
import { OTHER_TYPES, typeIn } from './company-rows.ts'
import { HASH_START, hashBytes } from './hash-table.ts'
import { utf8Of } from './utf8.ts'

/** This bit is set in every hash: digits of German numbers are smaller. */
const BEHIND_DIGITS = 2 ** 30

/** Returns the hash of a number by its search key, at least 2^30. */
export function foreignHash(searchKey: string): number {
  const bytes = utf8Of(searchKey)
  return (hashBytes(HASH_START, bytes, 0, bytes.length) | BEHIND_DIGITS) >>> 0
}

/** Returns the hash of a number as it is shown. */
export function hashOfForeignNumber(number: string): number {
  return foreignHash(foreignSearchKey(number))
}

/** Returns whether a company has a foreign number. */
export function hasForeignNumber(rows: Uint32Array, company: number): boolean {
  return typeIn(rows, company) === OTHER_TYPES.foreign
}
