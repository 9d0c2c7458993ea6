/**
 * Fills the sandbox, the register that test keys read. It is identical in every installation, including ids,
 * times and cursors.
 */
import { companyUuid } from '../../names/reading/company-uuid.ts'
import { type GermanKey, readNumber } from '../../names/reading/register-number.ts'
import type { Synchronous } from '../awaitable.ts'
import type { CompanyId, SourceId } from '../company/company.ts'
import type { CompanyWriter, IncomingCompany } from '../company/company-writer.ts'
import { readEntry } from '../ingest/read-entry.ts'
import {
  SANDBOX_CHANGES,
  SANDBOX_COMPANIES,
  SANDBOX_SUPPRESSED,
  type SandboxEntry,
} from './sandbox-companies.ts'

/**
 * The time of its creation. It is fixed, as is that of its changes, so that the sandbox never depends on the
 * date.
 */
export const SANDBOX_MADE_MS = Date.UTC(2026, 0, 1)
const CHANGED_MS = Date.UTC(2026, 0, 2)

const SANDBOX = 'sandbox' as SourceId

/** The source's status word for each status. */
const STATUS_WORDS = { active: 'currently registered', removed: 'removed', unknown: '' } as const

/** Fills an empty register, which every process has in its memory. */
export function fillSandbox(companies: Synchronous<CompanyWriter>): void {
  companies.noteSource({
    source: SANDBOX,
    title: 'Sandbox',
    licence: 'CC0 1.0',
    attribution: 'fictional test data',
  })
  companies.beginBulk()
  companies.save(
    SANDBOX_COMPANIES.map((entry) => companyOf(entry, SANDBOX_MADE_MS)),
    SANDBOX_MADE_MS,
  )
  companies.save(
    SANDBOX_CHANGES.map((entry) => companyOf(entry, CHANGED_MS)),
    CHANGED_MS,
  )
  companies.endBulk()
  for (const sourceKey of SANDBOX_SUPPRESSED) {
    companies.suppress({ uuid: uuidOf(sourceKey), reason: 'sandbox', actor: 'sandbox', atMs: CHANGED_MS })
  }
}

/**
 * Returns the id of the company that has or had this number.
 *
 * @throws {Error} if the number cannot be parsed.
 */
export function uuidOf(sourceKey: string): CompanyId {
  return companyUuid(registerOf(sourceKey)) as CompanyId
}

function registerOf(sourceKey: string): GermanKey {
  const { courtGroups, type, digits, suffix = '' } = readNumber(sourceKey) ?? {}
  const court = courtGroups?.[0]?.[0]
  if (court === undefined || type === undefined || digits === undefined) {
    throw new Error(`the sandbox has a number that cannot be parsed: ${sourceKey}`)
  }
  return { country: 'DE', court, type, digits, suffix }
}

/** Converts an entry like one of a file. */
function companyOf(entry: SandboxEntry, asOfMs: number): IncomingCompany {
  const { sourceKey, name, entered: status, seat, address, registeredOn, formerNames } = entry
  const asOf = new Date(asOfMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const register = registerOf(sourceKey)
  const read = readEntry({
    source: SANDBOX,
    number: { register, court: register.court },
    ...{ sourceKey, name, status, seat, address, registeredOn, formerNames, asOf },
    statusWord: STATUS_WORDS[status],
    formerNumbers: entry.formerKeys.map((former) => ({
      register: registerOf(former.sourceKey),
      until: former.until,
    })),
  })
  if (typeof read === 'string')
    throw new Error(`the sandbox has an entry that cannot be read: ${name}: ${read}`)
  return read
}
