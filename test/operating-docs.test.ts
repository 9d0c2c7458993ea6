/** The operator's documents agree with the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ENV_PATH, envExample, OPERATING_PATH, operatingPage } from '../scripts/make-config-docs.ts'
import { dataFiles } from '../src/server/data-folder.ts'

const page = readFileSync(OPERATING_PATH, 'utf8')

test('.env.example and the tables of docs/operating.md are the output of scripts/make-config-docs.ts', () => {
  assert.equal(readFileSync(ENV_PATH, 'utf8'), envExample())
  assert.equal(page, operatingPage(page))
})

test('docs/operating.md names every file of the data folder', () => {
  for (const path of Object.values(dataFiles('.'))) assert.ok(page.includes(`\`${path}\``), path)
})
