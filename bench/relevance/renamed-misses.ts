/**
 * Where partly renamed companies are lost that are not among the first ten of a deep search:
 *
 *     node bench/relevance/renamed-misses.ts <folder of *.jsonl.br> --index <file> [--count N] [--half learned] [--show N]
 *
 * *Behind ten as good*: ten other companies or more have as much of the query in every respect below, so that no order that follows what a
 * name and the query share can place the right one among ten. *Not shown*: it is not among all hits, of which up to 100 are related.
 * *Owner*: the query names an owner (`Inh.`), and the last word of both is in the right name.
 */
import { parseArgs } from 'node:util'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { openIndex, recordOf } from '../../src/engine/format/index-reader.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import { Random } from '../corpus/random.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import { judge, rankOf } from './judge.ts'
import { KnownNames } from './known-names.ts'
import { areNamesakes, type PlainName, plainName } from './plain-name.ts'
import type { JudgedQuery, Target } from './query.ts'
import { relevanceImage } from './relevance-index.ts'
import { type Half, PARTLY_ANOTHER, renamedQueries, SHARED_ONE_IN } from './renamed.ts'
import { drawTargets } from './targets.ts'

const PAGE = 10
/** More than the hits of a page and all that are related. */
const ALL_HITS = 300
/** Shorter common runs of letters are chance. */
const RUN_LETTERS_MIN = 3

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    count: { type: 'string', default: '2500' },
    half: { type: 'string', default: 'judged' },
    show: { type: 'string', default: '0' },
  },
})
const read = (filesMax?: number) => companiesOf(positionals[0] as string, filesMax)
const image = relevanceImage(read, false, options.index)
const index = new EmbeddedNameIndex()
index.publish(image)
const reader = openIndex(image)
const known = new KnownNames(reader)
const names = Array.from({ length: known.companies }, (_, company) => plainName(known.name(company)))
const companiesWith = companiesByRareWord()

const making = { known, count: Number(options.count), half: options.half as Half }
const queries = renamedQueries(drawTargets(read, new Random(1).start(0)), making)
const ofKind = queries.filter(({ kind }) => kind === PARTLY_ANOTHER)
const missed = ofKind.filter((query) => judge(index, query, true).rank === 0)
const counts = { queries: ofKind.length, missed: missed.length, behindTenAsGood: 0, notShown: 0, owner: 0 }
for (const [i, query] of missed.entries()) {
  const asGood = companiesAsGood(query).length
  const place = placeOf(query)
  if (asGood >= PAGE) counts.behindTenAsGood++
  if (place === 0) counts.notShown++
  if (sharesOwner(query)) counts.owner++
  if (i < Number(options.show))
    console.log(`${asGood} as good, at ${place || '-'}: ${query.text} -> ${query.target?.name}`)
}
console.log(JSON.stringify(counts))

/** Returns the place of the right company among all hits; 0 = none. */
function placeOf(query: JudgedQuery): number {
  const status = query.target?.status === 'removed' ? { status: STATUSES } : {}
  return rankOf(query, index.search({ name: query.text, deep: true, limit: ALL_HITS, ...status }).hits)
}

function sharesOwner({ text, target }: JudgedQuery): boolean {
  const [asked, meant] = [readName(text).words, readName((target as Target).name).words]
  const at = asked.indexOf('inhaber', 1)
  return at > 0 && at + 2 < asked.length && meant.includes(asked.at(-1) as string)
}

/** Returns the companies, without namesakes, whose names share as much with the query in every respect as the right one. */
function companiesAsGood({ text, target }: JudgedQuery): readonly number[] {
  const { name: right, status } = target as Target
  const query = plainName(text)
  const rightName = plainName(right)
  const own = sharedBetween(query, rightName)
  const shared = query.words.filter((word) => rightName.words.includes(word))
  const rarest = shared.reduce((a, b) => (known.namesWith(a) <= known.namesWith(b) ? a : b))
  return (companiesWith.get(rarest) ?? []).filter((company) => {
    const name = names[company] as PlainName
    if (!shared.every((word) => name.words.includes(word))) return false
    if (areNamesakes(known.name(company), right)) return false
    if (status !== 'removed' && recordOf(reader, company).status !== status) return false
    return sharedBetween(query, name).every((value, i) => value >= (own[i] as number))
  })
}

/** Returns what speaks for a name, each the more the better. */
function sharedBetween(query: PlainName, name: PlainName): readonly number[] {
  const extra = name.words.filter((word) => !query.words.includes(word))
  return [
    ...query.words.map((word) => Math.max(0, ...name.words.map((other) => commonRun(word, other)))),
    -extra.length,
    -extra.join('').length,
    sharedWordsInARow(query.words, name.words),
    Number(query.words[0] === name.words[0]),
    Number(query.words.at(-1) === name.words.at(-1)),
    Number(query.form === name.form),
  ]
}

function sharedWordsInARow(a: readonly string[], b: readonly string[]): number {
  let longest = 0
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let run = 0
      while (a[i + run] !== undefined && a[i + run] === b[j + run]) run++
      longest = Math.max(longest, run)
    }
  }
  return longest
}

/** Returns the letters of the longest common run of both words. */
function commonRun(a: string, b: string): number {
  let longest = 0
  for (let i = 0; i < a.length; i++)
    while (i + longest < a.length && b.includes(a.slice(i, i + longest + 1))) longest++
  return longest >= RUN_LETTERS_MIN ? longest : 0
}

function companiesByRareWord(): ReadonlyMap<string, readonly number[]> {
  const companies = new Map<string, number[]>()
  names.forEach(({ words }, company) => {
    for (const word of new Set(words)) {
      if (known.namesWith(word) * SHARED_ONE_IN >= known.count) continue
      const list = companies.get(word)
      if (list === undefined) companies.set(word, [company])
      else list.push(company)
    }
  })
  return companies
}
