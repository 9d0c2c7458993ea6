/** `firmensuche mcp`, as an assistant starts it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BRIEF } from '../thorough.ts'
import { HELLO, startAssistant } from './assistant.ts'
import {
  assertLargePages,
  BIN,
  cleanEnv,
  ENTRIES,
  importedFolder,
  ONE_THREAD,
  run,
  sampleLines,
  startServer,
  temporaryFolder,
} from './program.ts'

const ADLER = '234079ef-d242-59dd-8bb0-9a1e8a7e42c9'
/** Returns the files of a folder with their times and sizes, without those that SQLite makes for every reader. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !/-(?:shm|wal)$/.test(name))
    .map((name) => [name, statSync(join(folder, name)).mtimeMs, statSync(join(folder, name)).size].join(' '))
    .toSorted()
}

test('an assistant lists and calls the tools over standard input, without key or server, and no file changes', async (t) => {
  const folder = await importedFolder(t)
  const before = stateOf(folder)
  const assistant = await startAssistant(t, folder)
  const { tools } = (await assistant.request('tools/list')) as { tools: { name: string }[] }
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search_companies', 'get_company', 'match_companies', 'search', 'fetch'],
  )
  const { companies } = await assistant.call('search_companies', { name: 'Adler GmbH', limit: 1 })
  assert.equal(companies[0].uuid, ADLER)
  const { results } = await assistant.call('search', { query: 'Adlar Apotheke' })
  assert.equal(results[0].url, `http://localhost:8080/company/${results[0].id}`)
  assert.equal((await assistant.call('get_company', { uuid: ADLER })).euid, 'DEW1215.HRB214664')
  assert.match(await assistant.call('fetch', { id: 'x' }), /^No company has this id/)
  assistant.process.stdin.end()
  assert.equal(await assistant.ended, 0)
  assert.deepEqual([assistant.strayLines, assistant.complained()], [[], ''])
  assert.deepEqual(stateOf(folder), before)
})

test('calls that run when the input ends are answered', async (t) => {
  const folder = await importedFolder(t)
  const child = spawn(process.execPath, [BIN, 'mcp', '--data-dir', folder], { env: cleanEnv() })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const call = { name: 'match_companies', arguments: { rows: Array(50).fill({ name: 'Bau', deep: true }) } }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
  ]
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const ids = out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id)
  assert.deepEqual(ids, [1, 2])
})

test('beside a running server it finds what is imported, and no longer what is suppressed', {
  skip: BRIEF,
}, async (t) => {
  const folder = await importedFolder(t)
  await startServer(t, folder, ONE_THREAD)
  const assistant = await startAssistant(t, folder)
  const lines = sampleLines(50)
  const entries = lines.map((line) => JSON.parse(line) as { name: string; current_status: string })
  const entry = entries.find(({ current_status: status }) => status === 'currently registered')!
  const found = () => assistant.call('search_companies', { name: entry.name, limit: 1 })
  assert.equal((await found()).total, 0)
  assertLargePages(assistant.process.pid)
  const file = join(temporaryFolder(t), 'more.jsonl')
  copyFileSync(ENTRIES, file)
  appendFileSync(file, `${lines.join('\n')}\n`)
  const imported = await run(['import', file, '--data-dir', folder])
  assert.equal(imported.code, 0, imported.err)
  const [company] = (await found()).companies
  assert.equal(company.name, entry.name)
  const suppressed = await run(['suppress', company.uuid, '--reason', 'test', '--data-dir', folder])
  assert.equal(suppressed.code, 0, suppressed.err)
  assert.deepEqual((await found()).companies, [])
  assert.match(await assistant.call('get_company', { uuid: company.uuid }), /^No company has this id/)
})

test('a signal ends it with code 0, and a line that is not of the protocol does not', async (t) => {
  const folder = await importedFolder(t)
  const assistant = await startAssistant(t, folder)
  assistant.process.stdin.write('nonsense\n')
  assert.deepEqual(await assistant.request('ping'), {})
  assistant.process.kill('SIGTERM')
  assert.equal(await assistant.ended, 0)
  assert.deepEqual(assistant.strayLines, [])
})

test('without companies, and without an index of them, it says what to do and ends with code 6', {
  skip: BRIEF,
}, async (t) => {
  const empty = temporaryFolder(t)
  const none = await run(['mcp', '--data-dir', empty])
  assert.deepEqual([none.code, none.out], [6, ''])
  assert.match(
    none.err,
    /No companies are stored in .*Import a register first \(npx firmensuche import FILE\)/,
  )
  assert.deepEqual(readdirSync(empty), [])
  const folder = await importedFolder(t)
  writeFileSync(join(folder, 'companies.index'), 'damaged')
  const damaged = await run(['mcp', '--data-dir', folder])
  assert.deepEqual([damaged.code, damaged.out], [6, ''])
  assert.match(damaged.err, /Start the server once, which builds it: npx firmensuche serve/)
})
