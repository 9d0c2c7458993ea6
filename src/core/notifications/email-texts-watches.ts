/** The text of the e-mail about changes of watched companies. */
import type { Change } from '../company/company-store.ts'
import type { Language } from '../identity/account.ts'
import type { ChangedCompany, EmailData } from './email.ts'
import type { EmailTexts, EmailWords, ValueFormats } from './email-wording.ts'

const KINDS: Readonly<Record<Language, Readonly<Record<Change['kind'], string>>>> = {
  de: {
    created: 'Neu',
    changed: 'Geändert',
    removed: 'Gelöscht',
    merged: 'Zusammengeführt',
    suppressed: 'Nicht mehr gezeigt',
  },
  en: {
    created: 'New',
    changed: 'Changed',
    removed: 'Removed',
    merged: 'Merged',
    suppressed: 'No longer shown',
  },
}

/** The fields of the change log; one that is missing here is told by its name in the API. */
const FIELDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: {
    name: 'Name',
    registration_number: 'Registernummer',
    status: 'Status',
    legal_form: 'Rechtsform',
    register_court: 'Registergericht',
    seat: 'Sitz',
    address: 'Anschrift',
    registered_on: 'Datum der Eintragung',
    years_in_register: 'Jahre im Register',
    former_names: 'frühere Namen',
    former_numbers: 'frühere Nummern',
    other_names: 'weitere Namen',
    events: 'Bekanntmachungen',
    lei: 'LEI',
  },
  en: {
    name: 'name',
    registration_number: 'register number',
    status: 'status',
    legal_form: 'legal form',
    register_court: 'register court',
    seat: 'seat',
    address: 'address',
    registered_on: 'date of registration',
    years_in_register: 'years in the register',
    former_names: 'former names',
    former_numbers: 'former numbers',
    other_names: 'other names',
    events: 'announcements',
    lei: 'LEI',
  },
}

/** The texts of e-mails about watches, by kind. */
export const WATCH_EMAILS: EmailTexts<'watch_digest'> = {
  watch_digest: {
    words: {
      de: (data, formats) => wordsOf(data, formats, 'de'),
      en: (data, formats) => wordsOf(data, formats, 'en'),
    },
  },
}

function wordsOf(
  { watchName, companies, moreChanges }: EmailData['watch_digest'],
  { number }: ValueFormats,
  language: Language,
): EmailWords {
  const count = companies.length
  const isOne = count === 1
  const more =
    language === 'de'
      ? `Weitere Änderungen, die hier nicht aufgeführt sind: ${number(moreChanges)}.`
      : `Further changes that are not listed here: ${number(moreChanges)}.`
  const subject =
    language === 'de'
      ? `${isOne ? 'Eine beobachtete Firma hat' : `${number(count)} beobachtete Firmen haben`} sich geändert`
      : `${isOne ? 'A watched company has' : `${number(count)} watched companies have`} changed`
  const says =
    language === 'de'
      ? [`Änderungen in deiner Liste „${watchName}“:`]
      : [`Changes in your list "${watchName}":`]
  return {
    subject,
    says,
    rows: companies.map((company) => rowOf(company, language)),
    ...(moreChanges > 0 && { hints: [more] }),
  }
}

function rowOf({ uuid, name, number, kinds, fields }: ChangedCompany, language: Language) {
  const label = kinds.map((kind) => KINDS[language][kind]).join(', ')
  const who = name === '' ? uuid : [name, number].filter((text) => text !== '').join(', ')
  const what = fields.map((field) => FIELDS[language][field] ?? field).join(', ')
  return [label, what === '' ? who : `${who} (${what})`] as const
}
