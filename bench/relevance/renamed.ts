/**
 * Companies that are searched by a former name which has words in common with the current one. The index must
 * not contain former names: the queries stand for a later name that the register does not have yet.
 */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { editDistance } from '../../src/names/text/edit-distance.ts'
import type { KnownNames } from './known-names.ts'
import { plainName } from './plain-name.ts'
import { type JudgedQuery, targetOf } from './query.ts'

/** The kinds: one name has all words of the other and more; or both have words of their own. */
const ADDED_OR_DROPPED = 'renamed, words added or dropped'
export const PARTLY_ANOTHER = 'renamed, partly another name'
export const RENAMED_KINDS: readonly string[] = [ADDED_OR_DROPPED, PARTLY_ANOTHER]

/** Both names must share a word that fewer than one of so many names have. */
export const SHARED_ONE_IN = 1000
/** Share of the shorter name's words that both names have if one is partly another name, at least; with fewer it is a new name. */
const SHARED_WORDS_MIN = 0.6
/** Two words within so many edits per letter are spellings of one word. */
const SPELLING_EDITS_SHARE = 0.34
const EDITS_MAX = 4

/** One of two halves of all companies: weights are learned on one, and judged on the other. */
export type Half = 'learned' | 'judged'

/** Up to `count` pairs of each kind of the half, with the former name as query. */
export function renamedQueries(
  companies: readonly IndexedCompany[],
  {
    known,
    count,
    half = 'judged',
  }: { readonly known: KnownNames; readonly count: number; readonly half?: Half },
): JudgedQuery[] {
  const queries: JudgedQuery[] = []
  const counts = new Map<string, number>()
  for (const company of companies) {
    if (halfOf(company) !== half) continue
    const query = queryOf(company, known)
    if (query === undefined || (counts.get(query.kind) ?? 0) >= count) continue
    counts.set(query.kind, (counts.get(query.kind) ?? 0) + 1)
    queries.push(query)
  }
  return queries
}

/** Returns the half of a company. It is random by the first letter of the uuid, which is a hash of the register number. */
export function halfOf({ uuid }: IndexedCompany): Half {
  return Number.parseInt(uuid.slice(0, 1), 16) % 2 === 0 ? 'learned' : 'judged'
}

/** Returns the query for the first former name of one of the kinds; none if it is a name of another company. */
function queryOf(company: IndexedCompany, known: KnownNames): JudgedQuery | undefined {
  for (const { name } of company.formerNames) {
    const kind = kindOf(name, company.name, known)
    if (kind !== undefined && !known.isAnothersName(name, company.name))
      return { kind, text: name, target: targetOf(company) }
  }
  return undefined
}

function kindOf(former: string, current: string, known: KnownNames): string | undefined {
  const [a, b] = [plainName(former), plainName(current)]
  if (a.letters === b.letters) return undefined
  const shared = a.words.filter((word) => b.words.includes(word))
  if (!shared.some((word) => known.namesWith(word) * SHARED_ONE_IN < known.count)) return undefined
  const [onlyA, onlyB] = [without(a.words, shared), without(b.words, shared)]
  if (onlyA.length === 0 && onlyB.length === 0) return undefined
  if (onlyA.length === 0 || onlyB.length === 0) return ADDED_OR_DROPPED
  if (new Set(shared).size < SHARED_WORDS_MIN * Math.min(new Set(a.words).size, new Set(b.words).size))
    return undefined
  return areSpellings(onlyA.join(''), onlyB.join('')) ? undefined : PARTLY_ANOTHER
}

function without(words: readonly string[], shared: readonly string[]): readonly string[] {
  return words.filter((word) => !shared.includes(word))
}

function areSpellings(a: string, b: string): boolean {
  const edits = Math.min(EDITS_MAX, Math.ceil(Math.max(a.length, b.length) * SPELLING_EDITS_SHARE))
  return editDistance(a, b, edits) <= edits
}
