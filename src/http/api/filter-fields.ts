/** The input fields of the filters: validation and, in `meta`, texts for the documents. */
import { z } from 'zod'
import type {
  FilterInput,
  FilterRules,
  LIST_FILTERS,
  SEARCH_FILTERS,
} from '../../core/company/company-filters.ts'
import { COUNTRY_CODES } from '../../names/reading/country.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { STATES } from '../../names/reading/state.ts'
import { FORMER_FILTERS } from '../../names/search/query.ts'
import { statusSchema } from './company-schemas.ts'
import { searchText } from './fields.ts'

/** Values per filter, at most. */
export const FILTER_VALUES_MAX = 50

const formCodes = LEGAL_FORMS.map(({ code }) => code)
const stateCodes = STATES.map(({ code }) => code)

/** The input fields of the filters that searches and the list have. */
const companyFilterFields = {
  status: listOf(statusSchema).meta({
    de: 'Nur Unternehmen mit einem dieser Status.',
    en: 'Only companies with one of these statuses.',
  }),
  legal_form: listOf(z.literal(formCodes).meta({ title: 'LegalForm' })).meta({
    de: 'Nur diese Rechtsformen, verglichen nach Kürzel: `KG` ist nicht `GmbH & Co. KG`.',
    en: 'Only these legal forms, compared as codes: `KG` is not `GmbH & Co. KG`.',
  }),
  register_type: listOf(z.enum(REGISTER_TYPES).meta({ title: 'RegisterType' })).meta({
    de: 'Nur diese Registerarten.',
    en: 'Only these kinds of register.',
  }),
  register_court: listOf(searchText).meta({
    de: 'Nur Unternehmen, deren Register heute von einem dieser Gerichte geführt wird. Ein Gericht wird mit Name, Kürzel oder Alias angegeben. Ein unbekanntes Gericht findet nichts.',
    en: 'Only companies whose register is kept by one of these courts today. A court is given by name, code or alias. An unknown court finds nothing.',
    example: ['München'],
  }),
  city: listOf(searchText).meta({
    de: 'Nur Unternehmen mit diesem Sitz. Verglichen wird der ganze Wert; Groß- und Kleinschreibung, Akzente und Satzzeichen zählen nicht, und `ü` gilt als `ue`. Ein unbekannter Ort findet nichts.',
    en: 'Only companies with this seat. The whole value is compared; case, accents and punctuation are ignored, and `ü` equals `ue`. An unknown city finds nothing.',
    example: ['Köln'],
  }),
  state: listOf(z.enum(stateCodes).meta({ title: 'StateCode' })).meta({
    de: 'Nur Unternehmen, deren Registergericht in einem dieser Bundesländer liegt (ISO 3166-2).',
    en: 'Only companies whose register court is in one of these states (ISO 3166-2).',
    example: ['DE-BY'],
  }),
  postcode: listOf(z.string().regex(/^\d{1,5}$/)).meta({
    de: 'Nur Unternehmen, deren Postleitzahl mit einem dieser Werte beginnt: 1 bis 5 Ziffern. Unternehmen ohne bekannte Postleitzahl sind nie dabei.',
    en: 'Only companies whose postcode starts with one of these values: 1 to 5 digits. Companies without a known postcode never match.',
    example: ['80', '81'],
  }),
  country: listOf(z.enum(COUNTRY_CODES).meta({ title: 'CountryCode' })).meta({
    de: 'Nur Unternehmen aus einem dieser Länder (ISO 3166-1, zwei Buchstaben).',
    en: 'Only companies of one of these countries (ISO 3166-1, two letters).',
    example: ['DE', 'GB'],
  }),
}

/** The input fields of the filters of a search. */
export const searchFilterFields = {
  ...companyFilterFields,
  former: z.enum(FORMER_FILTERS).optional().meta({
    title: 'FormerNameFilter',
    de: '`only`: nur frühere Namen durchsuchen, ohne Registernummern; eine normale Suche findet dann nichts. `exclude`: frühere Namen nicht durchsuchen.',
    en: '`only`: search former names alone, without register numbers; a normal search then finds nothing. `exclude`: do not search former names.',
  }),
} satisfies Fields<typeof SEARCH_FILTERS>

/** The input fields of the filters of the list. */
export const listFilterFields = {
  ...companyFilterFields,
  // RFC 3339 allows lower-case `t` and `z`; Zod's check does not.
  updated_since: z
    .string()
    .toUpperCase()
    .pipe(z.iso.datetime({ offset: true }))
    .optional()
    .meta({
      format: 'date-time',
      de: 'Nur Unternehmen, die in diesem Dienst seit diesem Zeitpunkt geändert wurden (RFC 3339).',
      en: 'Only companies changed in this service at or after this time (RFC 3339).',
      example: '2026-01-01T00:00:00Z',
    }),
  registered_from: z.iso.date().optional().meta({
    de: 'Nur Unternehmen, die an diesem Tag oder später eingetragen wurden. Einträge ohne Datum sind nie dabei.',
    en: 'Only companies registered on this day or later. Entries without a date never match.',
  }),
  registered_to: z.iso.date().optional().meta({
    de: 'Nur Unternehmen, die an diesem Tag oder früher eingetragen wurden. Einträge ohne Datum sind nie dabei.',
    en: 'Only companies registered on this day or earlier. Entries without a date never match.',
  }),
} satisfies Fields<typeof LIST_FILTERS>

/** Complete by type: a filter without a field does not compile. */
type Fields<Table extends FilterRules> = Record<keyof FilterInput<Table>, z.ZodType>

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).max(FILTER_VALUES_MAX).optional()
}
