/** Several servers on one PostgreSQL: each change is known to all of them when its command ends. */
import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { forwardTo } from '../fixtures/cut-connections.ts'
import { emptyDatabase, NO_POSTGRES, startCluster } from '../fixtures/postgres.ts'
import type { PostgresCluster } from '../fixtures/postgres-cluster.ts'
import { BRIEF } from '../thorough.ts'
import {
  ENTRIES,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  run,
  type Server,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const FIND = { name: 'Bau' }
const skip = NO_POSTGRES

interface Place {
  readonly cluster: PostgresCluster
  readonly url: string
  /** The data folders of the nodes, with the same secret. */
  readonly folders: readonly string[]
}

/** A database with the entries of the fixture, and folders for nodes. */
async function prepare(t: TestContext, nodes: number): Promise<Place> {
  const cluster = await startCluster({ settings: ['fsync=off'] })
  const url = await emptyDatabase(t, cluster)
  const first = temporaryFolder(t)
  writeFileSync(join(first, 'secret'), 'ab'.repeat(32), { mode: 0o600 })
  const { code, err } = await run(['import', ENTRIES, '--data-dir', first], { DATABASE_URL: url })
  assert.equal(code, 0, err)
  const others = Array.from({ length: nodes - 1 }, () => {
    const folder = temporaryFolder(t)
    cpSync(first, folder, { recursive: true })
    return folder
  })
  return { cluster, url, folders: [first, ...others] }
}

function startNode(t: TestContext, folder: string, url: string): Promise<Server> {
  return startServer(t, folder, { ...ONE_THREAD, DATABASE_URL: url })
}

async function statusOf({ url }: Server, key: string): Promise<number> {
  const answer = await search(url, key, FIND)
  await answer.arrayBuffer()
  return answer.status
}

async function hitsOf({ url }: Server, key: string, name: string) {
  const answer = await search(url, key, { name })
  return (await answer.json()) as readonly { readonly uuid: string }[]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(POLL_MS)
}

test('of nodes that start at the same time on a database without keys one makes the first key', {
  skip: BRIEF || skip,
}, async (t) => {
  const { url, folders } = await prepare(t, 2)
  const nodes = await Promise.all(folders.map((folder) => startNode(t, folder, url)))
  const shown = nodes.flatMap((node) => /fs_live_[0-9A-Za-z]{38}/.exec(node.said())?.[0] ?? [])
  assert.equal(shown.length, 1, nodes.map((node) => node.said()).join('\n'))
  const others = nodes.filter((node) => /A key was created on .* \("first key"/.test(node.said()))
  assert.equal(others.length, 1)
  const listed = await run(['keys', 'list', '--json', '--data-dir', folders[0]!])
  assert.equal(JSON.parse(listed.out).length, 1)
  assert.deepEqual(await Promise.all(nodes.map((node) => statusOf(node, shown[0]!))), [200, 200])
})

test('a key works on every node when it is made, and on none when it is revoked or its account disabled', {
  skip,
}, async (t) => {
  const { url, folders } = await prepare(t, 3)
  const nodes = await Promise.all(folders.map((folder) => startNode(t, folder, url)))
  const statuses = (key: string) => Promise.all(nodes.map((node) => statusOf(node, key)))
  for (const [i, folder] of folders.entries()) {
    const { key, id } = await makeKey(folder)
    assert.deepEqual(await statuses(key), [200, 200, 200], `made on node ${i}`)
    const other = folders[(i + 1) % folders.length]!
    assert.equal((await run(['keys', 'revoke', id, '--data-dir', other])).code, 0)
    assert.deepEqual(await statuses(key), [401, 401, 401], `revoked on the next node`)
  }
  const elsewhere = temporaryFolder(t)
  cpSync(folders[0]!, elsewhere, { recursive: true })
  const offline = { DATABASE_URL: url }
  const { key, id } = await makeKey(elsewhere, [], offline)
  assert.deepEqual(
    await statuses(key),
    [200, 200, 200],
    'made by the command line of a machine without a server',
  )
  assert.equal((await run(['keys', 'revoke', id, '--data-dir', elsewhere], offline)).code, 0)
  assert.deepEqual(await statuses(key), [401, 401, 401])
})

test('what is imported, suppressed or shown again on one node is found, or not, on every node when the command ends', {
  skip: BRIEF || skip,
}, async (t) => {
  const { url, folders } = await prepare(t, 3)
  const nodes = await Promise.all(folders.map((folder) => startNode(t, folder, url)))
  const { key } = await makeKey(folders[0]!)
  const found = (name: string) =>
    Promise.all(nodes.map(async (node) => (await hitsOf(node, key, name)).length))
  const file = join(temporaryFolder(t), 'own.csv')
  const mapping = join(temporaryFolder(t), 'mapping.yaml')
  writeFileSync(mapping, 'source: own\ntitle: Own list\ncolumns: {id: nr, name: firma, seat: ort}\n')
  for (const [i, folder] of folders.entries()) {
    const name = `Zwiebelfisch ${['Erste', 'Zweite', 'Dritte'][i]} GmbH`
    writeFileSync(file, `nr,firma,ort\n${i},${name},Köln\n`)
    assert.deepEqual(await found(name), [0, 0, 0])
    const at = ['--data-dir', folder]
    const imported = await run(['import', file, '--mapping', mapping, ...at])
    assert.equal(imported.code, 0, imported.err)
    assert.deepEqual(await found(name), [1, 1, 1], `imported on node ${i}`)
    const [hit] = await hitsOf(nodes[i]!, key, name)
    const { uuid } = hit!
    assert.equal((await run(['suppress', uuid, '--reason', 'r', ...at])).code, 0)
    assert.deepEqual(await found(name), [0, 0, 0], `suppressed on node ${i}`)
    assert.equal((await run(['suppress', '--lift', uuid, ...at])).code, 0)
    assert.deepEqual(await found(name), [1, 1, 1], `shown again on node ${i}`)
  }
})

test('a revocation waits for the lease of a node that is cut off, which answers 503 by then and follows when it is back', {
  skip: BRIEF || skip,
}, async (t) => {
  const { cluster, url, folders } = await prepare(t, 2)
  const network = await forwardTo(cluster.port)
  t.after(() => network.close())
  const throughNetwork = new URL(url)
  throughNetwork.port = String(network.port)
  const [one, other] = await Promise.all([
    startNode(t, folders[0]!, url),
    startNode(t, folders[1]!, throughNetwork.href),
  ])
  const { key, id } = await makeKey(folders[0]!)
  const { key: kept } = await makeKey(folders[0]!)
  assert.deepEqual([await statusOf(one, key), await statusOf(other, key)], [200, 200])
  network.swallow()
  assert.equal(await statusOf(other, key), 200, 'its lease holds')
  assert.equal((await run(['keys', 'revoke', id, '--data-dir', folders[0]!])).code, 0)
  assert.deepEqual([await statusOf(one, key), await statusOf(other, key)], [401, 503])
  assert.deepEqual([await statusOf(one, kept), await statusOf(other, kept)], [200, 503])
  const list = async () => JSON.parse((await run(['status', '--json', '--data-dir', folders[0]!])).out).nodes
  assert.deepEqual((await list()).map(({ is_live }: { is_live: boolean }) => is_live).toSorted(), [
    false,
    true,
  ])
  network.mend()
  await until(async () => (await statusOf(other, kept)) === 200)
  assert.equal(await statusOf(other, key), 401)
})

test('a node with another secret does not start while a node is live, and says what to do', {
  skip: BRIEF || skip,
}, async (t) => {
  const { url, folders } = await prepare(t, 2)
  const [one, other] = folders as [string, string]
  writeFileSync(join(other, 'secret'), 'cd'.repeat(32), { mode: 0o600 })
  const node = await startNode(t, one, url)
  const refused = await run(['serve', '--data-dir', other], { DATABASE_URL: url, PORT: '0' })
  assert.equal(refused.code, 5)
  assert.match(
    refused.err,
    /The file secret in the data folder is not that of the node \S+:\d+, .* Copy the file from there\.\n$/,
  )
  node.process.kill('SIGTERM')
  assert.equal(await node.ended, 0)
  await startNode(t, other, url)
})
