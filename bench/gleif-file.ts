/**
 * Writes a made-up golden copy of GLEIF (LEI-CDF as CSV with all its lists of columns), for `bench/import.ts`.
 *
 *     node bench/gleif-file.ts <rows> > golden-copy.csv
 */
import { once } from 'node:events'
import { numberedLei } from '../test/fixtures/gleif-files.ts'

/** Columns of one address, of which GLEIF has four kinds, the last two in lists of five. */
const ADDRESS = [
  ...['xmllang', 'FirstAddressLine', 'AddressNumber', 'AddressNumberWithinBuilding', 'MailRouting'],
  ...['AdditionalAddressLine.1', 'AdditionalAddressLine.2', 'AdditionalAddressLine.3'],
  ...['City', 'Region', 'Country', 'PostalCode'],
]
const PLACES = [1, 2, 3, 4, 5]
const namesIn = (list: string) =>
  PLACES.flatMap((i) => [`${list}.${i}`, `${list}.${i}.xmllang`, `${list}.${i}.type`])
const addressIn = (place: string) => ADDRESS.map((part) => `${place}.${part}`)
const HEADER = [
  ...['LEI', 'Entity.LegalName', 'Entity.LegalName.xmllang'],
  ...namesIn('Entity.OtherEntityNames.OtherEntityName'),
  ...namesIn('Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName'),
  ...[addressIn('Entity.LegalAddress'), addressIn('Entity.HeadquartersAddress')].flat(),
  ...PLACES.flatMap((i) => addressIn(`Entity.OtherAddresses.OtherAddress.${i}`)),
  ...PLACES.flatMap((i) => addressIn(`Entity.TransliteratedOtherAddresses.TransliteratedOtherAddress.${i}`)),
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  ...['Entity.LegalJurisdiction', 'Entity.EntityCategory', 'Entity.LegalForm.EntityLegalFormCode'],
  ...['Entity.EntityStatus', 'Registration.LastUpdateDate', 'Registration.RegistrationStatus'],
  ...Array.from({ length: 120 }, (_, i) => `Entity.LegalEntityEvents.LegalEntityEvent.${i + 1}`),
]
const PLACE_OF = new Map(HEADER.map((column, place) => [column, place]))
const LINES_AT_ONCE = 1000
const COUNTRIES = ['DE', 'GB', 'US-DE', 'FR', 'IT'] as const
const AUTHORITIES = { DE: ['RA000242', 'RA000218'], GB: ['RA000585'] } as const

function lineOf(row: number): string {
  const values = new Array<string>(HEADER.length).fill('""')
  const put = (column: string, value: string) => {
    values[PLACE_OF.get(column) as number] = `"${value.replaceAll('"', '""')}"`
  }
  const country = COUNTRIES[row % COUNTRIES.length] as (typeof COUNTRIES)[number]
  const authorities = AUTHORITIES[country as 'DE'] ?? ['RA000602']
  put('LEI', numberedLei(row))
  put('Entity.LegalName', `Beispiel ${row.toString(36)} Holding, "Haus ${row % 977}" GmbH`)
  put('Entity.LegalName.xmllang', 'de')
  put('Entity.OtherEntityNames.OtherEntityName.1', row % 3 === 0 ? `Example ${row} Ltd` : '')
  put('Entity.OtherEntityNames.OtherEntityName.1.type', row % 3 === 0 ? 'TRADING_OR_OPERATING_NAME' : '')
  for (const address of ['Entity.LegalAddress', 'Entity.HeadquartersAddress']) {
    put(`${address}.FirstAddressLine`, `Hauptstraße ${row % 300}`)
    put(`${address}.City`, 'Frankfurt am Main')
    put(`${address}.Country`, country.slice(0, 2))
    put(`${address}.PostalCode`, '60311')
  }
  put(
    'Entity.RegistrationAuthority.RegistrationAuthorityID',
    authorities[row % 7 === 0 ? 0 : authorities.length - 1]!,
  )
  const number = country === 'DE' ? `HRB ${row}` : String(row).padStart(8, '0')
  put('Entity.RegistrationAuthority.RegistrationAuthorityEntityID', number)
  put('Entity.LegalJurisdiction', country)
  put('Entity.EntityCategory', 'GENERAL')
  put('Entity.LegalForm.EntityLegalFormCode', '2HBR')
  put('Entity.EntityStatus', 'ACTIVE')
  put('Registration.LastUpdateDate', '2026-01-02T03:04:05Z')
  put('Registration.RegistrationStatus', row % 3 === 0 ? 'LAPSED' : 'ISSUED')
  return `${values.join(',')}\n`
}

const rows = Number(process.argv[2])
process.stdout.write(`${HEADER.map((column) => `"${column}"`).join(',')}\n`)
for (let from = 1; from <= rows; from += LINES_AT_ONCE) {
  const count = Math.min(LINES_AT_ONCE, rows - from + 1)
  const text = Array.from({ length: count }, (_, i) => lineOf(from + i)).join('')
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
