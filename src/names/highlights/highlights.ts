/** Highlights: the parts of a hit's names that answered the query, for pages that mark them. */
import type { MatchKind } from '../ranking/rank.ts'
import type { FormCode } from '../reading/legal-form.ts'
import type { Hit } from '../search/page.ts'
import type { TextRange } from '../text/fold-places.ts'
import { markEqualWords } from './equal-words.ts'
import type { HighlightQuery } from './highlight-query.ts'
import { NameMarks } from './name-marks.ts'
import { type PlacedName, readPlacedName } from './placed-name.ts'
import { markSimilarWords } from './similar-words.ts'
import { typedEnd } from './typed-letters.ts'

/** Ranges in code points of two names, sorted, without overlaps. */
export interface Highlights {
  readonly matchedName: readonly TextRange[]
  readonly name: readonly TextRange[]
}

const NOTHING: Highlights = { matchedName: [], name: [] }
/** Kinds of hits whose name has every word of the query as it is, the last one as a prefix. */
const WORD_KINDS: ReadonlySet<MatchKind> = new Set(['exact', 'form', 'words', 'prefix', 'former'])

/** What highlights depend on. */
type MarkedHit = Pick<Hit, 'kind' | 'matchedOn' | 'matchedName'> & {
  readonly record: Pick<Hit['record'], 'name'>
}

/** Returns the highlights of a hit of this query; none for a hit by number. */
export function highlightsOf(query: HighlightQuery, hit: MarkedHit): Highlights {
  if (hit.matchedOn === 'number') return NOTHING
  const { matchedName, record } = hit
  const isSimilar = !WORD_KINDS.has(hit.kind)
  const ranges = highlightsIn(query, matchedName, isSimilar)
  const isOne = matchedName === record.name
  return { matchedName: ranges, name: isOne ? ranges : highlightsIn(query, record.name, isSimilar) }
}

/**
 * Returns the ranges of one name. `isSimilar`: as for a name that is only similar to the query. Similar words
 * are marked then, and the last word is no prefix.
 */
export function highlightsIn(query: HighlightQuery, text: string, isSimilar: boolean): readonly TextRange[] {
  if (query.words.length === 0) return []
  const name = readPlacedName(text)
  const marks = new NameMarks(query, name)
  markEqualWords(query, name, marks, !isSimilar)
  if (query.form !== undefined) markForm(query.form, name, marks)
  else if (!marks.isComplete) markTypedForm(query, name, marks)
  if (isSimilar && !marks.isComplete) markSimilarWords(query, name, marks)
  return marks.ranges()
}

function markForm(form: FormCode, { forms, formPlaces }: PlacedName, marks: NameMarks): void {
  if (forms.includes(form)) for (const place of formPlaces) marks.addMark(place)
}

/** Marks the typed letters of a form that is not complete yet: `Adler Gm`. */
function markTypedForm(
  query: HighlightQuery,
  { text, forms, formPlaces }: PlacedName,
  marks: NameMarks,
): void {
  const [place] = formPlaces
  if (place === undefined || !query.typedForm.forms.some((form) => forms.includes(form))) return
  marks.addMark([place[0], typedEnd(text.folded, ...place, query.typedForm.letters) ?? place[1]])
}
