/** Common abbreviations in company names and the words that they stand for. */
import data from './data/abbreviations.json' with { type: 'json' }

interface Abbreviation {
  readonly short: string
  readonly word: string
  /** `dotted`: only with its dot; `always`: without a dot too. */
  readonly kind: string
}

const DOTTED: ReadonlyMap<string, string> = new Map(
  (data.abbreviations as readonly Abbreviation[]).map(({ short, word }) => [short, word]),
)
const ALWAYS: ReadonlyMap<string, string> = new Map(
  (data.abbreviations as readonly Abbreviation[])
    .filter(({ kind }) => kind === 'always')
    .map(({ short, word }) => [short, word]),
)
const ADJECTIVES = adjectiveForms()

/** Every inflected and short form of the listed adjectives → the form in -e. */
function adjectiveForms(): { dotted: ReadonlyMap<string, string>; full: ReadonlyMap<string, string> } {
  const dotted = new Map<string, string>()
  const full = new Map<string, string>()
  for (const { short, word } of data.adjectives) {
    for (const text of short) dotted.set(text, word)
    for (const ending of ['r', 's', 'n', 'm']) full.set(word + ending, word)
  }
  return { dotted, full }
}

/**
 * The word that a folded word stands for; the word itself when it is no abbreviation. Listed adjectives lose their inflection
 * (`deutscher`, `deutsches`, `dt.` → `deutsche`), as their abbreviation does not tell it.
 */
export function expand(word: string, dotted: boolean): string {
  const inflected = ADJECTIVES.full.get(word)
  if (inflected !== undefined) return inflected
  if (!dotted) return ALWAYS.get(word) ?? word
  return DOTTED.get(word) ?? ADJECTIVES.dotted.get(word) ?? word
}
