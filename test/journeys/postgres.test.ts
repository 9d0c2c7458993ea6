/** A server whose companies are in PostgreSQL: it imports, answers, survives that PostgreSQL restarts, and says when it is missing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openCompanyStore } from '../../src/adapters/postgres/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/postgres/companies/write/company-writer.ts'
import { emptyDatabase, NO_POSTGRES, startCluster } from '../fixtures/postgres.ts'
import { BRIEF } from '../thorough.ts'
import { startAssistant } from './assistant.ts'
import {
  ENTRIES,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  run,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

/** Time that the server has to answer again after PostgreSQL is back, in ms. */
const RECOVERY_MS_MAX = 5000
/** Time for which PostgreSQL is away, in ms; less than a lease. */
const AWAY_MS = 4000
const SEARCH_EVERY_MS = 200

const ANOTHER_WRITES =
  /Another process writes the companies of the database test_\w+: firmensuche writer on 127\.0\.0\.1\S*\. Try again when it has ended\./

/** Returns the uuid of a stored company. */
async function firstUuid(url: string): Promise<string> {
  const store = await openCompanyStore({ url, connectionsMax: 1 })
  try {
    for await (const [company] of store.readAll(1)) return company!.uuid
    return assert.fail('there is no company')
  } finally {
    await store.close()
  }
}

/** Returns whether readers find a company. */
async function isStored(url: string, uuid: string): Promise<boolean> {
  const store = await openCompanyStore({ url, connectionsMax: 1 })
  try {
    return (await store.find(uuid)) !== undefined
  } finally {
    await store.close()
  }
}

interface Company {
  readonly uuid: string
  readonly name: string
}

describe('companies in PostgreSQL', { skip: NO_POSTGRES }, () => {
  /** A folder and a database with the entries of the fixture. */
  async function imported(test: TestContext) {
    const cluster = await startCluster({ settings: ['fsync=off'] })
    const env = { DATABASE_URL: await emptyDatabase(test, cluster) }
    const folder = temporaryFolder(test)
    const { code, err } = await run(['import', ENTRIES, '--data-dir', folder], env)
    assert.equal(code, 0, err)
    return { cluster, env, folder }
  }

  async function started(test: TestContext) {
    const place = await imported(test)
    const server = await startServer(test, place.folder, { ...ONE_THREAD, ...place.env })
    const { key } = await makeKey(place.folder)
    const ask = (path: string) =>
      fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    const read = async <Body>(path: string) => (await (await ask(path)).json()) as Body
    return { ...place, server, key, ask, read }
  }

  it('are imported by the command, and counted by status and doctor, which find no file of companies', async (test) => {
    const { env, folder } = await imported(test)
    const status = await run(['status', '--json', '--data-dir', folder], env)
    assert.equal(status.code, 0, status.err)
    assert.partialDeepStrictEqual(JSON.parse(status.out), { companies: 498, index: { companies: 498 } })
    const doctor = await run(['doctor', '--data-dir', folder], env)
    assert.match(doctor.out, /companies\W+PostgreSQL can be used, 498 companies/)
    // The same entries again change nothing.
    const again = await run(['import', ENTRIES, '--json', '--data-dir', folder], env)
    const result = JSON.parse(again.out.trim().split('\n').at(-1)!)
    assert.partialDeepStrictEqual(result, { created: 0, changed: 0, rows: 498 })
  })

  it('are searched, listed, read and followed', async (test) => {
    const { server, key, ask, read, folder } = await started(test)
    const found = (await (await search(server.url, key, { name: 'Adler' })).json()) as Company[]
    const [first] = found
    assert.ok(first !== undefined)
    assert.equal((await read<Company>(`/companies/${first.uuid}`)).name, first.name)
    const names: string[] = []
    let changesSince = ''
    for (let path: string | undefined = '/companies?sort=name&limit=100'; path !== undefined; ) {
      const answer = await ask(path)
      assert.equal(answer.status, 200)
      names.push(...((await answer.json()) as Company[]).map(({ name }) => name))
      changesSince ||= answer.headers.get('x-changes-cursor') ?? ''
      const cursor = answer.headers.get('x-next-cursor')
      path = cursor === null ? undefined : `/companies?sort=name&limit=100&cursor=${cursor}`
    }
    assert.equal(names.length, 498)
    assert.equal((await read<unknown[]>('/changes?limit=1000')).length, 498)
    const suppressed = await run(['suppress', first.uuid, '--reason', 'r', '--data-dir', folder])
    assert.equal(suppressed.code, 0, suppressed.err)
    assert.equal((await ask(`/companies/${first.uuid}`)).status, 404)
    const changes = await read<{ uuid: string; kind: string }[]>(`/changes?since=${changesSince}`)
    assert.deepEqual(
      changes.map(({ uuid, kind }) => [uuid, kind]),
      [[first.uuid, 'suppressed']],
    )
  })

  it('are searched while PostgreSQL is stopped, everything is answered soon after it is back, and the log has a line about both', {
    skip: BRIEF,
  }, async (test) => {
    const { server, key, ask, cluster } = await started(test)
    const list = async () => {
      const answer = await ask('/companies?limit=1')
      await answer.arrayBuffer()
      return answer.status
    }
    assert.equal(await list(), 200)
    cluster.stop()
    assert.equal(await list(), 503)
    // Longer than anything that the database has told is kept.
    const awayUntilMs = Date.now() + AWAY_MS
    while (Date.now() < awayUntilMs) {
      assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)
      await wait(SEARCH_EVERY_MS)
    }
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
    cluster.start()
    const untilMs = Date.now() + RECOVERY_MS_MAX
    while ((await list()) !== 200) {
      assert.ok(Date.now() < untilMs, 'the list does not recover')
      await wait(POLL_MS)
    }
    while (!server.complained().includes('answers again')) await wait(POLL_MS)
    assert.deepEqual(
      [...server.complained().matchAll(/"msg":"([^"]*)"/g)].map(([, message]) => message),
      [
        'the database does not answer; without it requests with keys are answered for 9 s',
        'the database answers again',
      ],
    )
    assert.equal(server.process.exitCode, null)
  })

  it('are imported by a server that was started before PostgreSQL was restarted', {
    skip: BRIEF,
  }, async (test) => {
    const { cluster, folder } = await started(test)
    cluster.stop('immediate')
    const failed = await run(['import', ENTRIES, '--data-dir', folder])
    assert.equal(failed.code, 6, failed.out)
    assert.match(failed.err, /The PostgreSQL database test_\w+ on 127\.0\.0\.1:\d+ cannot be reached/)
    cluster.start()
    const { code, err } = await run(['import', ENTRIES, '--data-dir', folder])
    assert.equal(code, 0, err)
  })

  it('are imported by one process at a time, which says who writes, and suppressed meanwhile, with and without a server', {
    skip: BRIEF,
  }, async (test) => {
    const { env, folder } = await imported(test)
    const uuid = await firstUuid(env.DATABASE_URL)
    const done = async (...command: readonly string[]) => {
      const { code, out, err } = await run([...command, '--data-dir', folder], env)
      assert.equal(code, 0, `${command}: ${out}${err}`)
    }
    const onlyImportIsRefused = async () => {
      const { code, out, err } = await run(['import', ENTRIES, '--data-dir', folder], env)
      assert.equal(code, 5, out + err)
      assert.match(err, ANOTHER_WRITES)
      assert.doesNotMatch(err, /\n {4}at /)
      await done('suppress', uuid, '--reason', 'r')
      assert.equal(await isStored(env.DATABASE_URL, uuid), false)
      await done('suppress', '--lift', uuid)
      assert.equal(await isStored(env.DATABASE_URL, uuid), true)
    }
    const other = await openCompanyWriter(env.DATABASE_URL, 1)
    try {
      await other.beginImport(['another'], 1)
      await onlyImportIsRefused()
      await startServer(test, folder, { ...ONE_THREAD, ...env })
      await onlyImportIsRefused()
    } finally {
      await other.close()
    }
    await done('import', ENTRIES)
  })

  it('are compared with a complete snapshot by --dry-run, also while another process writes', {
    skip: BRIEF,
  }, async (test) => {
    const { env, folder } = await imported(test)
    const part = join(temporaryFolder(test), 'part.jsonl')
    const lines = readFileSync(ENTRIES, 'utf8').trim().split('\n')
    writeFileSync(part, lines.slice(0, 496).join('\n'))
    const dryRun = ['import', part, '--full-snapshot', '--dry-run', '--data-dir', folder]
    const other = await openCompanyWriter(env.DATABASE_URL, 1)
    try {
      await other.beginImport(['another'], 1)
      const { code, out, err } = await run(dryRun, env)
      assert.equal(code, 0, err)
      assert.match(out, /^2 of the 498 entries of offeneregister would be withdrawn\.$/m)
    } finally {
      await other.close()
    }
    const empty = await run(dryRun, { DATABASE_URL: await emptyDatabase(test) })
    assert.match(empty.out, /^No entry would be withdrawn: none of the source is stored\.$/m, empty.err)
  })

  it('are looked up by an assistant over standard input and over HTTP, with the same results', {
    skip: BRIEF,
  }, async (test) => {
    const { env, folder, server, key, read } = await started(test)
    const assistant = await startAssistant(test, folder, env)
    const [company] = await read<Company[]>('/companies?limit=1&status=active')
    const { name, uuid } = company!
    for (const [tool, args] of [
      ['search_companies', { name }],
      ['get_company', { uuid }],
      ['match_companies', { rows: [{ name }, { name: 'Gibtsnicht Qwxyz GmbH' }] }],
    ] as const) {
      const ours = await assistant.call(tool, args)
      assert.ok(JSON.stringify(ours).includes(uuid), JSON.stringify(ours))
      const response = await fetch(`${server.url}/api/v1/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, arguments: args },
        }),
      })
      assert.equal(response.status, 200)
      const { result } = (await response.json()) as { result: { structuredContent: unknown } }
      assert.deepEqual(result.structuredContent, ours, tool)
    }
    assistant.process.stdin.end()
    assert.equal(await assistant.ended, 0, assistant.complained())
  })

  it('are missed in a sentence if PostgreSQL is not there at the start', async (test) => {
    const folder = temporaryFolder(test)
    const env = { DATABASE_URL: 'postgres://firmensuche:SECRET@127.0.0.1:1/firmensuche', PORT: '0' }
    for (const command of ['serve', 'status', 'import', 'doctor']) {
      const file = command === 'import' ? [ENTRIES] : []
      const { code, out, err } = await run([command, ...file, '--data-dir', folder], env)
      assert.equal(code, command === 'doctor' ? 1 : 6, `${command}: ${out}${err}`)
      assert.match(
        out + err,
        /The PostgreSQL database firmensuche on 127\.0\.0\.1:1 cannot be reached: no server listens there\./,
        command,
      )
      assert.doesNotMatch(out + err, /SECRET|\n {4}at /)
    }
  })
})
