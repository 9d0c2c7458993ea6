/** The names in docs/names.md, in both languages, are read as shown there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readName } from '../src/names/reading/read-name.ts'

for (const file of ['docs/names.md', 'docs/de/names.md']) {
  const page = readFileSync(join(import.meta.dirname, '..', file), 'utf8')

  test(`the names at the top of ${file} have the words, form and status in their rows`, () => {
    const rows = [...page.matchAll(/^\| `(.+)` \| (.*?) \| (.*?) ?\| (.*?) ?\|$/gm)]
    assert.ok(rows.length >= 5)
    for (const [, text = '', ...shown] of rows) {
      const { words, hyphens, form = '', status = '' } = readName(text)
      assert.deepEqual(
        [
          words
            .map((word, at) => word + (hyphens[at] ? '-' : ' '))
            .join('')
            .trim(),
          form,
          status,
        ],
        shown,
      )
    }
  })

  test(`names shown as equal in ${file} are read as equal`, () => {
    const chains = [...page.matchAll(/`[^`]+`(?: = `[^`]+`)+/g)]
    assert.ok(chains.length >= 10)
    for (const [chain] of chains) {
      const [first = '', ...others] = chain.slice(1, -1).split('` = `')
      for (const other of others) assert.deepEqual(readName(other), readName(first), chain)
    }
  })
}
