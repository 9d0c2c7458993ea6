/** Companies that were read from files, as aligned lines and as JSON. */
import type { IncomingCompany } from '../core/company/company-writer.ts'
import { courtName } from '../names/reading/court.ts'
import { formatNumber } from '../names/reading/register-number.ts'
import { table } from './table.ts'

/** Most characters of a cell that are shown. */
const CELL_CHARS_MAX = 32

/** Returns the companies as aligned lines below a header. */
export function companyLines(companies: readonly IncomingCompany[]): readonly string[] {
  const header = ['name', 'number', 'court', 'country', 'form', 'status', 'seat', 'address', 'since']
  const rows = companies
    .map(companyJson)
    .map((company) => [
      company.name,
      company.number ?? `id ${company.id}`,
      company.court ?? '',
      company.country ?? '',
      company.legal_form,
      company.status,
      company.seat,
      company.address ?? '',
      company.registered_on ?? '',
    ])
  return table([header, ...rows.map((row) => row.map(shortened))])
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > CELL_CHARS_MAX ? `${letters.slice(0, CELL_CHARS_MAX - 1).join('')}…` : text
}

/** Returns a company as JSON. `number` and `court` are null for a company of a list. */
export function companyJson({ register, court, source, ...company }: IncomingCompany) {
  return {
    id: source.sourceKey,
    name: company.name,
    number: formatNumber(register) || null,
    court: court === '' ? null : courtName(court),
    country: register.country === '' ? null : register.country,
    legal_form: company.form,
    status: company.status,
    seat: company.seat,
    address: company.address?.text ?? null,
    registered_on: company.registeredOn,
    former_names: company.formerNames.map(({ name }) => name),
    as_of: source.asOf,
  }
}
