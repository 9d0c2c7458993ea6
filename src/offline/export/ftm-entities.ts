/**
 * A company as entities of FollowTheMoney (https://followthemoney.tech), the data model of OpenSanctions and Aleph:
 * the company, its address, and its identifiers as documents with the authority that gave them.
 */
import type { SourceSet } from '../../core/company/company-store.ts'
import type { detailWire } from '../../http/api/company-wire.ts'
import { ftmAddress, ftmName, ftmText } from './ftm-values.ts'

type Detail = ReturnType<typeof detailWire>
type Values = Readonly<Record<string, readonly (string | null | undefined)[]>>

/** An entity; every value of a property is a text. */
export interface FtmEntity {
  readonly id: string
  readonly schema: 'Company' | 'Address' | 'Identification'
  readonly properties: Readonly<Record<string, readonly string[]>>
}

/** Returns the entities of a company, the company first. Ids are the same in every export. */
export function ftmEntities(company: Detail, sets: readonly SourceSet[]): readonly FtmEntity[] {
  const address = addressOf(company)
  return [companyOf(company, address, sets), ...(address ? [address] : []), ...identificationsOf(company)]
}

function companyOf(company: Detail, address: FtmEntity | undefined, sets: readonly SourceSet[]): FtmEntity {
  return entity('Company', company.uuid, {
    name: [ftmName(company.name)],
    previousName: company.former_names.map(({ name }) => ftmName(name)),
    alias: company.other_names.map(({ name }) => ftmName(name)),
    // The number alone would match companies of other courts.
    registrationNumber: [numberWithCourt(company), company.euid],
    leiCode: [company.lei],
    status: [company.status],
    legalForm: company.legal_form === 'unknown' ? [] : [company.legal_form],
    jurisdiction: [company.country.toLowerCase()],
    incorporationDate: [company.registered_on],
    address: [company.address && ftmAddress(company.address.text)],
    addressEntity: [address?.id],
    ...sourcesOf(company, sets),
  })
}

/** Returns the sources with their licences and dates. FollowTheMoney has no property for a licence. */
function sourcesOf({ sources }: Detail, sets: readonly SourceSet[]): Values {
  return {
    publisher: sources.map(({ source }) => sets.find((set) => set.source === source)?.title || source),
    retrievedAt: sources.map(({ as_of: asOf }) => asOf),
    notes: sources.map(({ source, as_of: asOf, licence, attribution }) => {
      const terms = [licence, attribution].filter((text) => text !== '').join(', ')
      return `Source: ${source}, as of ${asOf}${terms === '' ? '' : `; licence: ${terms}`}`
    }),
  }
}

function addressOf({ uuid, address }: Detail): FtmEntity | undefined {
  if (address === null || address.text === '') return undefined
  const { text, postcode, city } = address
  return entity('Address', `${uuid}-address`, {
    full: [ftmAddress(text)],
    postalCode: [postcode],
    city: [city && ftmText(city)],
  })
}

function identificationsOf(company: Detail): readonly FtmEntity[] {
  const { uuid, country, registration_number: number, register_court: court, euid, lei } = company
  const shared = { holder: [uuid] }
  const register = { ...shared, country: [country.toLowerCase()] }
  const known = [
    { ...register, type: ['register number'], number: [number], authority: [court] },
    { ...register, type: ['EUID'], number: [euid] },
    { ...shared, type: ['LEI'], number: [lei] },
    ...company.former_numbers.map(({ registration_number, register_court, until }) => ({
      ...register,
      ...{ type: ['former register number'], number: [registration_number], authority: [register_court] },
      endDate: [until],
    })),
  ]
  return known
    .filter((values) => values.number[0])
    .map((values, place) => entity('Identification', `${uuid}-id-${place + 1}`, values))
}

function numberWithCourt({ registration_number: number, register_court: court }: Detail): string {
  return number === '' ? '' : `${court} ${number}`.trim()
}

/** Creates an entity of what is known: each value once, and no property without a value. */
function entity(schema: FtmEntity['schema'], id: string, values: Values): FtmEntity {
  const known = Object.entries(values).map(
    ([name, texts]) => [name, [...new Set(texts.filter((text) => text))] as string[]] as const,
  )
  return { id, schema, properties: Object.fromEntries(known.filter(([, texts]) => texts.length > 0)) }
}
