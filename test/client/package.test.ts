/** The client as a package: its weight, its README, its types from the outside. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { cleanEnv, importedFolder, makeKey, startServer } from '../journeys/program.ts'
import { CLIENT, installClient } from './built.ts'

/** Of all that a browser would load, packed. */
const BYTES_MAX = 5 * 1024

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
let dist: string

before(async () => {
  dist = await installClient(folder)
})
after(() => rmSync(folder, { recursive: true }))

/** The programs of the README, and what it says that they print. */
function examples(): { readonly program: string; readonly prints: string }[] {
  const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```\n+(?:```text\n([\s\S]*?)```)?/g)]
  return blocks.map(([, program = '', prints = '']) => ({ program, prints }))
}

test('the built client weighs 5 kB at most, packed, and depends on nothing', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.js'))
  const text = modules.map((name) => readFileSync(join(dist, name), 'utf8')).join('')
  const bytes = gzipSync(text).length
  assert.ok(bytes > 1000, 'it was measured')
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`)
  for (const [, from = ''] of text.matchAll(/from ["'](.*?)["']/g)) assert.match(from, /^\.\//)
  assert.doesNotMatch(readFileSync(join(CLIENT, 'package.json'), 'utf8'), /[dD]ependencies"/)
})

test('the programs of the README compile in a strict project and print what it says', async (t) => {
  const dataDir = await importedFolder(t)
  const { url } = await startServer(t, dataDir)
  const { key } = await makeKey(dataDir)
  const programs = examples()
  assert.ok(programs.length >= 6)
  for (const [place, { program }] of programs.entries()) writeFileSync(join(folder, `${place}.ts`), program)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'process.d.ts'), 'declare const process: { env: Record<string, string> }\n')
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const strict = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom']
  const files = [...programs.keys()].map((place) => `${place}.ts`)
  const compiled = run(process.execPath, [tsc, ...strict, 'process.d.ts', ...files], { cwd: folder })
  await compiled.catch(({ stdout }) => assert.fail(stdout))
  const env = cleanEnv({ FIRMENSUCHE_URL: url, FIRMENSUCHE_KEY: key })
  for (const [place, { prints }] of programs.entries()) {
    const { stdout } = await run(process.execPath, [`${place}.ts`], { cwd: folder, env })
    assert.equal(stdout, prints)
  }
})
