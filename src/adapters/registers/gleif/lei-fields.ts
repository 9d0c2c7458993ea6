/** Where the files of GLEIF have the fields of a legal entity. Pure. */
import { isObject, textAt } from './json-text.ts'
import type { LeiRecord, TypedName } from './lei-record.ts'

type TextField = Exclude<keyof LeiRecord, 'otherNames' | 'addressLines'>

/** The path of each field in the common data format, which is also the name of its column. */
export const CDF_FIELDS: Readonly<Record<TextField, string>> = {
  lei: 'LEI',
  name: 'Entity.LegalName',
  postcode: 'Entity.LegalAddress.PostalCode',
  city: 'Entity.LegalAddress.City',
  addressCountry: 'Entity.LegalAddress.Country',
  jurisdiction: 'Entity.LegalJurisdiction',
  category: 'Entity.EntityCategory',
  form: 'Entity.LegalForm.EntityLegalFormCode',
  authority: 'Entity.RegistrationAuthority.RegistrationAuthorityID',
  authorityNumber: 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  entityStatus: 'Entity.EntityStatus',
  leiStatus: 'Registration.RegistrationStatus',
  updated: 'Registration.LastUpdateDate',
}
/** The columns and paths of the lines of the legal address. */
export const CDF_ADDRESS_LINES = [
  'Entity.LegalAddress.FirstAddressLine',
  'Entity.LegalAddress.AdditionalAddressLine',
]
/** The columns and paths of names beside the legal name. Columns end in a number, those of their types in `.type`. */
export const CDF_NAMES = [
  'Entity.OtherEntityNames.OtherEntityName',
  'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName',
]

const API_FIELDS: Readonly<Record<TextField, string>> = {
  lei: 'lei',
  name: 'entity.legalName.name',
  postcode: 'entity.legalAddress.postalCode',
  city: 'entity.legalAddress.city',
  addressCountry: 'entity.legalAddress.country',
  jurisdiction: 'entity.jurisdiction',
  category: 'entity.category',
  form: 'entity.legalForm.id',
  authority: 'entity.registeredAt.id',
  authorityNumber: 'entity.registeredAs',
  entityStatus: 'entity.status',
  leiStatus: 'registration.status',
  updated: 'registration.lastUpdateDate',
}
const API_ADDRESS_LINES = ['entity.legalAddress.addressLines']
const API_NAMES = ['entity.otherNames', 'entity.transliteratedOtherNames']

/** Returns the text fields of a record. `textOf` returns the text at a path or column; '' if there is none. */
export function textFields(
  paths: Readonly<Record<string, string>>,
  textOf: (path: string) => string,
): Pick<LeiRecord, TextField> {
  const texts = Object.entries(paths).map(([field, path]) => [field, textOf(path)])
  return Object.fromEntries(texts) as Pick<LeiRecord, TextField>
}

/** Returns the record in the JSON of the golden copy. */
export function cdfRecord(element: object): LeiRecord {
  const nameOf = (value: unknown): TypedName => ({ name: textAt(value, ''), type: textAt(value, '@type') })
  return {
    ...textFields(CDF_FIELDS, (path) => textAt(element, path)),
    addressLines: CDF_ADDRESS_LINES.flatMap((path) => listAt(element, path)).map((line) => textAt(line, '')),
    otherNames: CDF_NAMES.flatMap((path) => listAt(element, path)).map(nameOf),
  }
}

/** Returns the record in the JSON of the API. */
export function apiRecord(element: object): LeiRecord {
  const attributes = 'attributes' in element && isObject(element.attributes) ? element.attributes : {}
  const nameOf = (value: unknown): TypedName => ({ name: textAt(value, 'name'), type: textAt(value, 'type') })
  return {
    ...textFields(API_FIELDS, (path) => textAt(attributes, path)),
    addressLines: API_ADDRESS_LINES.flatMap((path) => listAt(attributes, path)).map((line) =>
      textAt(line, ''),
    ),
    otherNames: API_NAMES.flatMap((path) => listAt(attributes, path)).map(nameOf),
  }
}

/** Returns the values at a path; a single one is written without a list. */
function listAt(value: object, path: string): readonly unknown[] {
  const found = path
    .split('.')
    .reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value)
  if (Array.isArray(found)) return found
  return found === undefined || found === null ? [] : [found]
}
