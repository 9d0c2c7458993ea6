/** A client that another project's generator makes of the OpenAPI document: it compiles, and works against the server. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { cleanEnv, importedFolder, makeKey, startServer } from '../journeys/program.ts'

const run = promisify(execFile)

/** Uses every operation; the compiler holds each name and each field to the generated types. */
const PROGRAM = `
import { createClient, createConfig } from './made/client/index.ts'
import * as api from './made/index.ts'

const { BASE_URL: baseUrl, API_KEY: key } = process.env as { BASE_URL: string; API_KEY: string }
const client = createClient(createConfig({ baseUrl, auth: () => key, throwOnError: true }))
const options = { client, throwOnError: true as const }
const sent = new Map<string, string>()
client.interceptors.response.use((answer, _request, { method, url }) => {
  sent.set([url, method?.toLowerCase(), answer.status].join(' '), answer.headers.get('content-type') ?? '')
  return answer
})

const { data: hits, response } = await api.searchCompanies({ ...options, body: { name: 'Adler', deep: true, include: ['match'] } })
const hit: api.SearchCompaniesResult[number] | undefined = hits[0]
const score: number | undefined = hit?.match?.score
const { data: company } = await api.getCompany({ ...options, path: { uuid: hit?.uuid ?? '' } })
const { data: rows } = await api.matchCompanies({ ...options, body: [{ ref: 'a', registration_number: company.register_court + ' ' + company.registration_number }, { ref: 'b' }] })
const { data: counts } = await api.countCompanies({ ...options, body: { name: 'Adler', deep: true } })
const { data: page } = await api.listCompanies({ ...options, query: { status: ['active', 'removed'], limit: 2, sort: 'name' } })
const { data: suggestions } = await api.suggestCompanies({ ...options, query: { q: 'adl' } })
const { data: changes } = await api.listChanges({ ...options, query: { limit: 1 } })
const { data: usage } = await api.getUsage(options)
const { data: reference } = await api.getReference(options)
const { data: sources } = await api.listSources(options)
const { data: entry } = await api.getEntryPoint(options)
const { data: live } = await api.isLive(options)
const { data: ready } = await api.isReady(options)
const { data: job } = await api.startMatch({ ...options, body: { rows: [{ ref: 'a', name: company.name }] } })
let { data: present } = await api.getMatch({ ...options, path: { id: job.id } })
while (present.state !== 'done') {
  await new Promise((passed) => setTimeout(passed, 250))
  present = (await api.getMatch({ ...options, path: { id: job.id } })).data
}
const { data: result } = await api.getMatchResult({ ...options, path: { id: job.id }, parseAs: 'text' })
const { data: jobs } = await api.listMatches(options)
await api.deleteMatch({ ...options, path: { id: job.id } })
const { data: hook } = await api.createWebhook({ ...options, body: { url: 'http://127.0.0.1:9/' } })
const { data: watch } = await api.createWatch({ ...options, body: { name: 'Kunden', webhooks: [hook.id] } })
const { data: added } = await api.addWatchedCompanies({ ...options, path: { id: watch.id }, body: [{ uuid: company.uuid, ref: 'a' }] })
const { data: watched } = await api.listWatchedCompanies({ ...options, path: { id: watch.id } })
await api.changeWatch({ ...options, path: { id: watch.id }, body: { name: 'Lieferanten' } })
const { data: renamed } = await api.getWatch({ ...options, path: { id: watch.id } })
const { data: removed } = await api.removeWatchedCompanies({ ...options, path: { id: watch.id }, body: { uuids: [company.uuid] } })
const gone = await api.removeWatchedCompany({ client, throwOnError: false, path: { id: watch.id, uuid: company.uuid } })
const { data: lists } = await api.listWatches(options)
await api.deleteWatch({ ...options, path: { id: watch.id } })
await api.pauseWebhook({ ...options, path: { id: hook.id } })
await api.pingWebhook({ ...options, path: { id: hook.id } })
const { data: events } = await api.listWebhookEvents({ ...options, path: { id: hook.id } })
const { data: rotated } = await api.rotateWebhook({ ...options, path: { id: hook.id }, body: { overlap_s: 0 } })
await api.resumeWebhook({ ...options, path: { id: hook.id }, body: {} })
const { data: state } = await api.getWebhook({ ...options, path: { id: hook.id } })
const { data: hooks } = await api.listWebhooks(options)
await api.deleteWebhook({ ...options, path: { id: hook.id } })
const { error } = await api.searchCompanies({ client, throwOnError: false, body: { name: '' } })
const wrong = await api.getCompany({ client, throwOnError: false, auth: 'none', path: { uuid: company.uuid } })
const code: api.Error['code'] | undefined = error?.code

console.log(JSON.stringify({ sent: Object.fromEntries(sent) }))
console.log(JSON.stringify({
  mode: response.headers.get('x-search-mode'), isScored: (score ?? 0) > 0, isSame: company.uuid === hit?.uuid,
  states: rows.map(({ ref, state }) => [ref, state]), statuses: page.length, counted: counts.total > 0, suggested: suggestions.length > 0,
  kind: changes[0]?.kind, from: usage.from.length, statusCodes: reference.statuses.map(({ code }) => code),
  jobs: jobs.map(({ rows, done }) => [rows, done]), result: String(result).split(',')[0],
  watching: [added[0]?.state, watched.length, renamed.name, removed.removed, gone.response?.status, lists.length],
  hook: [events[0]?.type, rotated.secret !== hook.secret, state.state, hooks.length],
  source: sources[0]?.source, scopes: entry.key.scopes.length, health: [live.status, ready.status], code,
  details: error?.details?.map(({ field, reason }) => [field, reason]), wrong: wrong.response?.status,
}))
`

test('a client generated from the OpenAPI document compiles in a strict project and uses every operation', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const dataDir = await importedFolder(t)
  const { url } = await startServer(t, dataDir)
  const { key } = await makeKey(dataDir, ['--limit', '1000/60s'])
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  await createClient({
    input: document as never,
    output: { path: join(folder, 'made'), module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'process.d.ts'), 'declare const process: { env: unknown }\n')
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const module = ['--module', 'nodenext', '--allowImportingTsExtensions', '--lib', 'es2024,dom,dom.iterable']
  const strict = ['--strict', '--noEmit', '--target', 'es2024', ...module]
  const compiled = run(process.execPath, [tsc, ...strict, 'process.d.ts', 'program.ts'], { cwd: folder })
  await compiled.catch(({ stdout }) => assert.fail(stdout))
  const env = cleanEnv({ BASE_URL: url, API_KEY: key })
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  for (const id of operationIds(document)) assert.ok(PROGRAM.includes(`api.${id}(`), id)
  const [sent, seen] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)))
  for (const [answer, type] of Object.entries<string>(sent.sent)) {
    const [path = '', method = '', status = ''] = answer.split(' ')
    const content = document.paths[path]?.[method]?.responses[status]?.content
    assert.ok(
      content === undefined ? type === '' : type.replace(/(?<=^text\/csv); charset=utf-8$/, '') in content,
      `${answer} ${type}`,
    )
  }
  assert.deepEqual(seen, {
    mode: 'deep',
    isScored: true,
    isSame: true,
    states: [
      ['a', 'found'],
      ['b', 'invalid'],
    ],
    statuses: 2,
    counted: true,
    suggested: true,
    kind: 'created',
    from: 'YYYY-MM-DD'.length,
    statusCodes: ['active', 'liquidation', 'insolvency', 'removed', 'unknown'],
    jobs: [[1, 1]],
    result: 'ref',
    watching: ['added', 1, 'Lieferanten', 1, 404, 1],
    hook: ['ping', true, 'active', 1],
    source: 'offeneregister',
    scopes: 4,
    health: ['live', 'ready'],
    code: 'invalid_request',
    details: [['/name', 'too_short']],
    wrong: 401,
  })
})

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Record<string, { readonly content?: object }>
}

function operationIds({ paths }: OpenApi): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
}
