/** The names in an OpenSearch, behind a proxy with TLS and a password: imports, searches, changes, and its loss. */
// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { Firmensuche } from '../../clients/typescript/src/index.ts'
import { findPort } from '../../src/adapters/system/free-port.ts'
import type { Check } from '../../src/control/views.ts'
import { missingOpenSearch, startOpenSearch } from '../opensearch/opensearch-server.ts'
import { startAssistant } from './assistant.ts'
import {
  atEnd,
  ENTRIES,
  importedFolder,
  type Lifetime,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  run,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const missing =
  missingOpenSearch() ?? (spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'haproxy is missing')
const QUESTIONS: readonly object[] = [
  { name: 'GmbH' },
  { name: 'verein', limit: 5 },
  { name: 'HRB 1' },
  { name: 'muller', deep: true },
  { name: 'Verwaltngs', deep: true, include: ['match'] },
  { name: 'bau', deep: true, status: ['active'] },
]

const MAPPING = `source: partners
title: Business partners
columns: {name: Firma, number: Registernummer, court: Amtsgericht}
`

const CALLS: readonly [string, object][] = [
  ['search_companies', { name: 'Adler GmbH', limit: 3 }],
  ['search_companies', { name: 'Verwaltngs', deep: true }],
  ['match_companies', { rows: [{ name: 'Adler GmbH' }, { name: 'Gibtsnicht Qwxyz GmbH', deep: true }] }],
  ['search', { query: 'Adlar Apotheke' }],
]

/** Matches a list as a job with deep searches; resolves with its result. */
async function matched(url: string, key: string, file: string): Promise<string> {
  const { matches } = new Firmensuche({ baseUrl: url, key })
  const { id } = await matches.start({ file, format: 'csv' }, { deep: true })
  const job = await matches.wait(id, { intervalMs: POLL_MS })
  assert.equal(job.state, 'done')
  const text = await new Response(await matches.result(id)).text()
  await matches.delete(id)
  return text
}

/** A proxy in front of OpenSearch that speaks TLS and wants a password; returns its address and its certificate. */
async function startProxy(test: Lifetime, behind: string): Promise<{ url: string; ca: string }> {
  const folder = temporaryFolder(test)
  const [key, cert, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' })
  execFileSync('sh', ['-c', `cat "${key}" "${cert}" > "${both}"`])
  const { port, release } = await findPort('127.0.0.1', 0)
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    `global
  ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
userlist users
  user search insecure-password pass@word
frontend tls
  bind 127.0.0.1:${port} ssl crt ${both}
  acl known http_auth(users)
  http-request auth unless known
  default_backend opensearch
backend opensearch
  server one ${new URL(behind).host}
`,
  )
  release()
  const proxy = spawn('haproxy', ['-db', '-f', config], { stdio: 'ignore' })
  atEnd(test, () => proxy.kill('SIGKILL'))
  return { url: `https://search:pass%40word@127.0.0.1:${port}`, ca: cert }
}

it('with OPENSEARCH_URL a server gives the same answers, follows imports and suppressions, and says when it is gone', {
  skip: missing,
}, async (test) => {
  const openSearch = await startOpenSearch('512m')
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await openSearch.stop()
    isStopped = true
  }
  atEnd(test, stop)
  const { url, ca } = await startProxy(test, openSearch.url)
  // On a busy machine neither index may end a search before the other does.
  const settings = { ...ONE_THREAD, DEEP_BUDGET_MS: '10000' }
  const env = { ...settings, OPENSEARCH_URL: url, OPENSEARCH_CA_FILE: ca, OPENSEARCH_INDEX: 'journey' }
  const dataDir = join(temporaryFolder(test), 'var')
  const imported = await run(['import', ENTRIES, '--data-dir', dataDir], env)
  assert.equal(imported.code, 0, imported.err)

  const otherDir = await importedFolder(test)
  const server = await startServer(test, dataDir, env)
  const embedded = await startServer(test, otherDir, settings)
  const [{ key }, { key: other }] = [await makeKey(dataDir), await makeKey(otherDir)]
  for (const question of QUESTIONS) {
    const [ours, theirs] = [
      await search(server.url, key, question),
      await search(embedded.url, other, question),
    ]
    assert.equal(ours.status, 200, `${JSON.stringify(question)}: ${server.complained()}`)
    assert.equal(ours.headers.get('x-total-count'), theirs.headers.get('x-total-count'))
    assert.deepEqual(await ours.json(), await theirs.json(), JSON.stringify(question))
  }

  // Jobs and tools search the same index.
  const list = 'Firma;Ort\nAdler GmbH;\nGibtsnicht Qwxyz GmbH;Ulm\nAdlar Apotheke;\n'
  assert.equal(await matched(server.url, key, list), await matched(embedded.url, other, list))
  const [assistant, theirs] = [
    await startAssistant(test, dataDir, env),
    await startAssistant(test, otherDir, settings),
  ]
  for (const [tool, args] of CALLS) {
    const answer = await assistant.call(tool, args)
    assert.equal(typeof answer, 'object', String(answer))
    assert.deepEqual(answer, await theirs.call(tool, args), tool)
  }
  assistant.process.stdin.end()
  assert.equal(await assistant.ended, 0, assistant.complained())

  const [more, mapping] = ['more.csv', 'more.yaml'].map((name) => join(dataDir, '..', name)) as [
    string,
    string,
  ]
  writeFileSync(mapping, MAPPING)
  writeFileSync(more, 'Firma;Registernummer;Amtsgericht\nZwölfender Quitten GmbH;HRB 987654;München\n')
  const found = async (name: string) =>
    (await (await search(server.url, key, { name })).json()) as { uuid: string }[]
  assert.deepEqual(await found('Zwölfender'), [])
  const added = await run(['import', more, '--mapping', mapping, '--data-dir', dataDir], env)
  assert.equal(added.code, 0, added.err)
  const [company] = await found('Zwölfender')
  assert.ok(company !== undefined, 'the imported company is not found when the command has ended')
  const hidden = await run(
    ['suppress', company.uuid, '--reason', 'a court said so', '--data-dir', dataDir],
    env,
  )
  assert.equal(hidden.code, 0, hidden.err)
  assert.deepEqual(await found('Zwölfender'), [])

  const doctor = async () => {
    const { out } = await run(['doctor', '--json', '--data-dir', dataDir], env)
    const checks = JSON.parse(out) as readonly Check[]
    return new Map(checks.map(({ name, state, description }) => [name, `${state}: ${description}`]))
  }
  const checks = await doctor()
  // On a busy machine the round trip is one to warn of.
  assert.match(checks.get('opensearch') ?? '', /^(?:ok|warn): OpenSearch \d/)
  assert.match(checks.get('opensearch rights') ?? '', /^ok: /)
  assert.match(checks.get('index') ?? '', /^ok: .*like the store$/)

  await stop()
  const without = await doctor()
  for (const name of ['opensearch', 'index'])
    assert.match(without.get(name) ?? '', /^fail: OpenSearch at 127\.0\.0\.1:\d+ cannot be used/)
  const gone = await search(server.url, key, { name: 'GmbH' })
  assert.equal(gone.status, 503)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  // A server starts all the same: what needs no index works.
  const later = await startServer(test, dataDir, env)
  assert.match(later.complained(), /OpenSearch at 127\.0\.0\.1:\d+ cannot be used: .* Until it can be used/)
  assert.doesNotMatch(later.complained(), /pass(@|%40)word|^ +at /m)
  const ready = await fetch(`${later.url}/health/ready`)
  assert.deepEqual(
    [ready.status, await ready.json()],
    [200, { status: 'ready', search: 'unavailable', companies: 'available' }],
  )
  const authorization = `Bearer ${key}`
  const listed = await fetch(`${later.url}/api/v1/companies?limit=1`, { headers: { authorization } })
  assert.equal(listed.status, 200)
  assert.equal((await search(later.url, key, { name: 'GmbH' })).status, 503)
})
