/**
 * Clients that the generators of other projects make of the OpenAPI document: they compile, and work against the
 * server. `npm run test:generated` does so with all of them, and installs those for Go and Python; CI with TypeScript.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import {
  cleanEnv,
  importedFolder,
  makeKey,
  ROOT,
  startServer,
  temporaryFolder,
  wholeFile,
} from '../journeys/program.ts'
import { BRIEF, IS_LONG, IS_THOROUGH } from '../thorough.ts'

const run = promisify(execFile)

const PROGRAMS = join(import.meta.dirname, 'generated')
const CACHE = join(ROOT, 'node_modules/.cache/generated-clients')
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const OAPI_RUNTIME = 'github.com/oapi-codegen/runtime@v1.9.0'
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1'
const OUTPUT_BYTES_MAX = 1e8
const SPECTRAL = '@stoplight/spectral-cli@6.16.3'

const life = wholeFile()

/** One server for all clients, with the document and the keys that the programs need. */
const service = IS_THOROUGH ? await startService() : undefined

async function startService() {
  const dataDir = await importedFolder(life)
  const { url } = await startServer(life, dataDir, { OUTBOUND_ALLOW: '127.0.0.0/8' })
  const key = async (...options: string[]) => (await makeKey(dataDir, options)).key
  return {
    url,
    text: await (await fetch(`${url}/openapi.json?lang=en`)).text(),
    key: await key('--limit', '1000/60s'),
    readKey: await key('--scopes', 'companies:read'),
    /** A new key that is used up after one request. */
    smallKey: () => key('--limit', '1/60s'),
  }
}

/** The environment of a program. */
async function programEnv() {
  const { url, key, readKey, smallKey } = service!
  return { BASE_URL: url, API_KEY: key, READ_KEY: readKey, SMALL_KEY: await smallKey() }
}

/** What the programs in Go and Python print. */
const SAID = {
  search: ['deep', true, true],
  forms: [['A/S', 'AS'], 0],
  list: [2, true],
  formats: ['uuid', 2, true],
  company: [true, 304, true],
  batch: ['found', 'invalid', '/1/name'],
  deleted: [204, 0],
  errors: [
    'invalid_request',
    '/name',
    'too_short',
    'not_found',
    'unauthorized',
    'forbidden',
    'rate_limited',
    true,
  ],
}

/** Uses every operation; the compiler holds each name and each field to the generated types. */
const PROGRAM = `
import { createClient, createConfig } from './made/client/index.ts'
import * as api from './made/index.ts'

const { BASE_URL: baseUrl, API_KEY: key, READ_KEY: readKey, SMALL_KEY: smallKey } = process.env as Record<string, string>
const client = createClient(createConfig({ baseUrl, auth: () => key, throwOnError: true }))
const options = { client, throwOnError: true as const }
const sent = new Map<string, string>()
client.interceptors.response.use((answer, _request, { method, url }) => {
  sent.set([url, method?.toLowerCase(), answer.status].join(' '), answer.headers.get('content-type') ?? '')
  return answer
})

const { data: hits, response } = await api.searchCompanies({ ...options, body: { name: 'Adler', deep: true, include: ['match'] } })
const hit: api.FoundCompany | undefined = hits[0]
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
const forms: api.LegalForm[] = ['A/S', 'AS']
const { data: other } = await api.searchCompanies({ ...options, body: { name: 'Adler', legal_form: forms } })
const query = { limit: 2 }
const table = await api.listCompanies({ ...options, query, headers: { Accept: 'text/csv' }, parseAs: 'text' })
const stream = await api.listCompanies({ ...options, query, headers: { Accept: 'application/x-ndjson' }, parseAs: 'text' })
const whole = await api.getCompany({ ...options, path: { uuid: company.uuid } })
const headers = { 'If-None-Match': whole.response.headers.get('etag') ?? '' }
const same = await api.getCompany({ client, throwOnError: false, path: { uuid: company.uuid }, headers })
const unknown = await api.getCompany({ client, throwOnError: false, path: { uuid: '00000000-0000-5000-8000-000000000000' } })
const reader = await api.searchCompanies({ client, throwOnError: false, auth: readKey, body: { name: 'Adler' } })
await api.getUsage({ client, auth: smallKey })
const limited = await api.getUsage({ client, throwOnError: false, auth: smallKey })
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
  forms: [forms, other.length], formats: [String(table.data).split(',')[0], String(stream.data).trim().split('\\n').length],
  same: same.response?.status, errors: [unknown, wrong, reader, limited].map((each) => each.error?.code), retry: limited.response?.headers.has('retry-after'),
  details: error?.details?.map(({ field, reason }) => [field, reason]), wrong: wrong.response?.status,
}))
`

const skipDownloads = !IS_LONG && 'npm run test:generated runs it'

test('a client generated for TypeScript compiles in a strict project and uses every operation', {
  skip: BRIEF,
}, async (t) => {
  const folder = temporaryFolder(t)
  const document = JSON.parse(service!.text) as OpenApi
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
  const env = cleanEnv(await programEnv())
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  for (const id of operationIds(document)) assert.ok(PROGRAM.includes(`api.${id}(`), id)
  const [sent, seen] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)))
  for (const [answer, type] of Object.entries<string>(sent.sent)) {
    const [path = '', method = '', status = ''] = answer.split(' ')
    const content = document.paths[path]?.[method]?.responses[status]?.content
    assert.ok(
      content === undefined ? type === '' : type.replace(/(?<=csv|ndjson); charset=utf-8$/, '') in content,
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
    forms: SAID.forms,
    formats: ['uuid', 2],
    same: 304,
    errors: ['not_found', 'unauthorized', 'forbidden', 'rate_limited'],
    retry: true,
  })
})

test('a client generated for Go compiles, and knows the type of each answer and error', {
  skip: skipDownloads,
}, async (t) => {
  const folder = temporaryFolder(t)
  const go = async (...args: string[]) => {
    const env = { ...process.env, ...(await programEnv()), GOFLAGS: '-mod=mod' }
    return (await run('go', args, { cwd: folder, env, maxBuffer: OUTPUT_BYTES_MAX })).stdout
  }
  mkdirSync(join(folder, 'made'))
  writeFileSync(join(folder, 'openapi.json'), service!.text)
  copyFileSync(join(PROGRAMS, 'main.go'), join(folder, 'main.go'))
  await go('mod', 'init', 'example.com/program')
  const options = ['-generate', 'client,models', '-package', 'made', '-o', 'made/made.go']
  await go('run', OAPI_CODEGEN, ...options, 'openapi.json')
  await go('get', OAPI_RUNTIME)
  await go('vet', '.')
  assert.deepEqual(JSON.parse(await go('run', '.')), SAID)
})

test('a client generated for Python knows the type of each answer and error', {
  skip: skipDownloads,
}, async (t) => {
  const folder = temporaryFolder(t)
  const python = join(CACHE, 'python/bin/python')
  if (!isInstalled('python', PYTHON_GENERATOR)) {
    await run('python3', ['-m', 'venv', '--clear', join(CACHE, 'python')])
    await run(python, ['-m', 'pip', '-q', '--disable-pip-version-check', 'install', PYTHON_GENERATOR])
    setInstalled('python', PYTHON_GENERATOR)
  }
  writeFileSync(join(folder, 'openapi.json'), service!.text)
  const options = ['--path', 'openapi.json', '--meta', 'none', '--output-path', 'made']
  await run(python, ['-m', 'openapi_python_client', 'generate', ...options], { cwd: folder })
  copyFileSync(join(PROGRAMS, 'program.py'), join(folder, 'program.py'))
  const env = { ...process.env, ...(await programEnv()) }
  const { stdout } = await run(python, ['program.py'], { cwd: folder, env })
  assert.deepEqual(JSON.parse(stdout), SAID)
})

test('Spectral has no warning about the OpenAPI document', { skip: skipDownloads }, async (t) => {
  const folder = temporaryFolder(t)
  const installed = join(CACHE, 'spectral')
  if (!isInstalled('spectral', SPECTRAL)) {
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), '{"private":true}')
    const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', SPECTRAL]
    await run('npm', install, { cwd: installed })
    setInstalled('spectral', SPECTRAL)
  }
  writeFileSync(join(folder, 'openapi.json'), service!.text)
  writeFileSync(join(folder, 'rules.yaml'), 'extends: ["spectral:oas"]')
  const linter = join(installed, 'node_modules/@stoplight/spectral-cli/dist/index.js')
  const options = ['--ruleset', 'rules.yaml', '--fail-severity', 'hint', '--format', 'json', '--quiet']
  const linted = run(process.execPath, [linter, 'lint', 'openapi.json', ...options], { cwd: folder })
  const { stdout } = await linted.catch((error) => error)
  assert.deepEqual(JSON.parse(stdout), [])
})

function isInstalled(name: string, version: string): boolean {
  const mark = join(CACHE, `${name}.installed`)
  return existsSync(mark) && readFileSync(mark, 'utf8') === version
}

function setInstalled(name: string, version: string): void {
  writeFileSync(join(CACHE, `${name}.installed`), version)
}

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
