/** The query of highlights: what is computed once for all names of a page. */
import { expansionsOf } from '../likeness/expansions.ts'
import type { Expansion } from '../likeness/misspelt-abbreviation.ts'
import { initialsOf, isComparable, looseLetters } from '../likeness/name-query.ts'
import { completionsOf } from '../likeness/suspended-words.ts'
import { joinableRuns, type WordRun } from '../likeness/word-alignment.ts'
import { type IncompleteForm, incompleteForm } from '../reading/incomplete-form.ts'
import type { FormCode } from '../reading/legal-form.ts'
import { readName } from '../reading/read-name.ts'
import { foldWhole } from '../text/fold.ts'
import { hyphenRuns } from './hyphen-runs.ts'

/** A query whose words are looked for in names. */
export class HighlightQuery {
  readonly words: readonly string[]
  readonly form: FormCode | undefined
  /** Its hyphenated words as single ones: their letters and which words they are. */
  readonly hyphenRuns: readonly (readonly [letters: string, WordRun])[]
  readonly #text: string
  #likeness: QueryLikeness | undefined
  #typedForm: TypedForm | undefined

  constructor(text: string) {
    const { words, hyphens, form } = readName(text.toWellFormed())
    this.words = words
    this.form = form
    this.hyphenRuns = hyphenRuns(words, hyphens)
    this.#text = text
  }

  /** What a comparison of similar words needs; computed only if one is made. */
  get likeness(): QueryLikeness {
    this.#likeness ??= likenessOf(this.words)
    return this.#likeness
  }

  /** The form that the text ends in the beginning of. */
  get typedForm(): TypedForm {
    this.#typedForm ??= typedFormOf(this.#text, incompleteForm(this.#text))
    return this.#typedForm
  }
}

interface QueryLikeness {
  readonly isComparable: boolean
  readonly runs: readonly WordRun[]
  /** By word: its expansions. */
  readonly expansions: readonly (readonly Expansion[])[]
  readonly looseLetters: string
  readonly initials: string
}

function likenessOf(words: readonly string[]): QueryLikeness {
  const isAble = isComparable(words)
  const completions = completionsOf(words)
  return {
    isComparable: isAble,
    runs: isAble ? joinableRuns(words) : [],
    expansions: isAble ? words.map((word) => expansionsOf(word, true, completions.get(word))) : [],
    looseLetters: looseLetters(words),
    initials: initialsOf(words),
  }
}

interface TypedForm {
  readonly forms: readonly FormCode[]
  /** The letters of its beginning, folded. */
  readonly letters: string
}

function typedFormOf(text: string, found: IncompleteForm | undefined): TypedForm {
  if (found === undefined) return { forms: [], letters: '' }
  return { forms: found.forms, letters: foldWhole(text.slice(found.rest.length)).replaceAll(' ', '') }
}
