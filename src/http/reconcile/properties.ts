/** The properties of companies: columns that can be added, and some of them conditions of a query. */
import type { Company } from '../../core/company/company.ts'
import { shownOtherNames } from '../../core/company/merge-names.ts'
import { courtName } from '../../names/reading/court.ts'
import { euidOf, formatNumber, isGerman, type RegisterKey } from '../../names/reading/register-number.ts'
import { recordOf } from '../api/company-wire.ts'
import type { Language, Text } from '../protocol/language.ts'

/** A value of a cell, as the protocol writes it. */
export type PropertyValue = { readonly str: string } | { readonly date: string }

/** One property. */
export interface Property {
  readonly id: string
  readonly name: Text
  readonly description: Text
  /** The values that a company has, in their order; none = not known. */
  values(company: Company): readonly PropertyValue[]
}

const AS_CONDITION: Text = { de: 'Auch Bedingung beim Abgleich. ', en: 'Also a condition when matching. ' }

/** All properties. Their ids are part of the API and never change. */
export const PROPERTIES: readonly Property[] = [
  {
    id: 'name',
    name: { de: 'Name', en: 'Name' },
    description: { de: 'Der eingetragene Name.', en: 'The registered name.' },
    values: ({ name }) => texts([name]),
  },
  {
    id: 'number',
    name: { de: 'Registernummer', en: 'Register number' },
    description: condition(
      'Zum Beispiel HRB 12345 B, ohne Gericht.',
      'For example HRB 12345 B, without court.',
    ),
    values: (company) => texts([recordOf(company).registrationNumber]),
  },
  {
    id: 'court',
    name: { de: 'Registergericht', en: 'Register court' },
    description: condition('Das Gericht, das das Register führt.', 'The court that keeps the register.'),
    values: (company) => texts([recordOf(company).registerCourt]),
  },
  {
    id: 'city',
    name: { de: 'Sitz', en: 'Registered office' },
    description: condition('Der Ort des Sitzes.', 'The city of the registered office.'),
    values: ({ seat }) => texts([seat]),
  },
  {
    id: 'form',
    name: { de: 'Rechtsform', en: 'Legal form' },
    description: condition('Zum Beispiel GmbH oder GmbH & Co. KG.', 'For example GmbH or GmbH & Co. KG.'),
    values: ({ form }) => texts([form]),
  },
  {
    id: 'status',
    name: { de: 'Status', en: 'Status' },
    description: {
      de: 'active, liquidation, insolvency, removed oder unknown.',
      en: 'active, liquidation, insolvency, removed or unknown.',
    },
    values: ({ status }) => texts([status]),
  },
  {
    id: 'postcode',
    name: { de: 'Postleitzahl', en: 'Postcode' },
    description: condition('Die der Adresse.', 'That of the address.'),
    values: ({ address }) => texts([address?.postcode]),
  },
  {
    id: 'street',
    name: { de: 'Straße', en: 'Street' },
    description: { de: 'Straße und Hausnummer.', en: 'Street and number.' },
    values: (company) => texts([streetOf(company)]),
  },
  {
    id: 'address',
    name: { de: 'Adresse', en: 'Address' },
    description: { de: 'Die Adresse wie in der Quelle.', en: 'The address as in the source.' },
    values: ({ address }) => texts([address?.text]),
  },
  {
    id: 'country',
    name: { de: 'Land', en: 'Country' },
    description: { de: 'Zwei Buchstaben nach ISO 3166-1.', en: 'Two letters by ISO 3166-1.' },
    values: ({ register }) => texts([register.country]),
  },
  {
    id: 'registered_on',
    name: { de: 'Eingetragen am', en: 'Registered on' },
    description: { de: 'Tag der ersten Eintragung.', en: 'Day of the first entry.' },
    values: ({ registeredOn }) => (registeredOn === null ? [] : [{ date: `${registeredOn}T00:00:00Z` }]),
  },
  {
    id: 'euid',
    name: { de: 'EUID', en: 'EUID' },
    description: {
      de: 'Europäische Kennung des Registereintrags.',
      en: 'European identifier of the register entry.',
    },
    values: ({ register, court }) => texts([isGerman(register) ? euidOf(register, court) : '']),
  },
  {
    id: 'lei',
    name: { de: 'LEI', en: 'LEI' },
    description: { de: 'Legal Entity Identifier (ISO 17442).', en: 'Legal Entity Identifier (ISO 17442).' },
    values: ({ leis }) => texts([leis[0]?.lei]),
  },
  {
    id: 'former_names',
    name: { de: 'Frühere Namen', en: 'Former names' },
    description: { de: 'Ein Wert pro Name.', en: 'One value per name.' },
    values: ({ formerNames }) => texts(formerNames.map(({ name }) => name)),
  },
  {
    id: 'former_numbers',
    name: { de: 'Frühere Registernummern', en: 'Former register numbers' },
    description: { de: 'Mit Gericht, ein Wert pro Nummer.', en: 'With court, one value per number.' },
    values: ({ formerNumbers }) => texts(formerNumbers.map(({ register }) => numberWithCourt(register))),
  },
  {
    id: 'other_names',
    name: { de: 'Weitere Namen', en: 'Other names' },
    description: {
      de: 'Übersetzungen und Namen in anderen Quellen.',
      en: 'Translations and names in other sources.',
    },
    values: (company) => texts([...new Set(shownOtherNames(company).map(({ name }) => name))]),
  },
]

/** The property with this id. */
export const PROPERTY_BY_ID: ReadonlyMap<string, Property> = new Map(
  PROPERTIES.map((each) => [each.id, each]),
)

/** Returns a property as the protocol describes it. */
export function propertyWire({ id, name, description }: Property, language: Language) {
  return { id, name: name[language], description: description[language] }
}

function condition(de: string, en: string): Text {
  return { de: AS_CONDITION.de + de, en: AS_CONDITION.en + en }
}

function texts(values: readonly (string | null | undefined)[]): readonly PropertyValue[] {
  return values.flatMap((str) => (str ? [{ str }] : []))
}

/** Returns the part of the address before the postcode; '' if the postcode is not known. */
function streetOf({ address }: Company): string {
  if (!address?.postcode) return ''
  const at = address.text.indexOf(address.postcode)
  return at < 0 ? '' : address.text.slice(0, at).replace(/(?<![\s,;])[\s,;]*(?:(?<=^|[\s,;])D[- ])?$/, '')
}

function numberWithCourt(register: RegisterKey): string {
  const number = formatNumber(register)
  return isGerman(register) ? `${courtName(register.court)} ${number}` : number
}
