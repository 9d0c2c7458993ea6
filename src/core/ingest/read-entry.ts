/** Converts a register entry to a company. Pure. */
import { readName } from '../../names/reading/read-name.ts'
import { formInRegister, parseSourceKey } from '../../names/reading/register-number.ts'
import type { FormerName, FormerNumber, Status } from '../company/company.ts'
import type { IncomingCompany } from '../company/company-store.ts'
import { inOrderOfNames, inOrderOfNumbers } from '../company/history.ts'
import { readAddress } from './read-address.ts'
import { readSeat } from './read-seat.ts'
import { NAME_CHARS_MAX, type RegisterEntry, type RejectReason } from './register-entry.ts'

/** The status words of OffeneRegister; any other word is `unknown`. */
const STATUS_OF_WORD: ReadonlyMap<string, Status> = new Map([
  ['currently registered', 'active'],
  ['removed', 'removed'],
])

/** Returns the company of an entry, or the reason why it is rejected. */
export function readEntry(entry: RegisterEntry): IncomingCompany | RejectReason {
  const name = tidy(entry.name)
  if (name === '') return 'name_missing'
  if (name.length > NAME_CHARS_MAX || entry.formerNames.some((former) => former.length > NAME_CHARS_MAX)) {
    return 'name_too_long'
  }
  if (entry.sourceKey === '') return 'number_missing'
  const key = parseSourceKey(entry.sourceKey)
  if (key === undefined) return 'number_unreadable'
  const read = readName(name)
  return {
    name,
    register: key.register,
    court: key.court,
    status: statusOf(entry.statusWord, read.status),
    statusWord: entry.statusWord,
    form: formInRegister(key.register.type, read),
    seat: readSeat(tidy(entry.seat)),
    address: readAddress(tidy(entry.address)),
    registeredOn: null,
    formerNames: formerNamesOf(entry, name),
    formerNumbers: formerNumbersOf(entry),
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

function statusOf(word: string, inName: 'liquidation' | 'insolvency' | undefined): Status {
  const status = STATUS_OF_WORD.get(word) ?? 'unknown'
  return status === 'active' && inName !== undefined ? inName : status
}

function formerNamesOf(entry: RegisterEntry, current: string): readonly FormerName[] {
  if (entry.formerNames.length === 0) return []
  const names = new Set(entry.formerNames.map(tidy))
  names.delete(current)
  names.delete('')
  return inOrderOfNames([...names].map((name) => ({ name, until: null })))
}

/** The former numbers without ids that cannot be parsed: the company is valid without them. */
function formerNumbersOf(entry: RegisterEntry): readonly FormerNumber[] {
  const numbers: FormerNumber[] = []
  for (const { sourceKey, until } of entry.formerKeys) {
    if (sourceKey === entry.sourceKey) continue
    const key = parseSourceKey(sourceKey)
    if (key !== undefined) numbers.push({ register: key.register, until })
  }
  return inOrderOfNumbers(numbers)
}
