/**
 * The same search by brute force over plain objects: slow, short, and read straight off docs/search.md.
 * The oracle of the engine's tests; it shares the reading of names, the ways of joining a hyphen
 * chain (`joined-words.ts`, tested by itself) and the contract of the order. Never part of a running service.
 */
import { canonicalRegister } from '../names/company-uuid.ts'
import type { CourtCode } from '../names/court.ts'
import { relatedCourts } from '../names/court.ts'
import { foldWhole } from '../names/fold.ts'
import type { NameTier, SortKey } from '../names/rank.ts'
import * as rank from '../names/rank.ts'
import type { Name } from '../names/read-name.ts'
import { readName, type WordChain } from '../names/read-name.ts'
import type { NumberQuestion, RegisterKey } from '../names/register-number.ts'
import { readDigits, readNumber } from '../names/register-number.ts'
import { completedLetters } from './completed-letters.ts'
import type { IndexedCompany } from './indexed-company.ts'
import { joinedWords, waysOfJoining } from './joined-words.ts'
import { NaiveLikeness } from './naive-likeness.ts'
import type { IndexQuestion } from './question.ts'

/** A hit, without the record that the engine adds. */
export interface NaiveHit {
  readonly key: SortKey
  readonly kind: string
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: string
  readonly reasons: readonly string[]
}

/**
 * All hits of a question in their order; `limit` and `after` are for the caller to apply. `base`: the companies whose names tell how
 * rare a word is.
 */
export function naiveSearch(
  companies: readonly IndexedCompany[],
  question: IndexQuestion,
  base: readonly IndexedCompany[] = companies,
): readonly NaiveHit[] {
  const passing = companies.filter((company) => passes(company, question))
  const number = readNumber(question.name)
  const asked = readName(question.name.toWellFormed())
  if (number !== undefined) return best(byNumber(companies, passing, number, rank.TIERS.number))
  if (asked.words.length === 0) return []
  const isRemovedToo = question.status !== undefined
  const current = passing.filter((company) => isRemovedToo || company.status !== 'removed')
  const digits = readDigits(question.name)
  const hits = [
    ...current.flatMap((company) => byName(company, company.name, false, asked, false)),
    ...(digits === undefined
      ? []
      : byNumber(companies, passing, { courts: [], digits }, rank.TIERS.digitsAsNumber)),
  ]
  if (!question.deep) return best(hits)
  const likeness = new NaiveLikeness(base, asked)
  return best([...hits, ...passing.flatMap((company) => inBlockB(company, asked, isRemovedToo, likeness))])
}

function passes(company: IndexedCompany, question: IndexQuestion): boolean {
  const { status, legalForm, registerType, court, city } = question
  const tests = [
    [status, company.status],
    [legalForm, company.form],
    [registerType, company.register.type],
    [court, company.court],
    [city, foldWhole(company.seat)],
  ] as const
  return tests.every(([wanted, own]) => wanted === undefined || (wanted as readonly string[]).includes(own))
}

/** In order, each company once, at its best place; of two names in one place the one with fewer words. */
function best(hits: readonly NaiveHit[]): readonly NaiveHit[] {
  const wordsIn = (hit: NaiveHit) => new Set(readName(hit.matchedName).words).size
  const isFormer = (hit: NaiveHit) => (hit.matchedOn === 'former_name' ? 1 : 0)
  const sorted = [...hits].sort(
    (a, b) => rank.compareSortKeys(a.key, b.key) || isFormer(a) - isFormer(b) || wordsIn(a) - wordsIn(b),
  )
  const seen = new Set<string>()
  return sorted.filter(({ key }) => !seen.has(key.uuid) && seen.add(key.uuid))
}

function keyOf(company: IndexedCompany, tier: number, step: number, otherForm: 0 | 1): SortKey {
  const inactive = company.status === 'active' ? 0 : 1
  return { tier, step, otherForm, inactive, chars: [...company.name].length, uuid: company.uuid }
}

function inBlockB(
  company: IndexedCompany,
  asked: Name,
  isRemovedInA: boolean,
  likeness: NaiveLikeness,
): readonly NaiveHit[] {
  const names = company.formerNames.filter(({ name }) => name !== company.name)
  const former = names.flatMap(({ name }) => [
    ...byName(company, name, true, asked, true),
    ...byLikeness(company, name, true, asked, likeness),
  ])
  const isInA = company.status !== 'removed' || isRemovedInA
  const current = isInA ? [] : byName(company, company.name, false, asked, true)
  return [...current, ...byLikeness(company, company.name, false, asked, likeness), ...former]
}

function byLikeness(
  company: IndexedCompany,
  text: string,
  isFormer: boolean,
  asked: Name,
  likeness: NaiveLikeness,
): readonly NaiveHit[] {
  const name = readName(text.toWellFormed())
  const form = isFormer ? (name.form ?? company.form) : company.form
  const otherForm = asked.form !== undefined && asked.form !== form
  const like = likeness.to(company, name, isFormer, otherForm)
  if (like === undefined) return []
  const key = keyOf(company, rank.TIERS.blockB, 100 - like.score, otherForm ? 1 : 0)
  const reasons = [...like.reasons, ...zoneReasons(company, isFormer)]
  const matchedOn = isFormer ? 'former_name' : 'name'
  return [{ key, kind: like.kind, score: like.score, matchedName: text, matchedOn, reasons }]
}

/** `isB`: as block B of a deep search shows it. */
function byName(
  company: IndexedCompany,
  text: string,
  isFormer: boolean,
  asked: Name,
  isB: boolean,
): readonly NaiveHit[] {
  const name = readName(text.toWellFormed())
  const form = isFormer ? (name.form ?? company.form) : company.form
  const otherForm = asked.form !== undefined && asked.form !== form
  const found = tierOf(asked, name, otherForm)
  if (found === undefined) return []
  const { tier, extra } = found
  const origin = isFormer ? 'former' : 'removed'
  const flag = otherForm ? 1 : 0
  const about = { matchedName: text, matchedOn: isFormer ? 'former_name' : 'name' }
  const reasons = [...rank.nameReasons(tier, extra, otherForm), ...zoneReasons(company, isFormer)]
  if (!isB) {
    const score = rank.blockAScore(tier, extra, completedLetters(asked, name))
    return [{ key: keyOf(company, tier, extra, flag), kind: rank.kindOfTier(tier), score, ...about, reasons }]
  }
  const score = rank.blockBScore(origin, tier, extra)
  const key = keyOf(company, rank.TIERS.blockB, 100 - score, flag)
  return [{ key, kind: rank.blockBKind(origin, tier), score, ...about, reasons }]
}

function zoneReasons(company: IndexedCompany, isFormer: boolean): readonly string[] {
  if (isFormer) return ['former_name']
  return company.status === 'removed' ? ['removed'] : []
}

function tierOf(asked: Name, name: Name, otherForm: boolean): Found | undefined {
  if (isSame(asked, name) || (asked.writtenToo && isSame(asked.writtenToo, name)))
    return { tier: sameNameTier(asked, name, otherForm), extra: 0 }
  return allWords(asked, name) ?? withPrefix(asked, name)
}

function sameNameTier(asked: Name, name: Name, otherForm: boolean): NameTier {
  if (asked.form === undefined) return name.form === undefined ? rank.TIERS.exact : rank.TIERS.formMissing
  return otherForm ? rank.TIERS.otherForm : rank.TIERS.exact
}

/** Letter by letter; a hyphen of either may stand for a blank or for nothing. */
function isSame(asked: WordChain, name: WordChain): boolean {
  const [a, b] = [written(asked), written(name)]
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

function allWords(asked: Name, name: Name): Found | undefined {
  const extras = waysOfJoining(asked.words, asked.hyphens).flatMap((tokens) => extraAfter(tokens, name, 0))
  if (extras.length === 0) return undefined
  const extra = Math.min(...extras)
  return { tier: extra === 0 ? rank.TIERS.sameWords : rank.TIERS.longerName, extra }
}

function withPrefix(asked: Name, name: Name): Found | undefined {
  const joins = joinedWords(name.words, name.hyphens).map(({ letters }) => letters)
  const extras = waysOfJoining(asked.words, asked.hyphens).flatMap((tokens) => {
    const beginning = tokens.at(-1) as string
    const begins = [...name.words, ...joins].some((word) => word.startsWith(beginning))
    return begins ? extraAfter(tokens.slice(0, -1), name, 1) : []
  })
  return extras.length === 0 ? undefined : { tier: rank.TIERS.prefix, extra: Math.min(...extras) }
}

/** The words that the name has over when it holds all tokens, else nothing; `more` words are spoken for already. */
function extraAfter(tokens: readonly string[], name: Name, more: number): number[] {
  const joins = joinedWords(name.words, name.hyphens)
  const spoken = [...new Set(tokens)].map((token) =>
    Math.max(
      name.words.includes(token) ? 1 : 0,
      ...joins.filter(({ letters }) => letters === token).map(({ parts }) => parts),
    ),
  )
  if (spoken.includes(0)) return []
  return [
    rank.extraWords(
      new Set(name.words).size,
      spoken.reduce((sum, words) => sum + words, more),
    ),
  ]
}

/** Where the number leads, court by court wider; only then the filter. */
function byNumber(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  asked: NumberQuestion,
  tier: 1 | 8,
): readonly NaiveHit[] {
  const entries = all.flatMap((company) => [
    { company, register: company.register, isFormer: false },
    ...company.formerNumbers.map(({ register }) => ({ company, register, isFormer: true })),
  ])
  const matches = entries.filter(({ register }) => {
    const isType = asked.type === undefined || asked.type === register.type
    const isSuffix = asked.suffix === undefined || register.suffix === '' || hasSuffix(register, asked.suffix)
    return register.digits === asked.digits && isType && isSuffix
  })
  type Match = (typeof matches)[number]
  const isAt = (courts: readonly CourtCode[], court: string) =>
    courts.map(oldest).includes(oldest(court as CourtCode))
  const isNear = (courts: readonly CourtCode[]) => (match: Match) =>
    isAt(courts, match.register.court) || isAt(courts, match.company.court)
  const isOwn = ({ register, isFormer }: Match) =>
    isAt(asked.courts, register.court) && !isFormer && hasSuffix(register, asked.suffix ?? '')
  const related = asked.courts.flatMap((court) => relatedCourts(court))
  const wider = [isOwn, isNear(asked.courts), isNear(related)].map((test) => matches.filter(test))
  const wide = asked.courts.length === 0 ? -1 : wider.findIndex((found) => found.length > 0)
  const found = asked.courts.length === 0 ? matches : (wider[wide] ?? [])
  return found
    .filter(({ company }) => passing.includes(company))
    .map(({ company, register, isFormer }) => {
      const isOther = !hasSuffix(register, asked.suffix ?? '')
      const reasons = [isFormer ? 'former_number' : 'register_number']
      if (isOther) reasons.push('other_suffix')
      if (wide === 2) reasons.push('related_court')
      const key = keyOf(company, tier, rank.numberStep(isFormer, isOther), 0)
      const score = rank.blockAScore(tier, 0, 0)
      return { key, kind: 'number', score, matchedName: company.name, matchedOn: 'number', reasons }
    })
}

function oldest(court: CourtCode): CourtCode {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix: '' }).court
}

/** As the rule of the court sees it. */
function hasSuffix(register: RegisterKey, suffix: string): boolean {
  const [own, wanted] = [register, { ...register, suffix }].map(canonicalRegister) as [
    RegisterKey,
    RegisterKey,
  ]
  return own.court === wanted.court && own.suffix === wanted.suffix
}
