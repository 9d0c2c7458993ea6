/** Converts a register entry to a company. Pure. */
import { readName } from '../../names/reading/read-name.ts'
import { formInRegister } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'
import type { FormerName } from '../company/company.ts'
import type { IncomingCompany } from '../company/company-store.ts'
import { inOrderOfNames, inOrderOfNumbers } from '../company/history.ts'
import { readAddress } from './read-address.ts'
import { readSeat } from './read-seat.ts'
import { NAME_CHARS_MAX, type RegisterEntry, type RejectReason, type SourceStatus } from './register-entry.ts'

/** Returns the company of an entry, or the reason why it is rejected. */
export function readEntry(entry: RegisterEntry): IncomingCompany | RejectReason {
  const name = tidy(entry.name)
  if (name === '') return 'name_missing'
  if (name.length > NAME_CHARS_MAX || entry.formerNames.some((former) => former.length > NAME_CHARS_MAX)) {
    return 'name_too_long'
  }
  if (entry.sourceKey === '') return 'number_missing'
  if (entry.number === undefined) return 'number_unreadable'
  const { register, court } = entry.number
  const read = readName(name)
  return {
    name,
    register,
    court,
    status: statusOf(entry.status, read.status),
    statusWord: entry.statusWord,
    form: formInRegister(register.type, read),
    seat: readSeat(tidy(entry.seat)),
    address: readAddress(tidy(entry.address)),
    registeredOn: null,
    formerNames: formerNamesOf(entry, name),
    formerNumbers: inOrderOfNumbers(entry.formerNumbers),
    source: { source: entry.source, sourceKey: entry.sourceKey, asOf: entry.asOf },
  }
}

/** Normalises a text: NFC, each run of blanks and control characters as one blank, none at the ends. */
export function tidy(text: string): string {
  // Nearly all texts are normalised already, and the test costs less than the replacement.
  return IS_TIDY.test(text) ? text : text.toWellFormed().normalize('NFC').replace(BLANKS, ' ').trim()
}

/** Matches letters of ASCII and the composed Latin blocks, with single ordinary blanks between. */
const IS_TIDY = /^(?:[\u0021-\u007e\u00a1-\u017f]+(?: |$))*$(?<! )/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/g

function statusOf(status: SourceStatus, inName: 'liquidation' | 'insolvency' | undefined): Status {
  return status === 'active' && inName !== undefined ? inName : status
}

function formerNamesOf(entry: RegisterEntry, current: string): readonly FormerName[] {
  if (entry.formerNames.length === 0) return []
  const names = new Set(entry.formerNames.map(tidy))
  names.delete(current)
  names.delete('')
  return inOrderOfNames([...names].map((name) => ({ name, until: null })))
}
