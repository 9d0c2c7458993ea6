/** Suggestions while a user types a name. */

import { explainingWords, explainsLetters } from '../../names/ranking/explained-letters.ts'
import { SAME_NAME_SCORE_MIN, slipScore } from '../../names/ranking/rank.ts'
import { prominenceIn } from '../../names/ranking/static-rank.ts'
import { incompleteForm } from '../../names/reading/incomplete-form.ts'
import { incompleteNumber } from '../../names/reading/incomplete-number.ts'
import { readName } from '../../names/reading/read-name.ts'
import type { Hit } from '../../names/search/page.ts'
import { STATUSES } from '../../names/search/status.ts'
import type { Needs } from '../ports.ts'
import { searchIndex } from './search-companies.ts'
import { hasNoWords, readSearchText, type SearchText } from './search-text.ts'

/** Most suggestions. */
export const SUGGESTIONS_MAX = 10

/** The best of so many hits are suggested: a prominent company may have a long name. */
export const RANKED_MAX = 30
/** So many for a text of single letters (`h&m`), which more names contain. */
const RANKED_OF_LETTERS_MAX = 50

/** After this many hits no further correction of a text is searched. */
const CORRECTED_MAX = 3 * SUGGESTIONS_MAX

/** All states except `removed`: a user who types does not look for a removed company. */
const SUGGESTED = STATUSES.filter((status) => status !== 'removed')

/**
 * Returns up to `limit` companies: first those that match the text as typed (`suggestAsTyped`). If these are too
 * few, companies with this register number at a court that begins like the end of the text, or else companies
 * that match the text with a typo in one word.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function suggestCompanies(
  needs: Needs<'index'>,
  text: SearchText,
  limit = SUGGESTIONS_MAX,
): Promise<readonly Hit[]> {
  const asTyped = await suggestAsTyped(needs, text)
  if (asTyped.length >= limit || hasNoWords(text)) return asTyped.slice(0, limit)
  const numbers = await suggestNumbers(needs, text)
  const others = numbers.length > 0 ? numbers : await suggestCorrected(needs, text)
  return withoutRepeated([...asTyped, ...others]).slice(0, limit)
}

/**
 * Returns companies whose current or former name contains all words of the text, the last one as a prefix;
 * current names first. The order is that of a deep search, without hits that are only similar. The end of the
 * text may also be a prefix of a legal form: current names that match in that way go after those equal to the
 * whole text and before those that only start with it.
 */
async function suggestAsTyped(needs: Needs<'index'>, text: SearchText): Promise<readonly Hit[]> {
  const byWords = await suggestByWords(needs, text)
  return inOrder(byWords, await suggestByForm(needs, text))
}

async function suggestByWords(needs: Needs<'index'>, name: SearchText): Promise<readonly Hit[]> {
  const { words } = readName(name)
  const question = { name, limit: SUGGESTIONS_MAX }
  // Former names go after current ones. When current names fill the page, the many former names with a short
  // prefix are not even counted.
  const { hits } = await searchIndex(needs, { ...question, limit: rankedMax(words), deep: false })
  const isFull = hits.length >= SUGGESTIONS_MAX && hits.every(({ record }) => record.status !== 'removed')
  if (isFull) return byProminence(hits, words)
  const all = await searchIndex(needs, { ...question, deep: true, isStrict: true, status: SUGGESTED })
  return byProminence(all.hits, words)
}

function rankedMax(words: readonly string[]): number {
  const isOfLetters = words.length > 1 && words.every((word) => word.length === 1 || word === 'und')
  return isOfLetters ? RANKED_OF_LETTERS_MAX : RANKED_MAX
}

/**
 * Returns the hits with the longer current names in this order: the form of the text, active companies,
 * higher prominence, those that explain the letters of the text, all words complete, shorter names. Names
 * equal to the text stay before them.
 */
function byProminence(hits: readonly Hit[], words: readonly string[]): readonly Hit[] {
  const explaining = explainingHits(hits, words)
  const at = (position: number) => hits.filter((hit) => positionOf(hit) === position)
  const longer = at(POSITIONS.longer).toSorted(
    (a, b) =>
      // Forms of the same kind are no nearer here: the text may not be complete.
      Number(a.key.otherForm > 0) - Number(b.key.otherForm > 0) ||
      a.key.inactive - b.key.inactive ||
      prominenceIn(b.key.staticRank) - prominenceIn(a.key.staticRank) ||
      Number(explaining.has(b)) - Number(explaining.has(a)) ||
      Number(a.kind === 'prefix') - Number(b.kind === 'prefix') ||
      a.key.staticRank - b.key.staticRank,
  )
  return [...at(POSITIONS.equal), ...longer, ...at(POSITIONS.other)]
}

/** Returns the hits whose name explains the letters of the text. Only names with enough words are read. */
function explainingHits(hits: readonly Hit[], words: readonly string[]): ReadonlySet<Hit> {
  const more = explainingWords(words)
  if (more === undefined) return new Set()
  const first = words[0]?.[0]
  return new Set(
    hits.filter(
      ({ kind, key, record: { name } }) =>
        kind === 'words' &&
        key.step >= more &&
        name[0]?.toLowerCase() === first &&
        explainsLetters(readName(name).words, words),
    ),
  )
}

async function suggestByForm(needs: Needs<'index'>, text: SearchText): Promise<readonly Hit[]> {
  const begun = incompleteForm(text)
  if (begun === undefined || hasNoWords(begun.rest)) return []
  const question = { name: begun.rest, legalForm: begun.forms, limit: SUGGESTIONS_MAX }
  const { hits } = await searchIndex(needs, { ...question, deep: false, status: SUGGESTED })
  return hits.filter(({ kind, reasons }) => kind !== 'number' && !reasons.includes('prefix'))
}

/** Returns companies with the register number before the prefix of a court: `HRB 6684 Mün`. */
async function suggestNumbers(needs: Needs<'index'>, text: SearchText): Promise<readonly Hit[]> {
  const begun = incompleteNumber(text)
  if (begun === undefined) return []
  const question = { name: begun.number, court: begun.courts, limit: SUGGESTIONS_MAX }
  return (await searchIndex(needs, { ...question, deep: false, status: SUGGESTED })).hits
}

/**
 * Returns companies that match a correction of the text, by score; of equal ones first the best of each
 * correction, then the second, … Former names are searched only if current ones do not fill the page, and not
 * with one or two letters at the end, which begin too many of them.
 */
async function suggestCorrected(needs: Needs<'index'>, text: SearchText): Promise<readonly Hit[]> {
  const read = (await needs.index.corrections(text)).map(readSearchText)
  const corrections = read.flatMap((one) => ('text' in one ? [one.text] : []))
  const current = await hitsOfAll(corrections, (correction) => suggestCurrent(needs, correction))
  if (current.length >= SUGGESTIONS_MAX) return current
  const isShort = SHORT_END.test(corrections[0] ?? '')
  return isShort ? current : hitsOfAll(corrections, (correction) => suggestAsTyped(needs, correction))
}

/** A last word of one or two letters. */
const SHORT_END = /(?:^|[ -])[^ -]{1,2}$/

async function suggestCurrent(needs: Needs<'index'>, name: SearchText): Promise<readonly Hit[]> {
  const question = { name, limit: SUGGESTIONS_MAX, deep: false, status: SUGGESTED }
  const { hits } = await searchIndex(needs, question)
  return inOrder(hits, await suggestByForm(needs, name))
}

async function hitsOfAll(
  corrections: readonly SearchText[],
  suggest: (correction: SearchText) => Promise<readonly Hit[]>,
): Promise<readonly Hit[]> {
  const found: { readonly hit: Hit; readonly round: number }[] = []
  for (const correction of corrections) {
    if (found.length >= CORRECTED_MAX) break
    const hits = await suggest(correction)
    hits.forEach((hit, round) => {
      found.push({ hit: misspelt(hit), round })
    })
  }
  found.sort((a, b) => b.hit.score - a.hit.score || a.round - b.round)
  return withoutRepeated(found.map(({ hit }) => hit))
}

/** The hits of a correction as hits of the misspelt text. */
function misspelt({ record, key, score, matchedName, matchedOn, reasons: all }: Hit): Hit {
  const reasons: Hit['reasons'] = ['slip', ...all.filter((reason) => reason !== 'same_name')]
  return { record, key, kind: 'spelling', score: slipScore(score), matchedName, matchedOn, reasons }
}

/** Merges hits without duplicates: names equal to the text, then longer current names, then former names. */
function inOrder(byWords: readonly Hit[], byForm: readonly Hit[]): readonly Hit[] {
  const ordered = [...byWords, ...byForm].sort((a, b) => positionOf(a) - positionOf(b))
  return withoutRepeated(ordered).slice(0, SUGGESTIONS_MAX)
}

/** The order of hits: names equal to the text, then longer current names, then numbers and former names. */
const POSITIONS = { equal: 0, longer: 1, other: 2 }

function positionOf({ score, matchedOn }: Hit): number {
  if (matchedOn !== 'name') return POSITIONS.other
  return score >= SAME_NAME_SCORE_MIN ? POSITIONS.equal : POSITIONS.longer
}

/** Returns the first hit of every company. */
function withoutRepeated(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ record: { uuid } }) => !seen.has(uuid) && seen.add(uuid))
}
