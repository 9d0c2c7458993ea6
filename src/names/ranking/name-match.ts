/**
 * The rule by which a name contains the words of a query: its tier, score and reasons. Plain and complete: an
 * index that finds candidates in another way decides with it, and it is part of the oracle of the embedded one.
 */
import type { RepeatedParts } from '../reading/hyphenated-words.ts'
import { hyphenVariants, joinedWords, repeatedParts } from '../reading/hyphenated-words.ts'
import type { FormCode, FormDifference } from '../reading/legal-form.ts'
import { formDifference } from '../reading/legal-form.ts'
import type { Name, WordChain } from '../reading/read-name.ts'
import type { LikenessScore } from './likeness-score.ts'
import type { MatchKind, MatchReason, NameTier, SortKey } from './rank.ts'
import * as rank from './rank.ts'
import { untypedLetters } from './untyped-letters.ts'

/** A name of a company as it is compared with queries. */
export interface ComparedName extends Pick<Name, 'words' | 'hyphens'> {
  /** The name's text contains a form. */
  readonly hasForm: boolean
  /** The form that is compared: that of the company, or of a former or other name that contains one. */
  readonly form: FormCode
}

/** How a name matches a query: the first fields of the hit's sort key, and what the hit shows. */
export interface NameMatch extends Pick<SortKey, 'tier' | 'step' | 'otherForm'> {
  readonly kind: MatchKind
  readonly score: number
  readonly reasons: readonly MatchReason[]
  /** Of a similar or related name. */
  readonly sharedPart?: LikenessScore['sharedPart']
}

/** Returns how the form of the name differs from that of the query. */
export function otherFormOf({ form: asked }: Pick<Name, 'form'>, { form }: ComparedName): FormDifference {
  return formDifference(asked, form)
}

/** Returns the match of a current name in block A; `undefined` if a word of the query is not in it. */
export function matchCurrentName(queryName: Name, name: ComparedName): NameMatch | undefined {
  const found = tierOf(queryName, name)
  if (found === undefined) return undefined
  const { tier, extra } = found
  const otherForm = otherFormOf(queryName, name)
  return {
    ...{ tier, step: extra, otherForm, kind: rank.kindOfTier(tier) },
    score: rank.blockAScore(tier, extra, tier === rank.TIERS.prefix ? untypedLetters(queryName, name) : 0),
    reasons: rank.nameReasons(tier, extra, otherForm > 0),
  }
}

/**
 * Returns the match of a name in block B of a deep search. `origin`: whether it is the name of a removed company, or
 * a name beside the current one.
 */
export function matchNameInB(
  origin: 'removed' | 'former',
  queryName: Name,
  name: ComparedName,
): NameMatch | undefined {
  const found = tierOf(queryName, name)
  if (found === undefined) return undefined
  const { tier, extra } = found
  const otherForm = otherFormOf(queryName, name)
  const [kind, score] = [rank.blockBKind(origin, tier), rank.blockBScore(origin, tier, extra)]
  return inBlockB({ kind, score, reasons: rank.nameReasons(tier, extra, otherForm > 0) }, otherForm)
}

/** Returns the match of a name that is similar to the query. */
export function matchSimilarName(likeness: LikenessScore, otherForm: FormDifference): NameMatch {
  return { ...inBlockB(likeness, otherForm), sharedPart: likeness.sharedPart }
}

function inBlockB(
  found: Pick<NameMatch, 'kind' | 'score' | 'reasons'>,
  otherForm: FormDifference,
): NameMatch {
  const { kind, score, reasons } = found
  const step = rank.blockBStep(score)
  return {
    ...{ tier: rank.TIERS.blockB, step, otherForm },
    ...{ kind, score: Math.floor(score), reasons },
  }
}

function tierOf(queryName: Name, name: ComparedName): Found | undefined {
  if (isSame(queryName, name) || (queryName.alternative && isSame(queryName.alternative, name)))
    return { tier: sameNameTier(queryName, name), extra: 0 }
  return matchAllWords(queryName, name) ?? matchWithPrefix(queryName, name)
}

function sameNameTier(queryName: Name, name: ComparedName): NameTier {
  if (queryName.form === undefined) return name.hasForm ? rank.TIERS.formMissing : rank.TIERS.exact
  return otherFormOf(queryName, name) > 0 ? rank.TIERS.otherForm : rank.TIERS.exact
}

/** Compares letter by letter. A hyphen on either side may stand for a space or for nothing. */
function isSame(queryName: WordChain, name: WordChain): boolean {
  const [a, b] = [written(queryName), written(name)]
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const step = stepOf(a[i] as string, b[j] as string)
    if (step === undefined) return false
    i += step[0]
    j += step[1]
  }
  return i === a.length && j === b.length
}

function stepOf(a: string, b: string): readonly [number, number] | undefined {
  if (a === b || ['- ', ' -'].includes(a + b)) return [1, 1]
  if (a === '-') return [1, 0]
  return b === '-' ? [0, 1] : undefined
}

function written({ words, hyphens }: WordChain): string {
  return words.map((word, i) => (i === 0 ? word : `${hyphens[i - 1] ? '-' : ' '}${word}`)).join('')
}

interface Found {
  readonly tier: NameTier
  readonly extra: number
}

function matchAllWords(queryName: Name, name: WordChain): Found | undefined {
  const extras = hyphenVariants(queryName.words, queryName.hyphens).flatMap((tokens) =>
    extraAfter(tokens, name, 0, repeatedParts(queryName.words, tokens)),
  )
  if (extras.length === 0) return undefined
  const extra = Math.min(...extras)
  return { tier: extra === 0 ? rank.TIERS.sameWords : rank.TIERS.longerName, extra }
}

function matchWithPrefix(queryName: Name, name: WordChain): Found | undefined {
  const joins = joinedWords(name.words, name.hyphens).map(({ letters }) => letters)
  const extras = hyphenVariants(queryName.words, queryName.hyphens).flatMap((tokens) => {
    const prefix = tokens.at(-1) as string
    const hasPrefix = [...name.words, ...joins].some((word) => word.startsWith(prefix))
    return hasPrefix ? extraAfter(tokens.slice(0, -1), name, 1, repeatedParts(queryName.words, tokens)) : []
  })
  return extras.length === 0 ? undefined : { tier: rank.TIERS.prefix, extra: Math.min(...extras) }
}

/**
 * Returns the extra words of a name that contains all tokens, else nothing. `more`: words that are covered
 * already.
 */
function extraAfter(
  tokens: readonly string[],
  name: WordChain,
  more: number,
  repeats: ReadonlyMap<string, RepeatedParts>,
): number[] {
  const joins = joinedWords(name.words, name.hyphens)
  const covered = [...new Set(tokens)].map((token) =>
    Math.max(
      name.words.includes(token) ? 1 : ABSENT,
      ...joins
        .filter(({ letters }) => letters === token)
        .map(({ parts }) => wordsCovered(parts, repeats.get(token))),
    ),
  )
  if (covered.includes(ABSENT)) return []
  return [
    rank.extraWords(
      new Set(name.words).size,
      covered.reduce((sum, words) => sum + words, more),
    ),
  ]
}

const ABSENT = -1

/** Counts words that the query also has elsewhere once. */
function wordsCovered(parts: number, repeat: RepeatedParts | undefined): number {
  return repeat?.parts === parts ? parts - repeat.repeated : parts
}
