/** Converts a register entry to a company. Pure. */

import { formOfElf } from '../../names/reading/elf-code.ts'
import { type FormCode, UNKNOWN_FORM } from '../../names/reading/legal-form.ts'
import { type Name, readName } from '../../names/reading/read-name.ts'
import { formInRegister, isGerman, type RegisterKey } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'
import type { IncomingCompany } from '../company/company-writer.ts'
import { inOrderOfNumbers, mergeNames } from '../company/history.ts'
import { readAddress } from './read-address.ts'
import { readSeat } from './read-seat.ts'
import { NAME_CHARS_MAX, type RegisterEntry, type RejectReason, type SourceStatus } from './register-entry.ts'

/** Returns the company of an entry, or the reason why it is rejected. */
export function readEntry(entry: RegisterEntry): IncomingCompany | RejectReason {
  const name = tidy(entry.name)
  if (name === '') return 'name_missing'
  if (
    name.length > NAME_CHARS_MAX ||
    [...entry.formerNames.map((former) => former.name), ...(entry.otherNames ?? [])].some(
      (other) => other.length > NAME_CHARS_MAX,
    )
  ) {
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
    form: formOf(entry, register, read),
    seat: readSeat(tidy(entry.seat)),
    address: readAddress(tidy(entry.address)),
    registeredOn: entry.registeredOn,
    formerNames: mergeNames(
      name,
      entry.formerNames.map((former) => ({ name: tidy(former.name), until: former.until })),
    ),
    formerNumbers: inOrderOfNumbers(entry.formerNumbers),
    ...(entry.events && { events: entry.events.map((event) => ({ ...event, source: entry.source })) }),
    ...(entry.otherNames && { otherNames: otherNamesOf(name, entry.otherNames) }),
    ...identityOf(entry),
    source: { source: entry.source, sourceKey: entry.sourceKey, asOf: entry.asOf },
  }
}

/** Returns what an entry tells about which company it is, besides its number. */
function identityOf({
  sameAs,
  lei,
  leiReference,
}: RegisterEntry): Pick<IncomingCompany, 'sameAs' | 'lei' | 'leiReference'> {
  return { ...(sameAs && { sameAs }), ...(lei && { lei }), ...(leiReference && { leiReference }) }
}

/** Returns the form that name and register tell, or else the one that the source tells. */
function formOf({ elfCode }: RegisterEntry, register: RegisterKey, read: Name): FormCode {
  const form = isGerman(register) ? formInRegister(register.type, read) : (read.form ?? UNKNOWN_FORM)
  return (form === UNKNOWN_FORM && elfCode !== undefined ? formOfElf(elfCode) : form) ?? UNKNOWN_FORM
}

/** Returns the other names, each once and sorted, as sources list them in any order. */
function otherNamesOf(name: string, others: readonly string[]): readonly string[] {
  return [...new Set(others.map(tidy))].filter((other) => other !== '' && other !== name).sort()
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
