/** The order of related hits: diversified over all images of a snapshot. */
import { diversifiedScores } from '../../names/ranking/diversify.ts'
import { blockBStep, compareSortKeys, TIERS } from '../../names/ranking/rank.ts'
import { companyOf, compareDocuments } from '../format/index-reader.ts'
import { sortKeyOf } from '../query/hit.ts'
import type { NameSearch } from '../query/name-search.ts'
import type { RelatedHit } from '../types/image-page.ts'
import type { FuzzyHit, FuzzyHits } from './fuzzy-hit.ts'

/** Returns the hits with their final scores, the best of each company, and reports them to the page. */
export function diversified(search: NameSearch, found: Iterable<FuzzyHit>): FuzzyHits {
  const own = new Map(bestOfCompanies(search, found).map((hit) => [relatedHit(search, hit), hit]))
  const elsewhere = search.relatedElsewhere
  search.topHits.keepRelated([...own.keys()])
  const all = elsewhere.length === 0 ? [...own.keys()] : [...own.keys(), ...elsewhere].sort(compareRelated)
  const hits = new Map<number, FuzzyHit[]>()
  for (const [i, score] of diversifiedScores(all).entries()) {
    const hit = own.get(all[i] as RelatedHit)
    if (hit === undefined) continue
    const ofScore = hits.get(score)
    if (ofScore === undefined) hits.set(score, [hit])
    else ofScore.push(hit)
  }
  return hits
}

/** Returns the best hit of each company that is no hit yet, in the order of hits. */
function bestOfCompanies(search: NameSearch, found: Iterable<FuzzyHit>): readonly FuzzyHit[] {
  const { context, topHits } = search
  const companies = new Set<number>()
  const sorted = [...found].sort(
    (a, b) =>
      b.likeness.score - a.likeness.score ||
      a.otherForm - b.otherForm ||
      compareDocuments(context, a.document, b.document),
  )
  return sorted.filter(({ document }) => {
    const company = companyOf(context, document)
    return !topHits.isSeen(company) && !companies.has(company) && companies.add(company)
  })
}

function relatedHit({ context }: NameSearch, { document, otherForm, likeness }: FuzzyHit): RelatedHit {
  const { score } = likeness
  const head = { tier: TIERS.blockB, step: blockBStep(score), otherForm }
  return {
    score,
    ...likeness.sharedPart(),
    key: () => sortKeyOf(context, head, companyOf(context, document)),
  }
}

function compareRelated(a: RelatedHit, b: RelatedHit): number {
  return b.score - a.score || compareSortKeys(a.key(), b.key())
}
