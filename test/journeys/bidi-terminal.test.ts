// Thorough: hostile names of files in every output.
/**
 * The output of commands contains no characters that control the text direction: they are printed as
 * escapes.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run, sampleLines, temporaryFolder } from './program.ts'

const NAME = 'entries \u202elnosj.\u2066.jsonl'
const SHOWN = 'entries \\u202elnosj.\\u2066.jsonl'

test('file names with control of the text direction are printed with escapes, in lines, errors, progress bars and JSON', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, NAME)
  const command = (...args: string[]) => run([...args, '--data-dir', join(folder, 'data')])

  const missing = await command('import', file)
  assert.notEqual(missing.code, 0)
  assert.ok(missing.err.includes(SHOWN), missing.err)
  const unknown = await run([`stat\u202eus`])
  assert.notEqual(unknown.code, 0)
  assert.ok(unknown.err.includes('stat\\u202eus'), unknown.err)

  writeFileSync(file, `${sampleLines(3).join('\n')}\n`)
  const json = await command('import', file, '--json')
  assert.equal(json.code, 0, json.err)
  const steps = json.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.ok(
    steps.some((step) => step.file?.endsWith(NAME)),
    json.out,
  )
  const shown = await command('import', file)
  assert.equal(shown.code, 0, shown.err)
  assert.ok(shown.err.includes(SHOWN), shown.err)
  for (const { out, err } of [missing, unknown, json, shown])
    assert.doesNotMatch(out + err, /\p{Bidi_Control}/u)
})
