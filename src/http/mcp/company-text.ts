/** A company as English text, one fact per line. */
import type { detailWire } from '../api/company-wire.ts'

type Detail = ReturnType<typeof detailWire>

/** The lines of the text: a label and its value; facts that are not known are left out. */
const LINES: readonly (readonly [string, (company: Detail) => string])[] = [
  ['Name', ({ name }) => name],
  [
    'Register number',
    ({ registration_number: number, register_court: court }) => joined([number, court], ', '),
  ],
  ['EUID', ({ euid }) => euid],
  ['LEI', ({ lei }) => lei ?? ''],
  ['Status', ({ status, status_raw: raw }) => (raw === '' ? status : `${status} (${raw})`)],
  ['Legal form', ({ legal_form: form }) => form],
  ['Registered office', ({ seat, country }) => joined([seat, country], ', ')],
  ['Address', ({ address }) => address?.text ?? ''],
  ['Registered on', ({ registered_on: date }) => date ?? ''],
  ['Former names', ({ former_names: names }) => joined(names.map(({ name, until }) => dated(name, until)))],
  ['Other names', ({ other_names: names }) => joined(names.map(({ name }) => name))],
  [
    'Former register numbers',
    ({ former_numbers: numbers }) =>
      joined(
        numbers.map(({ registration_number: number, register_court: court, until }) =>
          dated(joined([number, court], ', '), until),
        ),
      ),
  ],
  ['LEI of the parent company', ({ parents }) => parents.direct ?? ''],
  ['LEI of the ultimate parent company', ({ parents }) => parents.ultimate ?? ''],
  [
    'Announcements',
    ({ events }) => joined(events.map(({ kind, date }) => `${kind.replaceAll('_', ' ')} on ${date}`)),
  ],
  ['Sources', ({ sources }) => joined(sources.map(sourceText))],
]

/** Returns the text of a company. */
export function companyText(company: Detail): string {
  const lines = LINES.map(([label, read]) => [label, read(company)] as const)
  return lines
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
}

function sourceText({ source, as_of: asOf, licence, attribution }: Detail['sources'][number]): string {
  const terms = joined([licence, attribution], ', ')
  return joined([`${source}, as of ${asOf}`, terms === '' ? '' : `(${terms})`], ' ')
}

function dated(text: string, until: string | null): string {
  return until === null ? text : `${text} (until ${until})`
}

function joined(texts: readonly string[], separator = '; '): string {
  return texts.filter((text) => text !== '').join(separator)
}
