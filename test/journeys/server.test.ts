/** A server among other processes: imports, second servers, signals, sudden ends. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectControl } from '../../src/control/control-client.ts'
import { holdFolder } from '../../src/server/hold-folder.ts'
import { BRIEF } from '../thorough.ts'
import {
  assertLargePages,
  atEnd,
  ENTRIES,
  importedFolder,
  makeKey,
  POLL_MS,
  run,
  sampleFile,
  sampleLines,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

/** More than three batches, so that an import can be ended between them. */
const CUT_ENTRIES = 35_000
const NEW_ENTRY = {
  company_number: 'D2601V_HRB999999',
  name: 'Zwölferhaus Probelauf GmbH',
  current_status: 'currently registered',
  jurisdiction_code: 'de',
  retrieved_at: '2019-01-01T00:00:00Z',
  all_attributes: { _registerArt: 'HRB', _registerNummer: '999999', registered_office: 'München' },
}

describe('a server', () => {
  it('finds a company from the moment its import returned, on every thread', async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    assertLargePages(server.pid)
    const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
    const find = async () =>
      (await (await search(server.url, key, { name: NEW_ENTRY.name })).json()) as unknown[]
    assert.deepEqual(await find(), [])

    const file = join(folder, 'more.jsonl')
    const rejects = join(folder, 'rejects.jsonl')
    writeFileSync(file, `${JSON.stringify(NEW_ENTRY)}\n{"broken": \n`)
    const imported = await run(['import', file, '--rejects', rejects, '--json', '--data-dir', dataDir])
    assert.equal(imported.code, 0, imported.err)
    const lines = imported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(
      [lines[0]?.step, lines.at(-1)?.step, lines.at(-1)?.created, lines.at(-1)?.rejected],
      ['reading', 'done', 1, 1],
    )
    assert.deepEqual(JSON.parse(readFileSync(rejects, 'utf8')).line, 2)
    for (const found of await Promise.all(Array.from({ length: 16 }, find))) assert.equal(found.length, 1)

    const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
    assert.equal(status.index.is_current, true)
    assert.deepEqual(status.server.threads, ['working', 'working'])
    const doctor = await run(['doctor', '--json', '--data-dir', dataDir])
    assert.equal(doctor.code, 0)
    assert.deepEqual(
      (JSON.parse(doctor.out) as { state: string }[]).filter(({ state }) => state !== 'ok'),
      [],
    )
  })

  it('keeps the changes of an import in the second index, even after a restart, and fails no search meanwhile', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = await importedFolder(test)
    const saved = readFileSync(join(dataDir, 'companies.index'))
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
    const searching = searchInBackground(server.url, key)
    const file = join(folder, 'changed.jsonl')
    writeFileSync(file, `${JSON.stringify(NEW_ENTRY)}\n`)
    await run(['import', file, '--data-dir', dataDir])
    const renamed = {
      ...NEW_ENTRY,
      name: 'Dreizehnerhaus Probelauf GmbH',
      retrieved_at: '2020-01-01T00:00:00Z',
    }
    writeFileSync(file, `${JSON.stringify(renamed)}\n`)
    await run(['import', file, '--data-dir', dataDir])
    assert.deepEqual(await searching.statuses(), [200])
    await findsRenamed(server.url, key, dataDir)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.deepEqual(readFileSync(join(dataDir, 'companies.index')), saved)
    assert.match(
      (await run(['doctor', '--data-dir', dataDir])).out,
      /^ok +index .*; 1 changed since; the next start adds them$/m,
    )

    const again = await startServer(test, dataDir)
    await findsRenamed(again.url, key, dataDir)
  })

  it('merges the changes of a large import into a new index, and fails no search meanwhile', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = join(folder, 'var')
    const lines = sampleLines(MERGED_FROM * 3)
    const [first, second] = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')]
    writeFileSync(first, lines.slice(0, MERGED_FROM * 2).join('\n'))
    writeFileSync(second, lines.slice(MERGED_FROM * 2).join('\n'))
    await run(['import', first, '--data-dir', dataDir])
    const saved = statSync(join(dataDir, 'companies.index')).ino
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
    const searching = searchInBackground(server.url, key)
    const imported = await run(['import', second, '--json', '--data-dir', dataDir])
    assert.equal(imported.code, 0, imported.err)
    await mergedIn(dataDir)
    assert.deepEqual(await searching.statuses(), [200])
    assert.notEqual(statSync(join(dataDir, 'companies.index')).ino, saved, 'a new index is saved')
    const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
    assert.deepEqual(
      [status.index.delta_companies, status.index.companies, status.index.is_current],
      [0, status.companies, true],
    )
    const { name } = JSON.parse(lines.at(-2)!) as { name: string }
    const found = (await (await search(server.url, key, { name, deep: true })).json()) as { name: string }[]
    assert.ok(found.some((record) => record.name === name))
  })

  it('continues from a cursor after an import, a restart and a merge: unchanged companies are neither repeated nor missing', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = await importedFolder(test)
    // A deep search on a loaded machine must end with the same hits.
    const untimed = { DEEP_BUDGET_MS: '10000' }
    const server = await startServer(test, dataDir, untimed)
    const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
    const walks: Walk[] = [
      ['/search', { name: 'Bau' }],
      ['/search', { name: 'Bau', deep: true }],
      ['?sort=uuid', undefined],
      ['?sort=name', undefined],
      ['?sort=-updated_at', undefined],
    ]
    const begun = await Promise.all(
      walks.map(async (walk) => {
        const all = await walkOn(server.url, key, walk)
        assert.ok(all.length > 4, walk[0])
        const first = await page(server.url, key, walk, undefined, 3)
        return { walk, all, first }
      }),
    )
    const file = join(folder, 'more.jsonl')
    writeFileSync(file, `${JSON.stringify({ ...NEW_ENTRY, name: 'Bau Zwölferhaus GmbH' })}\n`)
    assert.equal((await run(['import', file, '--data-dir', dataDir])).code, 0)
    const goOn = async (url: string) => {
      for (const { walk, all, first } of begun) {
        const known = new Set(all)
        const rest = await walkOn(url, key, walk, first.next)
        const joined = [...first.uuids, ...rest].filter((uuid) => known.has(uuid))
        assert.deepEqual(joined, all, walk[0])
      }
    }
    await goOn(server.url)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    rmSync(join(dataDir, 'companies.index'))
    const again = await startServer(test, dataDir, untimed)
    await goOn(again.url)
  })

  it('locks its data folder, and its socket is accessible to its owner only', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const second = await run(['serve', '--data-dir', dataDir], { PORT: '0' })
    assert.equal(second.code, 5)
    assert.ok(second.err.includes(`process ${server.pid} (serve) at ${server.url}`), second.err)
    assert.equal(statSync(join(dataDir, 'control.sock')).mode & 0o777, 0o600)

    const third = await run(['serve', '--data-dir', temporaryFolder(test)], {
      PORT: new URL(server.url).port,
    })
    assert.equal(third.code, 5)
    assert.match(third.err, /is in use by another program/)
  })

  it('reports during start-up that it will accept commands in a moment', { skip: BRIEF }, async (test) => {
    const dataDir = temporaryFolder(test)
    const folder = holdFolder(dataDir, 'serve')
    atEnd(test, folder.release)
    const early = await run(['keys', 'create', '--name', 'early', '--data-dir', dataDir])
    assert.equal(early.code, 5)
    assert.match(
      early.err,
      /in use by process \d+ \(serve\), which is starting and accepts commands in a moment\./,
    )
  })

  it('works with a data folder whose path is too long for a socket', { skip: BRIEF }, async (test) => {
    const dataDir = join(temporaryFolder(test), 'a'.repeat(80), 'b'.repeat(80))
    await run(['import', ENTRIES, '--data-dir', dataDir])
    if (process.platform !== 'linux') return test.skip('only Linux has a way around')
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir)
    assert.equal((await search(server.url, key, { name: 'Bau' })).status, 200)
  })

  it('answers the requests in progress after SIGTERM, accepts no new ones, and ends with 0', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir)
    const body = JSON.stringify({ name: 'Adler' })
    const open = await Promise.all(Array.from({ length: 8 }, () => beginSearch(server.url, key, body)))
    server.process.kill('SIGTERM')
    server.process.kill('SIGTERM')
    await refused(server.url)
    const answers = await Promise.all(open.map((finish) => finish()))
    assert.deepEqual(answers, Array(8).fill(200))
    assert.equal(await server.ended, 0)
    assert.equal(existsSync(join(dataDir, 'control.sock')), false)
    assert.equal(existsSync(join(dataDir, 'owner.json')), false)
  })

  it('ends with SIGINT too, and during an import', { skip: BRIEF }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const importing = run(['import', sampleFile(test, CUT_ENTRIES), '--data-dir', dataDir])
    await companiesGrow(dataDir)
    server.process.kill('SIGINT')
    assert.equal(await server.ended, 0)
    const cut = await importing
    assert.equal(cut.code, 6, cut.out)
    assert.match(cut.err, /ended|stopp/)
  })

  it('starts with consistent data after kill -9 in an import, and the same import completes it', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir)
    const file = sampleFile(test, CUT_ENTRIES)
    const importing = run(['import', file, '--data-dir', dataDir])
    await companiesGrow(dataDir)
    server.process.kill('SIGKILL')
    assert.equal(await server.ended, 'SIGKILL')
    assert.equal((await importing).code, 6)

    const again = await startServer(test, dataDir)
    assert.equal((await search(again.url, key, { name: 'Adler' })).status, 200)
    const completed = await run(['import', file, '--json', '--data-dir', dataDir])
    const result = JSON.parse(completed.out.trim().split('\n').at(-1)!)
    assert.equal(result.rows, CUT_ENTRIES)
    assert.ok(result.unchanged > 0, 'what was stored before the kill is still there')
    const doctor = await run(['doctor', '--json', '--data-dir', dataDir])
    assert.equal(doctor.code, 0, doctor.out)
  })
})

/** So many changed companies are merged; the test has twice as many before. */
const MERGED_FROM = 10_000

/** What follows `/api/v1/companies`, and the body where it is a search. */
type Walk = readonly [path: string, body: object | undefined]

interface Page {
  readonly uuids: readonly string[]
  readonly next: string | undefined
}

async function page(
  url: string,
  key: string,
  [path, body]: Walk,
  cursor: string | undefined,
  limit: number,
): Promise<Page> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer =
    body === undefined
      ? await fetch(`${url}/api/v1/companies${path}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`, {
          headers,
        })
      : await fetch(`${url}/api/v1/companies${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...body, limit, cursor }),
        })
  assert.equal(answer.status, 200)
  const rows = (await answer.json()) as { uuid: string }[]
  return { uuids: rows.map(({ uuid }) => uuid), next: answer.headers.get('x-next-cursor') ?? undefined }
}

/** From the cursor to the end, or from the start. */
async function walkOn(url: string, key: string, walk: Walk, cursor?: string): Promise<readonly string[]> {
  const { uuids, next } = await page(url, key, walk, cursor, 40)
  return next === undefined ? uuids : [...uuids, ...(await walkOn(url, key, walk, next))]
}

/** The company under its new name only, and under its old one as a former name. */
async function findsRenamed(url: string, key: string, dataDir: string): Promise<void> {
  const names = async (name: string, deep: boolean) =>
    ((await (await search(url, key, { name, deep })).json()) as { name: string }[]).map(
      (record) => record.name,
    )
  assert.deepEqual(await names(NEW_ENTRY.name, false), [])
  assert.deepEqual(await names('Dreizehnerhaus Probelauf', false), ['Dreizehnerhaus Probelauf GmbH'])
  assert.equal((await names(NEW_ENTRY.name, true))[0], 'Dreizehnerhaus Probelauf GmbH')
  const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
  assert.deepEqual([status.index.delta_companies, status.index.is_current], [1, true])
}

/** Searches on and on, one search after the other, until the statuses of all of them are asked for. */
function searchInBackground(url: string, key: string): { statuses(): Promise<readonly number[]> } {
  const seen = new Set<number>()
  let isStopped = false
  const ended = (async () => {
    while (!isStopped || seen.size === 0) {
      const answer = await search(url, key, { name: 'Adler' })
      await answer.arrayBuffer()
      seen.add(answer.status)
      await sleep(POLL_MS)
    }
  })()
  return {
    statuses: async () => {
      isStopped = true
      await ended
      return [...seen]
    },
  }
}

/** Resolves when the running server has nothing left to merge. */
async function mergedIn(dataDir: string): Promise<void> {
  const control = await connectControl(dataDir, '')
  assert.ok(control)
  for (;;) {
    const { server, index } = await control.send('status', {})
    if (server?.isMerging === false && index?.deltaCompanies === 0) break
    await sleep(POLL_MS)
  }
  control.close()
}

/** Sends the head of a search and half of its body; the answer to that asks for the rest and gives the status. */
function beginSearch(url: string, key: string, body: string): Promise<() => Promise<number>> {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<number>>()
  const status = Promise.withResolvers<number>()
  const call = request(`${url}/api/v1/companies/search/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server's go-ahead shows that the request is at work there.
      expect: '100-continue',
    },
  })
  call.once('response', (answer) => {
    answer.resume()
    answer.once('end', () => status.resolve(answer.statusCode ?? 0))
  })
  call.once('error', (error) => {
    reject(error)
    status.reject(error)
  })
  call.once('continue', () => {
    call.write(body.slice(0, 5))
    resolve(() => {
      call.end(body.slice(5))
      return status.promise
    })
  })
  call.flushHeaders()
  return promise
}

/** Resolves when the port is no longer open. */
async function refused(url: string): Promise<void> {
  const port = Number(new URL(url).port)
  for (;;) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return
    await sleep(POLL_MS)
  }
}

/** Resolves when the running server has stored a first batch of an import. */
async function companiesGrow(dataDir: string): Promise<void> {
  const control = await connectControl(dataDir, '')
  assert.ok(control)
  const count = async () => (await control.send('status', {})).companies
  const before = await count()
  while ((await count()) === before) await sleep(POLL_MS)
  control.close()
}
