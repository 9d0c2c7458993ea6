/** The programs that a new key is shown with, run as they are. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Snippet, snippetsFor } from '../../dashboard/src/pages/keys/snippets.ts'
import { API_SCOPES, type Scope } from '../../src/core/access/key.ts'
import type { KeyKind } from '../../src/core/access/key-kind.ts'
import { someOf } from '../thorough.ts'
import { importedFolder, makeKey, ONE_THREAD, startServer, temporaryFolder } from './program.ts'

/** What runs a snippet, and has to be installed for it. */
type ProgramId = Exclude<Snippet['id'], 'openrefine'>
const PROGRAMS: Readonly<Record<ProgramId, string>> = {
  curl: 'curl',
  javascript: 'node',
  python: 'python3',
}
/** The node of these tests comes first. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** Why a snippet is not run here; in CI it is, and fails. */
function missing(id: ProgramId): string | false {
  if (process.env.CI === 'true') return false
  try {
    execFileSync('sh', ['-c', `command -v ${PROGRAMS[id]}`], { env: { PATH } })
    return false
  } catch {
    return `${PROGRAMS[id]} is not installed`
  }
}

for (const id of someOf(['curl', 'javascript', 'python'] as const, 1)) {
  test(`the example in ${id} receives a successful response with the shown key`, {
    skip: missing(id),
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const server = await startServer(t, dataDir, ONE_THREAD)
    const publicUrl = `http://localhost:${new URL(server.url).port}`
    const keyParams: { readonly scopes: readonly Scope[]; readonly kind: KeyKind }[] = [
      { scopes: API_SCOPES, kind: 'live' },
      { scopes: ['companies:read'], kind: 'live' },
      { scopes: API_SCOPES, kind: 'test' },
    ]
    for (const { scopes, kind } of keyParams) {
      const options = ['--scopes', scopes.join(','), ...(kind === 'test' ? ['--test'] : [])]
      const { key } = await makeKey(dataDir, options)
      const snippet = snippetsFor({ publicUrl, secret: key, scopes, kind }).find((each) => each.id === id)!
      const out = await runSnippet(t, snippet)
      if (scopes === API_SCOPES)
        assert.ok(snippet.text.includes(`${publicUrl}/api/v1/companies/search/'`), id)
      if (kind === 'test') assert.match(out, /Sandbox Ahorn GmbH/)
      else if (scopes === API_SCOPES) assert.match(out, /^\[\s*\]\s*$|company_name/i, out)
      else assert.match(out, /uuid/i, out)
      const wrong = snippetsFor({ publicUrl, secret: `${key.slice(0, -1)}!`, scopes, kind }).find(
        (each) => each.id === id,
      )!
      assert.doesNotMatch(
        await runSnippet(t, wrong).catch(() => ''),
        /uuid|^\[/,
        'it works without the key too',
      )
    }
  })
}

/** As its reader would: a shell line is pasted, a program saved under the name that its first line says, and started so. */
function runSnippet(t: TestContext, { text }: Snippet): Promise<string> {
  const folder = temporaryFolder(t)
  const start = /^(?:\/\/|#) (API_KEY=.* (\S+))$/m.exec(text)
  if (start !== null) writeFileSync(join(folder, start[2]!), text)
  const line = start?.[1] ?? text
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile('sh', ['-c', line], { cwd: folder, env: { PATH }, timeout: 30_000 }, (fault, out, err) => {
    if (fault) reject(new Error(`${fault.message}\n${err}`))
    else resolve(out)
  })
  return promise
}
