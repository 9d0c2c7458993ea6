// Thorough: all words of the sample; src/engine/fuzzy/fuzzy-terms.test.ts has fewer.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { Random } from '../bench/corpus/random.ts'
import { companiesOf } from '../bench/corpus/real-companies.ts'
import { buildIndexImage } from '../src/engine/build/index-builder.ts'
import type { TermDictionary } from '../src/engine/format/term-dictionary.ts'
import type { FuzzyContext } from '../src/engine/fuzzy/fuzzy-context.ts'
import { openFuzzyContext } from '../src/engine/fuzzy/fuzzy-context.ts'
import type { FuzzyTerm } from '../src/engine/fuzzy/fuzzy-term-keys.ts'
import { unpackLikeness, WordComparison } from '../src/names/likeness/word-likeness.ts'
import { Letters } from '../src/names/text/letters.ts'

const SAMPLE = join(import.meta.dirname, '..', 'data', 'sample')
const QUERIES = 120
const random = new Random(3)
let context: FuzzyContext

before(() => {
  context = openFuzzyContext(
    buildIndexImage(companiesOf(SAMPLE), { snapshotNumber: 1, sequence: 1, nowMs: 1 }),
  )
})

test('exactly the words similar to a noisy one are found among 120,000 real words', () => {
  const { words, fuzzyTerms } = context
  const foundByEdits = [0, 0, 0, 0]
  for (let i = 0; i < QUERIES; i++) {
    const word = textOf(words, random.below(words.starts.length - 1))
    const query = Array.from({ length: i % 4 }).reduce<string>(edit, word)
    const found = fuzzyTerms.find(query)
    assert.deepEqual(found, bruteForce(words, query), query)
    foundByEdits[i % 4] = (foundByEdits[i % 4] as number) + found.length
  }
  for (const found of foundByEdits) assert.ok(found > QUERIES, 'a test that finds nothing shows nothing')
})

/** Returns the word with one edit: a letter deleted, inserted, replaced or two transposed. */
function edit(word: string): string {
  const letters = [...word]
  const at = random.below(letters.length)
  const letter = random.oneOf([...'aeinrst'])
  const kind = random.below(4)
  if (kind === 0 && letters.length > 1) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letter)
  else if (kind === 2) letters[at] = letter
  else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
  return letters.join('')
}

function textOf({ bytes, starts }: TermDictionary, word: number): string {
  return Buffer.from(bytes.slice(starts[word], starts[word + 1])).toString('utf8')
}

function bruteForce({ bytes, starts }: TermDictionary, query: string): FuzzyTerm[] {
  const comparison = new WordComparison().setWord(query)
  const letters = new Letters()
  const found: FuzzyTerm[] = []
  for (let term = 0; term < starts.length - 1; term++) {
    letters.setUtf8(bytes, starts[term] as number, starts[term + 1] as number)
    const likeness = unpackLikeness(comparison.compare(letters))
    if (likeness !== undefined) found.push({ term, ...likeness })
  }
  return found.sort((a, b) => a.cost - b.cost || a.term - b.term)
}
