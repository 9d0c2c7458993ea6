/** A company in one line of text, and as the list of facts that the preview and the flyout show. */
import type { Company } from '../../core/company/company.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import { STATUS_WORDS } from '../../core/company/company-words.ts'
import type { CompanyRecord } from '../../names/search/page.ts'
import { recordOf } from '../api/company-wire.ts'
import type { Language, Text } from '../protocol/language.ts'
import { escapeHtml } from '../request/plain-pages.ts'

/** Former names that are shown. */
const FORMER_NAMES_MAX = 3

/** Returns the facts that tell apart companies with the same name: `HRB 42243, München · Garching · Aktiv`. */
export function descriptionOf(record: Omit<CompanyRecord, 'asOf'>, language: Language): string {
  const { registrationNumber, registerCourt, seat, status } = record
  const number = [registrationNumber, registerCourt].filter((text) => text !== '').join(', ')
  return [number, seat, STATUS_WORDS[status][language]].filter((text) => text !== '').join(' · ')
}

const LABELS = {
  number: { de: 'Register', en: 'Register' },
  status: { de: 'Status', en: 'Status' },
  form: { de: 'Rechtsform', en: 'Legal form' },
  seat: { de: 'Sitz', en: 'Registered office' },
  address: { de: 'Adresse', en: 'Address' },
  former: { de: 'Früher', en: 'Formerly' },
  lei: { de: 'LEI', en: 'LEI' },
} as const satisfies Readonly<Record<string, Text>>

/** Returns a description list of the company in HTML; facts that are not known are left out. */
export function factsHtml(company: Company, language: Language): string {
  const { registrationNumber, registerCourt } = recordOf(company)
  const values: Readonly<Record<keyof typeof LABELS, string>> = {
    number: [registrationNumber, registerCourt].filter((text) => text !== '').join(', '),
    status: STATUS_WORDS[company.status][language],
    form: company.form === 'unknown' ? '' : company.form,
    seat: company.seat,
    address: company.address?.text ?? '',
    former: company.formerNames
      .slice(0, FORMER_NAMES_MAX)
      .map(({ name }) => name)
      .join('; '),
    lei: company.leis[0]?.lei ?? '',
  }
  const rows = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => values[name] !== '')
    .map((name) => `<dt>${LABELS[name][language]}</dt><dd>${escapeHtml(values[name])}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

const AS_OF: Text = { de: 'Stand', en: 'as of' }

/** Returns the sources of the company in HTML, each with its date and the attribution that its licence requires. */
export function sourcesHtml(company: Company, sets: readonly SourceSet[], language: Language): string {
  const texts = company.sources.map(({ source, asOf }) => {
    const set = sets.find((each) => each.source === source)
    const title = set?.attribution || set?.title || source
    return escapeHtml(`${title}, ${AS_OF[language]} ${asOf}`)
  })
  return texts.join('; ')
}
