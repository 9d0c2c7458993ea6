/** The Python client against a running server: `clients/python/tests`, and the guide, in an environment of its own. */
// Thorough: the client of another language, with packages from PyPI; client.test.ts tests the one in TypeScript.
// Own process: it waits for Python, and other files can run meanwhile.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnv, importedFolder, ROOT, run, sampleLines, temporaryFolder } from '../journeys/program.ts'
import { installPythonClient, runPythonTests, startForPython } from './python.ts'

/** Tests of the client, at least: fewer were not found. */
const TESTS_MIN = 150
const SAMPLE_LINES = 100_000

let environment: Promise<string | undefined> | undefined

/** The interpreter that has the client, installed once; `undefined` if there is none, and the test is skipped. */
async function pythonFor(t: TestContext): Promise<string | undefined> {
  environment ??= installPythonClient('python3')
  try {
    return await environment
  } catch (error) {
    if (process.env.CI === 'true') throw error
    t.skip(`the Python client cannot be installed: ${(error as Error).message.split('\n', 1)[0]}`)
    return undefined
  }
}

test('the Python client passes its tests against the real service', async (t) => {
  const python = await pythonFor(t)
  if (python === undefined) return
  const output = await runPythonTests(python, await startForPython(t, await importedFolder(t)))
  assert.ok(Number(/(\d+) passed/.exec(output)?.[1]) >= TESTS_MIN, output)
  assert.doesNotMatch(output, /skipped|deselected|xfailed/)
})

test('the Python program of the list guide prints the documented output and writes the same companies as the other', async (t) => {
  const python = await pythonFor(t)
  if (python === undefined) return
  const guide = readFileSync(join(ROOT, 'docs/guides/match-a-list.md'), 'utf8')
  const [, program = '', prints = ''] = /```python\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(guide) ?? []
  const [customers = '', matched = ''] = [...guide.matchAll(/```csv\n([\s\S]*?)```/g)].map(([, rows]) => rows)
  const folder = temporaryFolder(t)
  const entries = join(folder, 'entries.jsonl')
  const lines = sampleLines(SAMPLE_LINES).filter((line) => /Zeiss|Siemens/i.test(line))
  writeFileSync(entries, `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'customers.csv'), customers)
  writeFileSync(join(folder, 'program.py'), program)
  const dataDir = temporaryFolder(t)
  const imported = await run(['import', entries, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  const { url, key } = await startForPython(t, dataDir)
  const env = cleanEnv({ BASE_URL: url, API_KEY: key, PYTHONUTF8: '1' })
  const { stdout } = await promisify(execFile)(python, ['program.py'], { cwd: folder, env })
  assert.equal(stdout, prints)
  const uuids = [...matched.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([uuid]) => uuid)
  assert.equal(uuids.length, 3)
  const written = readFileSync(join(folder, 'matched_columns.csv'), 'utf8')
  for (const uuid of uuids) assert.ok(written.includes(uuid), uuid)
})
