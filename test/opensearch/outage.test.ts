// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch, PostgreSQL, two servers and haproxy.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { findPort } from '../../src/adapters/system/free-port.ts'
import { balancerFor } from '../cluster/places.ts'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { skipWithout } from '../journeys/load-balancer.ts'
import { Mailbox } from '../journeys/mailbox.ts'
import { Member } from '../journeys/member.ts'
import {
  type Lifetime,
  makeKey,
  ONE_THREAD,
  run,
  type Server,
  sampleFile,
  sampleLines,
  search,
  startServer,
  temporaryFolder,
} from '../journeys/program.ts'
import { BRIEF, IS_LONG } from '../thorough.ts'
import { missingOpenSearch, type OpenSearchServer, startOpenSearch } from './opensearch-server.ts'

const COMPANIES = 400
/** Moments of a fill at which OpenSearch is killed. */
const MOMENTS = IS_LONG ? 20 : 2
const POLL_MS = 20
const EMAIL = 'ida@example.com'
const EXPECTED_LOSS = /the index in OpenSearch is incomplete and is being restored/g
const FILLED = /a new one was built|the index in OpenSearch is complete again/g
const skip = missingOpenSearch() ?? (NO_POSTGRES || skipWithout('haproxy') || BRIEF)

/** Two servers behind haproxy that share a database and the index. */
interface Site {
  readonly openSearch: OpenSearchServer
  readonly client: OpenSearchClient
  readonly servers: readonly Server[]
  readonly url: string
  readonly key: string
}

async function startSite(test: Lifetime, mailbox: Mailbox): Promise<Site> {
  const openSearch = await startOpenSearch('512m')
  test.after(() => openSearch.stop())
  const client = new OpenSearchClient({ urls: openSearch.url })
  test.after(() => client.close())
  await mailbox.start()
  test.after(() => mailbox.stop())
  const { port: publicPort, release } = await findPort('127.0.0.1', 0)
  const env = {
    ...ONE_THREAD,
    ...{ PUBLIC_URL: `http://localhost:${publicPort}`, TRUST_PROXY: '127.0.0.1' },
    DATABASE_URL: await emptyDatabase(test),
    OPENSEARCH_URL: openSearch.url,
    OPENSEARCH_INDEX: 'outage',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'post@suche.example',
    METRICS_PORT: '0',
  }
  const folders = [temporaryFolder(test), temporaryFolder(test)]
  for (const folder of folders) writeFileSync(join(folder, 'secret'), 'ab'.repeat(32), { mode: 0o600 })
  const imported = await run(['import', sampleFile(test, COMPANIES), '--data-dir', folders[0]!], env)
  assert.equal(imported.code, 0, imported.err)
  const servers = [await startServer(test, folders[0]!, env), await startServer(test, folders[1]!, env)]
  const balancer = balancerFor(
    test,
    publicPort,
    servers.map(({ url }) => Number(new URL(url).port)),
  )
  release()
  await balancer.start()
  const { key } = await makeKey(folders[0]!, ['--limit', '1000000/60s'], env)
  return { openSearch, client, servers, url: balancer.url, key }
}

/** Active companies of the sample, whose names are found by a search for them. */
const NAMES = sampleLines(COMPANIES)
  .map((line) => JSON.parse(line) as { readonly name: string; readonly current_status: string })
  .filter((company) => company.current_status === 'currently registered')
  .map(({ name }) => name)

interface Ready {
  readonly status: number
  readonly body: { readonly search?: string }
}

async function readyOf(url: string): Promise<Ready> {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, body: (await answer.json()) as Ready['body'] }
}

/** Waits until a server, or the load balancer, says so of searches; it must be ready each time. */
async function becomes(url: string, expected: 'available' | 'unavailable'): Promise<void> {
  for (;;) {
    const { status, body } = await readyOf(url)
    assert.equal(status, 200, JSON.stringify(body))
    if (body.search === expected) return
    await wait(POLL_MS)
  }
}

/** Waits until every server knows the index to be complete. */
async function becomesComplete(site: Site): Promise<void> {
  for (const { url } of site.servers) await becomes(url, 'available')
  for (const server of site.servers) while ((await upOf(server)) !== 1) await wait(POLL_MS)
}

async function upOf(server: Server): Promise<number | undefined> {
  const address = /Metrics at (http:\S+)/.exec(server.said())?.[1] ?? ''
  const families = readMetrics(await (await fetch(address)).text())
  return families.get('firmensuche_opensearch_up')?.samples[0]?.value
}

async function missing({ servers, key }: Site): Promise<readonly string[]> {
  const lost: string[] = []
  for (const [i, name] of NAMES.entries()) {
    if (i % 10 !== 0) continue
    const ask = () => search(servers[i % servers.length]!.url, key, { name })
    let answer = await ask()
    // A server may notice later than the other one that it must wait.
    while (answer.status === 503) {
      await wait(POLL_MS)
      answer = await ask()
    }
    const text = await answer.text()
    if (answer.status !== 200 || !text.includes('"uuid"')) lost.push(`${name}: ${answer.status}`)
  }
  return lost
}

function count(server: Server, line: RegExp): number {
  return (server.complained().match(line) ?? []).length
}

/** Waits for a line of the log: the watch of a server writes it, and looks every five seconds. */
async function says(server: Server, line: RegExp): Promise<void> {
  while (count(server, line) === 0) await wait(POLL_MS)
}

/** Deletes both indices and resolves when a server begins to fill new ones. */
async function lose({ client }: Site): Promise<void> {
  const indicesOf = async () => Object.keys(await client.send<object>('GET', '/outage-names-*/_alias'))
  const before = await indicesOf()
  for (const index of before) {
    await client.send('DELETE', `/${index}`)
    await client.send('DELETE', `/${index.replace('-names-', '-words-')}`)
  }
  while ((await indicesOf()).every((index) => before.includes(index))) await wait(POLL_MS)
}

describe('OpenSearch is killed', { skip }, () => {
  it('and everything but searches is answered; afterwards the index is whole, or restored by one server', async (test) => {
    const mailbox = new Mailbox()
    const site = await startSite(test as unknown as Lifetime, mailbox)
    test.after(() => site.servers.forEach((server) => void test.diagnostic(server.complained())))
    const { openSearch, servers, url, key } = site
    const member = new Member(url)
    await member.signUp(mailbox, EMAIL)

    // Right after the fill.
    await openSearch.kill()
    for (const each of [...servers, site]) await becomes(each.url, 'unavailable')
    const authorization = `Bearer ${key}`
    const list = await fetch(`${url}/api/v1/companies?limit=1`, { headers: { authorization } })
    const [company] = (await list.json()) as [{ readonly uuid: string }]
    const one = await fetch(`${url}/api/v1/companies/${company.uuid}`, { headers: { authorization } })
    assert.deepEqual([list.status, one.status], [200, 200])
    const signedIn = await new Member(url).signIn(EMAIL)
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.json))
    const gone = await search(url, key, { name: 'Bau' })
    assert.deepEqual([gone.status, gone.headers.get('retry-after')], [503, '1'])
    for (const server of servers) {
      while ((await upOf(server)) !== 0) await wait(POLL_MS)
      await says(server, /OpenSearch cannot be searched/g)
    }
    // By now haproxy would have taken the servers out: it does so after two checks, a second apart.
    await becomes(url, 'unavailable')
    await openSearch.startAgain()
    await becomesComplete(site)
    assert.deepEqual(await missing(site), [])
    for (const server of servers) {
      await says(server, /OpenSearch can be searched again/g)
      assert.equal(count(server, EXPECTED_LOSS), 0, server.complained())
    }

    // It is lost: both notice it, and one fills it.
    const beganMs = performance.now()
    await lose(site)
    await becomesComplete(site)
    const fillMs = performance.now() - beganMs
    assert.deepEqual(await missing(site), [])
    for (const server of servers) await says(server, EXPECTED_LOSS)
    const names = Object.keys(await site.client.send<object>('GET', '/outage-names-*/_alias'))
    assert.equal(names.length, 1)

    for (let moment = 0; moment < MOMENTS; moment++) {
      await lose(site)
      await wait((fillMs * moment) / MOMENTS)
      await openSearch.kill()
      await openSearch.startAgain()
      await becomesComplete(site)
      assert.deepEqual(await missing(site), [], `moment ${moment} of ${MOMENTS}`)
    }
    test.diagnostic(`filled within ${Math.round(fillMs)} ms, killed at ${MOMENTS} moments`)
    const filled = servers.map((server) => count(server, FILLED))
    test.diagnostic(`lines of the end of a fill: ${filled.join(' and ')}`)
  })
})
