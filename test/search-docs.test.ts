/**
 * Every example of docs/search.md, in both languages, has the results that the sample in the repository
 * gives.
 */
// Thorough: it indexes the whole sample; relevance.test.ts does that, too.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import {
  answeredExample,
  examplesOf,
  languageOf,
  SEARCH_PAGES,
  sampleIndex,
  withFormKinds,
  withProminence,
  withWeights,
} from '../scripts/make-search-docs.ts'
import type { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { MATCH_KINDS, MATCH_REASONS } from '../src/names/ranking/rank.ts'
import { FEATURES } from '../src/names/ranking/shared-score.ts'
import { LEGAL_FORMS } from '../src/names/reading/legal-form.ts'

let index: EmbeddedNameIndex

before(() => {
  index = sampleIndex()
})

for (const file of SEARCH_PAGES) {
  const page = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const examples = examplesOf(page)

  describe(file, () => {
    for (const example of examples) {
      const [question = ''] = example.split('\n')
      it(`shows the results of "${question.slice(2)}"`, () => {
        assert.equal(example, answeredExample(example, index))
      })
    }

    it('shows the learned weights of the score', () => {
      assert.equal(page, withWeights(page, languageOf(file)))
      assert.ok(page.includes(String(FEATURES.at(-1)?.weight)))
    })

    it('shows the points of every fact of the prominence', () => {
      assert.equal(page, withProminence(page, languageOf(file)))
      assert.match(page, /^\| `legal_form` \| .* \| AG, SE, KGaA.* \| 9 \|$/m)
      assert.match(page, /^\| `subsidiaries` \| .* \| ≥ 100 \| 8 \|$/m)
    })

    it('shows the legal forms of every kind', () => {
      assert.equal(page, withFormKinds(page, languageOf(file)))
      const [, table = ''] = page.split('<!-- form-kinds -->')
      const listed = new Set(table.split(/, | \|(?: |\n)/))
      for (const { code, kind } of LEGAL_FORMS) if (kind !== 'unknown') assert.ok(listed.has(code), code)
    })

    it('has an example of every match kind', () => {
      const shown = new Set(
        examples.flatMap((example) => [...example.matchAll(/^ {2}([a-z]+)/gm)].map(([, kind]) => kind)),
      )
      assert.deepEqual(
        MATCH_KINDS.filter((kind) => !shown.has(kind)),
        [],
      )
    })

    it('names every match reason', () => {
      assert.deepEqual(
        MATCH_REASONS.filter((reason) => !page.includes(reason)),
        [],
      )
    })
  })
}
