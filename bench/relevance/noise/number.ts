/** A register number in every spelling of the contract. */
import { companyUuid } from '../../../src/names/reading/company-uuid.ts'
import {
  COURTS,
  type CourtCode,
  courtByCode,
  courtName,
  newestCourt,
} from '../../../src/names/reading/court.ts'
import { type GermanKey, germanKey } from '../../../src/names/reading/register-number.ts'
import { editDistance } from '../../../src/names/text/edit-distance.ts'
import { foldWhole } from '../../../src/names/text/fold.ts'
import type { Noise, NoiseFamily } from '../noise.ts'
import { slip } from './slip.ts'

type Spelling = (key: GermanKey, court: string) => string | undefined

const digitsOf = (key: GermanKey): string => `${key.digits}${key.suffix === '' ? '' : ` ${key.suffix}`}`
const plain = (key: GermanKey): string => `${key.type} ${digitsOf(key)}`

/** Only of courts whose name is theirs alone; a number that is kept under two courts' joined code is no one's but in the two. */
const withCourt =
  (spelling: Spelling): Noise =>
  ({ company }) => {
    const court = courtName(germanKey(company.register).court)
    const isOwn = !germanKey(company.register).court.includes('_') && isOneCourt(court)
    return isOwn ? spelling(germanKey(company.register), court) : undefined
  }

function isOneCourt(name: string): boolean {
  const folded = foldWhole(name)
  return COURTS.filter((court) => foldWhole(court.name) === folded).length === 1
}

/** Courts with a short name are no place for a slip. */
const SLIP_LETTERS_MIN = 6

const misspeltCourt: Noise = ({ company, random }) => {
  const court = courtName(germanKey(company.register).court)
  if (!/^\p{L}+$/u.test(court) || court.length < SLIP_LETTERS_MIN || !isOneCourt(court)) return undefined
  const misspelt = slip(court, random)
  return isNearOne(misspelt) ? `${plain(germanKey(company.register))} ${misspelt}` : undefined
}

/** `Hymburg` may be Hamburg or Homburg. */
function isNearOne(misspelt: string): boolean {
  const folded = foldWhole(misspelt)
  const near = COURTS.filter(({ name, aliases }) =>
    [name, ...aliases].some((one) => editDistance(foldWhole(one), folded, 1) <= 1),
  )
  return near.length === 1
}

const aliasOfCourt: Noise = ({ company, random }) => {
  const aliases = courtByCode(germanKey(company.register).court)?.aliases ?? []
  const own = aliases.filter(
    (alias) =>
      COURTS.filter(({ name, aliases: all }) =>
        [name, ...all].some((one) => foldWhole(one) === foldWhole(alias)),
      ).length === 1,
  )
  return own.length === 0 ? undefined : `${plain(germanKey(company.register))} ${random.oneOf(own)}`
}

/** A number kept under two courts' joined code is no one's but in the two. */
const euid: Noise = ({ company }) => {
  const { court, type, digits, suffix } = germanKey(company.register)
  return court.includes('_') ? undefined : `DE${newestCourt(court)}.${type}${digits}${suffix}`
}

const sourceId: Noise = ({ company }) => {
  const { court, type, digits, suffix } = germanKey(company.register)
  return `${court}_${type}${digits}${suffix}`
}

/** Not where that court has a number of its own like it. */
const todaysCourt: Noise = ({ company, known }) => {
  const court = courtName(company.court)
  const isOther = company.court !== germanKey(company.register).court && isOneCourt(court)
  const own = companyUuid({ ...germanKey(company.register), court: company.court as CourtCode })
  return isOther && known.company(own) === undefined
    ? `${plain(germanKey(company.register))} ${court}`
    : undefined
}

const noCourt: Noise = ({ company }) => plain(germanKey(company.register))

export const NUMBER_NOISE: NoiseFamily = {
  'number HRB 1 Court': withCourt((key, court) => `${plain(key)} ${court}`),
  'number hrb1 court': withCourt((key, court) =>
    `${key.type}${key.digits}${key.suffix === '' ? '' : ` ${key.suffix}`} ${court}`.toLowerCase(),
  ),
  'number Court HRB 1': withCourt((key, court) => `${court} ${plain(key)}`),
  'number Amtsgericht': withCourt((key, court) => `Amtsgericht ${court} ${plain(key)}`),
  'number AG Court, HRB 1': withCourt((key, court) => `AG ${court}, ${plain(key)}`),
  'number court misspelt': misspeltCourt,
  'number court by alias': aliasOfCourt,
  'number by code': ({ company }) =>
    `${plain(germanKey(company.register))} ${germanKey(company.register).court}`,
  'number EUID': euid,
  'number source id': sourceId,
  "number today's court": todaysCourt,
  'number no court': noCourt,
}
