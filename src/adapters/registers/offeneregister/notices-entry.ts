/**
 * The companies of OffeneRegister 2022, which were put together from the notices that the courts published from 2006 to July 2022.
 * Pure. A name, an address and a number are each a list of what was published, with the days between which it was valid.
 */
import type { FormerName, FormerNumber, SourceId } from '../../../core/company/company.ts'
import { compareTexts } from '../../../core/company/history.ts'
import type { SourceNotice } from '../../../core/ingest/entry-source.ts'
import { DAY_UNKNOWN, type RegisterEntry, type RejectReason } from '../../../core/ingest/register-entry.ts'
import { dayOf } from './entry.ts'
import { parseSourceKey } from './source-key.ts'

/** Title, licence and attribution of the source. */
export const NOTICES_NOTICE: SourceNotice = {
  source: 'offeneregister-2022' as SourceId,
  title: 'OffeneRegister 2022',
  licence: 'CC BY 4.0',
  attribution: 'from OffeneRegister.de, put together from register notices of 2006 to 2022',
}

/** What was published, in the words of the source; '' where it has nothing. */
export interface NoticedCompany {
  readonly companyId: string
  /** Day of the last notice. */
  readonly lastSeen: string
  readonly dissolvedOn: string
  readonly names: readonly (Published & { readonly name: string })[]
  readonly addresses: readonly (Published & { readonly address: string; readonly zipAndPlace: string })[]
  /** Numbers like `H1101_HRB1`. */
  readonly numbers: readonly (Published & { readonly number: string })[]
}

interface Published {
  /** Day of the notice. */
  readonly from: string
  /** Day of the next notice that replaced it. */
  readonly till: string
}

/** Returns the entry of a company, or the reason why there is none. */
export function entryOfNotices(company: NoticedCompany): RegisterEntry | RejectReason {
  const name = latestOf(company.names)
  const number = latestOf(company.numbers)
  if (name === undefined || name.name === '') return 'name_missing'
  if (number === undefined || number.number === '') return 'number_missing'
  const address = latestOf(company.addresses)
  const isDissolved = company.dissolvedOn !== ''
  return {
    source: NOTICES_NOTICE.source,
    sourceKey: company.companyId === '' ? number.number : company.companyId,
    number: parseSourceKey(number.number),
    name: name.name,
    status: isDissolved ? 'removed' : 'active',
    statusWord: isDissolved ? 'dissolved' : '',
    seat: (address?.zipAndPlace ?? '').replace(/^\d{5}\s*/, ''),
    address: address?.address ?? '',
    registeredOn: null,
    formerNames: formerNamesOf(company, name.name),
    formerNumbers: formerNumbersOf(company, number.number),
    asOf: dayOf(company.lastSeen),
  }
}

/** Returns what nothing replaced; of several the one published last, then the last of them. */
function latestOf<Kind extends Published>(published: readonly Kind[]): Kind | undefined {
  const open = published.filter(({ till }) => till === '')
  return (open.length > 0 ? open : published).toSorted((a, b) => compareTexts(a.from, b.from)).at(-1)
}

function formerNamesOf({ names }: NoticedCompany, current: string): FormerName[] {
  const former = names.filter(({ name }) => name !== '' && name !== current)
  return lastOfEach(former, ({ name }) => name).map(({ name, till }) => ({ name, until: untilOf(till) }))
}

function formerNumbersOf({ numbers }: NoticedCompany, current: string): FormerNumber[] {
  return lastOfEach(
    numbers.filter(({ number }) => number !== current),
    ({ number }) => number,
  ).flatMap(({ number, till }) => {
    const key = parseSourceKey(number)
    return key === undefined ? [] : [{ register: key.register, until: untilOf(till) }]
  })
}

function lastOfEach<Kind extends Published>(
  published: readonly Kind[],
  keyOf: (one: Kind) => string,
): Kind[] {
  const last = new Map<string, Kind>()
  for (const one of published.toSorted((a, b) => compareTexts(a.till, b.till))) last.set(keyOf(one), one)
  return [...last.values()]
}

function untilOf(till: string): string | null {
  const day = dayOf(till)
  return day === DAY_UNKNOWN ? null : day
}
