/** Answers a question for the values of properties. */
import type { Company } from '../../core/company/company.ts'
import { findCompany } from '../../core/company/find-company.ts'
import { Failure } from '../../core/failure.ts'
import type { Needs } from '../../core/ports.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import type { Answer, Call, HttpNeeds } from '../request/route.ts'
import { PROPERTY_BY_ID, type Property } from './properties.ts'
import { extensionSchema } from './query-schemas.ts'
import { serviceAnswer } from './service-paths.ts'

/** Cost of the values of one company, in tenths of a unit. */
export const COMPANY_COST_TENTHS = 10

/**
 * Reads the companies and returns the values. A former id has those of the company that it stands for; one that is
 * not known has none.
 *
 * @throws {Failure} `invalid_request` if `sent` is not a valid question; otherwise as `answerQueries`.
 */
export async function answerExtension(
  needs: HttpNeeds,
  call: Call,
  sent: unknown,
  field: string,
): Promise<Answer> {
  const { ids, properties } = readExtension(sent)
  const wanted = [...new Set(properties.map(({ id }) => id))].map((id) => PROPERTY_BY_ID.get(id) as Property)
  const unique = [...new Set(ids)]
  call.checkQuota(unique.length * COMPANY_COST_TENTHS, field)
  await call.charge(unique.length * COMPANY_COST_TENTHS)
  const rows: [string, Record<string, unknown>][] = []
  for (const id of unique) {
    const company = await currentCompany(needs, id)
    const values = wanted.map((property) => [property.id, company ? property.values(company) : []])
    rows.push([id, Object.fromEntries(values)])
  }
  const meta = wanted.map(({ id, name }) => ({ id, name: name[call.language] }))
  return serviceAnswer({ meta, rows: Object.fromEntries(rows) })
}

function readExtension(sent: unknown) {
  const read = extensionSchema.safeParse(sent)
  if (read.success) return read.data
  const issues = read.error.issues.map((issue) => ({ ...issue, path: ['extend', ...issue.path] }))
  const details = faultsOf(issues, { extend: sent }, pointerField)
  throw new Failure('invalid_request', 'an invalid extension', details)
}

/** Returns the company that an id means today; `undefined` if it is not known. */
export async function currentCompany(needs: Needs<'companies'>, id: string): Promise<Company | undefined> {
  const found = await findCompany(needs, id)
  const current = found?.kind === 'alias' ? await findCompany(needs, found.of) : found
  return current?.kind === 'company' ? current.company : undefined
}
