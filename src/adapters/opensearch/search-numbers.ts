/** Searches companies by register number, current and former. */
import { HITS_MAX } from '../../core/search/name-index.ts'
import type { NumberMatch } from '../../names/ranking/number-match.ts'
import { matchForeignNumber, matchNumber } from '../../names/ranking/number-match.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import { type ForeignQuery, readBareNumber, readForeignQuery } from '../../names/reading/foreign-query.ts'
import { type NumberQuery, readDigits, readNumber } from '../../names/reading/register-number.ts'
import type { CompanyHit } from './company-hit.ts'
import { compareHits, numberHit } from './company-hit.ts'
import type { Clause } from './filter-clauses.ts'
import { allOf } from './filter-clauses.ts'
import { digitsTerm, foreignTerm, leiTerm } from './name-document.ts'
import type { RunSearches } from './search-needs.ts'
import type { FoundCompany } from './stored-company.ts'

/** The numbers that a query means, and the tier of their hits. */
export interface AskedNumbers {
  readonly german: NumberQuery | undefined
  readonly foreign: ForeignQuery | undefined
  readonly tier: typeof TIERS.number | typeof TIERS.digitsAsNumber
}

/** Reads a query that is a number as a whole; `undefined` for a name. */
export function readAskedNumber(text: string): AskedNumbers | undefined {
  const german = readNumber(text)
  const foreign = german === undefined ? readForeignQuery(text) : undefined
  if (german === undefined && foreign === undefined) return undefined
  return { german, foreign, tier: TIERS.number }
}

/** Reads a query that is a name, and may be a number of any court and country. */
export function readBareNumbers(text: string): AskedNumbers | undefined {
  const foreign = readBareNumber(text)
  if (foreign === undefined) return undefined
  const digits = readDigits(text)
  const german = digits === undefined ? undefined : { courtGroups: [[]], digits }
  return { german, foreign, tier: TIERS.digitsAsNumber }
}

/** Returns the best hit of every company with one of the numbers, in order. */
export async function searchNumbers(
  { german, foreign, tier }: AskedNumbers,
  clauses: readonly Clause[],
  run: RunSearches,
): Promise<readonly CompanyHit[]> {
  const terms = [
    ...(german === undefined ? [] : [digitsTerm(german.digits)]),
    ...(foreign === undefined ? [] : [foreign.isLei ? leiTerm(foreign.key) : foreignTerm(foreign.key)]),
  ]
  const isNumber = { terms: { numbers: terms } }
  const [all, passing] = await run([
    { query: allOf([isNumber]), size: HITS_MAX },
    { query: allOf([isNumber, ...clauses]), size: HITS_MAX },
  ])
  const companies = all!.names.map(({ company }) => company)
  const allowed = new Set(passing!.names.map(({ company }) => company.uuid))
  const matches: readonly NumberMatch<FoundCompany>[] = [
    ...(german === undefined ? [] : matchNumber(companies, german, tier)),
    ...(foreign === undefined ? [] : matchForeignNumber(companies, foreign, tier)),
  ]
  const hits = matches
    .filter(({ company }) => allowed.has(company.uuid))
    .map(({ company, match }) => numberHit(company, match))
    .sort(compareHits)
  const seen = new Set<string>()
  return hits.filter(({ company: { uuid } }) => !seen.has(uuid) && seen.add(uuid))
}
