/** The fields of a company that the index needs; the service's company type has all of them. */
import type { FormCode } from '../reading/legal-form.ts'
import type { RegisterKey } from '../reading/register-number.ts'
import type { Status } from './status.ts'

/** Code of `active`: its place in `STATUSES`, like every status code of the index. */
export const ACTIVE_STATUS = 0
/** Code of `removed`. */
export const REMOVED_STATUS = 3

/** A company as input of a build. */
export interface IndexedCompany {
  readonly uuid: string
  readonly name: string
  readonly register: RegisterKey
  /** The court that keeps the register today. */
  readonly court: string
  readonly status: Status
  readonly form: FormCode
  readonly seat: string
  /** `postcode`: five digits. */
  readonly address: { readonly postcode: string | null } | null
  /** Date of each source's last observation, `YYYY-MM-DD`. */
  readonly sources: readonly { readonly asOf: string }[]
  readonly formerNames: readonly { readonly name: string }[]
  /** Names of today beside `name`; those that are `name` or a former one are left out of the index. */
  readonly otherNames?: readonly { readonly name: string }[]
  readonly formerNumbers: readonly { readonly register: RegisterKey }[]
  /** `status`: in the words of GLEIF. */
  readonly leis?: readonly { readonly lei: string; readonly status: string }[]
  /** Number of companies with an LEI whose parent it is. */
  readonly subsidiaries?: number
  /** Day of the first entry, `YYYY-MM-DD`. */
  readonly registeredOn?: string | null
  /** `kind`: as `EventKind` of the company. */
  readonly events?: readonly { readonly kind: string }[]
}

const NONE: readonly string[] = []

/** Returns the other names that are indexed, each once: neither the current name nor a former one. */
export function otherNamesOf({ name, formerNames, otherNames }: IndexedCompany): readonly string[] {
  if (otherNames === undefined || otherNames.length === 0) return NONE
  const hidden = new Set([name, ...formerNames.map((former) => former.name)])
  return [...new Set(otherNames.map((other) => other.name))].filter((text) => !hidden.has(text))
}

/** Returns the oldest date of all sources, `YYYY-MM-DD`; '' when none has one. */
export function oldestDateOf({ sources }: Pick<IndexedCompany, 'sources'>): string {
  let oldest = ''
  for (const { asOf } of sources) {
    if (asOf !== '' && (oldest === '' || asOf < oldest)) oldest = asOf
  }
  return oldest
}
