/** A made company as a line of an OffeneRegister dump, as far as an importer reads it. */

import { courtByCode } from '../../src/names/reading/court.ts'
import { germanKey } from '../../src/names/reading/register-number.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { Counted, Material } from './material.ts'
import { Random } from './random.ts'

/** Of entries, those with an address. */
const ADDRESS_SHARE = 0.1
const HOUSE_NUMBERS = 120
const STATES: Readonly<Record<string, string>> = {
  ...{ BW: 'Baden-Württemberg', BY: 'Bavaria', BE: 'Berlin', BB: 'Brandenburg', HB: 'Bremen', HH: 'Hamburg' },
  ...{ HE: 'Hesse', MV: 'Mecklenburg-Western Pomerania', NI: 'Lower Saxony', NW: 'North Rhine-Westphalia' },
  ...{
    RP: 'Rhineland-Palatinate',
    SL: 'Saarland',
    SN: 'Saxony',
    ST: 'Saxony-Anhalt',
    SH: 'Schleswig-Holstein',
  },
  TH: 'Thuringia',
}

/** Writes companies as lines of OffeneRegister. */
export class OffeneRegisterLines {
  readonly #postcodes = new Map<string, string>()
  /** Each street as often as it was seen. */
  readonly #streets: readonly string[]
  readonly #random: Random

  constructor({ postcodes, streets }: Material, seed: number) {
    for (const { place, postcode } of postcodes)
      if (!this.#postcodes.has(place)) this.#postcodes.set(place, postcode)
    this.#streets = streets.flatMap(({ text, count }: Counted) => Array.from({ length: count }, () => text))
    this.#random = new Random(seed)
  }

  /** Company `number` as JSON, without a line end. */
  lineOf(company: IndexedCompany, number: number): string {
    const { court, seat, formerNames, name } = company
    const register = germanKey(company.register)
    const address = this.#addressIn(seat, number)
    const registrar = courtByCode(court)?.name ?? court
    const native = `${registrar} ${register.type} ${register.digits} ${register.suffix}`.trim()
    return JSON.stringify({
      all_attributes: {
        _registerArt: register.type,
        _registerNummer: String(register.digits),
        ...(register.suffix === '' ? {} : { _registerNummerSuffix: register.suffix }),
        federal_state: STATES[courtByCode(court)?.state ?? ''],
        native_company_number: native,
        ...(seat === '' ? {} : { registered_office: seat }),
        registrar,
      },
      company_number: companyNumberOf(company),
      current_status: company.status === 'removed' ? 'removed' : 'currently registered',
      jurisdiction_code: 'de',
      name,
      ...(formerNames.length === 0
        ? {}
        : { previous_names: formerNames.map((former) => ({ company_name: former.name })) }),
      ...(address === undefined ? {} : { registered_address: address }),
      retrieved_at: `${company.sources[0]?.asOf ?? '2019-01-01'}T00:00:00Z`,
    })
  }

  #addressIn(seat: string, number: number): string | undefined {
    const random = this.#random.start(number)
    const postcode = this.#postcodes.get(seat)
    if (random.share() >= ADDRESS_SHARE || postcode === undefined || this.#streets.length === 0)
      return undefined
    return `${random.oneOf(this.#streets)} ${1 + random.below(HOUSE_NUMBERS)}, ${postcode} ${seat}.`
  }
}

/** `D2601V_HRB42243`, with both courts where a court keeps the number of a former one. */
export function companyNumberOf({
  register: key,
  court,
}: Pick<IndexedCompany, 'register' | 'court'>): string {
  const register = germanKey(key)
  const isOwn = register.court === court || register.court.includes('_')
  const courts = isOwn ? register.court : `${court}_${register.court}`
  return `${courts}_${register.type}${register.digits}${register.suffix}`
}
