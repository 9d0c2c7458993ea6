// Thorough: it compiles the client; client.test.ts calls a server with its sources.
/** The client as a package: its weight, its README, its types from the outside. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { cleanEnv, importedFolder, makeKey, startServer } from '../journeys/program.ts'
import { CLIENT, installClient, programsOf, writePrograms } from './built.ts'

/** Of all that a browser would load, packed. */
const BYTES_MAX = 5 * 1024

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
let dist: string

before(async () => {
  dist = await installClient(folder)
})
after(() => rmSync(folder, { recursive: true }))

test('the built client has at most 5 kB, compressed, and no dependencies', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.js'))
  const text = modules.map((name) => readFileSync(join(dist, name), 'utf8')).join('')
  const bytes = gzipSync(text).length
  assert.ok(bytes > 1000, 'it was measured')
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`)
  for (const [, from = ''] of text.matchAll(/from ["'](.*?)["']/g)) assert.match(from, /^\.\//)
  assert.doesNotMatch(readFileSync(join(CLIENT, 'package.json'), 'utf8'), /[dD]ependencies"/)
})

test('the programs of the README compile in a strict project and print the documented output', async (t) => {
  const dataDir = await importedFolder(t)
  const { url } = await startServer(t, dataDir)
  const { key } = await makeKey(dataDir)
  const programs = programsOf(readFileSync(join(CLIENT, 'README.md'), 'utf8'))
  assert.ok(programs.length >= 6)
  await writePrograms(folder, programs)
  const env = cleanEnv({ BASE_URL: url, API_KEY: key })
  for (const { file, prints } of programs) {
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
    assert.equal(stdout, prints)
  }
})
