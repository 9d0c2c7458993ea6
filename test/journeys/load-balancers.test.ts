/** Several servers behind haproxy and nginx, with the example files of `deploy`. */
// Thorough: nodes behind haproxy and nginx; nodes.test.ts has two without.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEADER_BYTES_MAX } from '../../src/http/protocol/http-server.ts'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { LOAD_BALANCERS, skipWithout, startLoadBalancer } from './load-balancer.ts'
import {
  atEnd,
  importedFolder,
  type Lifetime,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  type Server,
  startServer,
  temporaryFolder,
} from './program.ts'

const SEARCH_PATH = '/api/v1/companies/search/'
const BATCH_BYTES_TOO_MANY = 1_200_000
/** 4 MB. */
const LIST = `Firma;Text\n${`A GmbH;${'x'.repeat(1000)}\n`.repeat(4000)}`
/** As recommended in docs/scale-out.md for the health checks of the example. */
const DRAIN_MS = 5000
const AUTH_FAILURES = 3
const SLOW_CLIENTS = 20
/** Clients that search one after the other without a pause. */
const CLIENTS = 8
const ENV = {
  ...ONE_THREAD,
  TRUST_PROXY: '127.0.0.1',
  METRICS_PORT: '0',
  METRICS_TOKEN: 'neunzehn-Wolkenkratzer',
  AUTH_FAILURES_PER_MIN: String(AUTH_FAILURES),
  DRAIN_MS: String(DRAIN_MS),
}

/** A server that can be started again at the same port. */
interface Node {
  readonly address: string
  server: Server
  restart(): Promise<void>
}

async function startNode(test: Lifetime, dataDir: string): Promise<Node> {
  const server = await startServer(test, dataDir, ENV)
  const { host, port } = new URL(server.url)
  const node: Node = {
    address: host,
    server,
    restart: async () => {
      node.server = await startServer(test, dataDir, { ...ENV, PORT: port })
    },
  }
  return node
}

/** Two nodes that know the same key, behind a load balancer. */
async function startNodes(test: Lifetime, name: keyof typeof LOAD_BALANCERS) {
  const first = await importedFolder(test)
  const { key } = await makeKey(first, ['--limit', '1000000/60s'])
  const second = join(temporaryFolder(test), 'var')
  cpSync(first, second, { recursive: true })
  const nodes = await Promise.all([startNode(test, first), startNode(test, second)])
  const balancer = await startLoadBalancer(test, name, [nodes[0]!.address, nodes[1]!.address])
  return { nodes, key, ...balancer }
}

/** The value of a metric of a node, which is asked beside the load balancer. */
async function metricOf({ server }: Node, name: string, labels: Record<string, string> = {}) {
  const address = /Metrics at (http:\S+)/.exec(server.said())?.[1] ?? ''
  const families = readMetrics(await (await fetch(address)).text())
  const samples = families.get(name)?.samples ?? []
  return samples.find((sample) => Object.entries(labels).every(([label, of]) => sample.labels[label] === of))
    ?.value
}

/** Sends a request and returns what can be compared: not the id of the request. */
async function answerOf(url: string, { method = 'GET', headers = {}, body = '' }) {
  const asked = request(url, { method, headers, agent: false })
  const [response] = (await once(asked.end(body), 'response')) as [IncomingMessage]
  const chunks = await response.toArray()
  const {
    statusCode: status,
    headers: { 'content-type': type },
  } = response
  const text = Buffer.concat(chunks).toString()
  return { status, type, text: text.replace(/"request_id":"[^"]*"/, '') }
}

/** A request that every node answers in the same way. */
interface Asked {
  readonly path: string
  readonly body: unknown
  /** The status of its response. */
  readonly expected: number
}

/** Changes nothing, so load balancers may repeat it. */
const SEARCH: Asked = { path: SEARCH_PATH, body: { name: 'Bau' }, expected: 200 }
/** To a load balancer a change, which it must not repeat. */
const CHANGE: Asked = { path: '/app/api/no-such-change', body: {}, expected: 404 }

/** Sends requests with several clients until it is stopped; then returns those that failed. */
function sendOn(test: Lifetime, url: string, key: string, requests: readonly Asked[]) {
  const failed: { readonly path: string; readonly startedMs: number; readonly outcome: unknown }[] = []
  let answered = 0
  let isOver = false
  const sendOne = async ({ path, body, expected }: Asked) => {
    const startedMs = performance.now()
    try {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      await response.arrayBuffer()
      if (response.status === expected) answered++
      else failed.push({ path, startedMs, outcome: response.status })
    } catch (error) {
      failed.push({ path, startedMs, outcome: error })
    }
  }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) for (const asked of requests) await sendOne(asked)
  })
  const stop = async () => {
    isOver = true
    await Promise.all(clients)
    return failed
  }
  atEnd(test, stop)
  return { answered: () => answered, stop }
}

/** How many searches a node has answered; rejects if it does not run. */
async function searchesOf(node: Node): Promise<number> {
  return (await metricOf(node, 'firmensuche_requests_total', { route: 'searchCompanies', code: '2xx' }))!
}

/** Resolves when searches reach a node, by way of the load balancer. */
async function reached(node: Node): Promise<void> {
  const before = await searchesOf(node)
  while ((await searchesOf(node)) < before + CLIENTS) await sleep(POLL_MS)
}

/** Resolves when a node that still runs gets none of the requests that are sent; rejects if it ends before that. */
async function leftOut(node: Node, { answered }: { answered(): number }): Promise<void> {
  let before: number
  do {
    before = await searchesOf(node)
    const enough = answered() + 10 * CLIENTS
    while (answered() < enough) await sleep(POLL_MS)
  } while ((await searchesOf(node)) > before)
}

/** A node that answers health checks and closes the connection on every other request, or refuses it with 503. */
async function faultyNode(test: Lifetime, fault: 'closes' | 'refuses') {
  const received: string[] = []
  const server = createHttpServer((asked, response) => {
    if (asked.url === '/health/ready') response.end('{}')
    else {
      received.push(`${asked.method} ${asked.url}`)
      asked.resume().once('end', () => {
        if (fault === 'closes') response.destroy()
        else response.writeHead(503).end('{}')
      })
    }
  })
  server.on('error', assert.fail)
  test.after(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const NAMES = Object.keys(LOAD_BALANCERS) as (keyof typeof LOAD_BALANCERS)[]

for (const name of NAMES) {
  describe(`nodes behind ${name}`, { skip: skipWithout(name) }, () => {
    it('see the address of the client, which it cannot forge', async (test) => {
      const { url } = await startNodes(test, name)
      /** The status of a wrong token; failures are counted by the address of the client. */
      const guess = async (localAddress: string, claimed: string) => {
        const headers = { authorization: 'Bearer sixteen-characters', 'x-forwarded-for': claimed }
        const asked = request(`${url}/metrics`, { localAddress, headers, agent: false })
        const [response] = (await once(asked.end(), 'response')) as [IncomingMessage]
        response.resume()
        return response.statusCode
      }
      const statuses: (number | undefined)[] = []
      for (let i = 0; i < 2 * AUTH_FAILURES + 2; i++)
        statuses.push(await guess('127.0.0.2', `198.51.100.${i}`))
      assert.deepEqual(statuses, [...Array(2 * AUTH_FAILURES).fill(401), 429, 429])
      assert.equal(await guess('127.0.0.3', '127.0.0.2'), 401)
    })

    it('refuse what is too long or unknown themselves', async (test) => {
      const { url, nodes, key } = await startNodes(test, name)
      const json = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const requests = [
        [404, '/nowhere', {}],
        [401, '/api/v1', {}],
        [414, `/api/v1?${'x'.repeat(HEADER_BYTES_MAX / 2)}`, {}],
        [431, '/api/v1', { headers: { 'x-long': 'x'.repeat(HEADER_BYTES_MAX) } }],
        [
          413,
          '/api/v1/companies/search/batch',
          { method: 'POST', headers: json, body: 'x'.repeat(BATCH_BYTES_TOO_MANY) },
        ],
        [405, SEARCH_PATH, { method: 'DELETE', headers: json }],
        [401, SEARCH_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
        [400, SEARCH_PATH, { method: 'POST', headers: json, body: '{"nam": 1}' }],
      ] as const
      for (const [status, path, asked] of requests) {
        const direct = await answerOf(`http://${nodes[0]!.address}${path}`, asked)
        assert.equal(direct.status, status, path.slice(0, 40))
        assert.deepEqual(await answerOf(url + path, asked), direct, path.slice(0, 40))
      }
    })

    it('receive lists that are larger than every other body', async (test) => {
      const { url, key } = await startNodes(test, name)
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
      const { status, text } = await answerOf(`${url}/api/v1/matches`, {
        method: 'POST',
        headers,
        body: LIST,
      })
      assert.equal(status, 202, text)
    })

    it('hold no connection for a client that sends slowly', async (test) => {
      const { url, port, nodes, key } = await startNodes(test, name)
      const body = JSON.stringify({ name: 'Bau' })
      const head = `POST ${SEARCH_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
      const sockets = await Promise.all(
        Array.from({ length: SLOW_CLIENTS }, async () => {
          const socket = connect(port, '127.0.0.1').setEncoding('utf8')
          test.after(() => socket.destroy())
          await once(socket, 'connect')
          socket.write(head + body.slice(0, 5))
          return socket
        }),
      )
      const sending = sendOn(test, url, key, [SEARCH])
      await Promise.all(nodes.map(reached))
      assert.deepEqual(await sending.stop(), [])
      for (const node of nodes) {
        assert.equal(await metricOf(node, 'firmensuche_requests_in_flight'), 0)
        // The load balancer keeps some connections open for the next requests.
        assert.ok((await metricOf(node, 'firmensuche_connections'))! <= CLIENTS)
      }
      const finish = async (socket: Socket) => {
        socket.write(body.slice(5))
        return (await socket.toArray()).join('')
      }
      for (const answer of await Promise.all(sockets.map(finish))) assert.match(answer, /^HTTP\/1\.1 200 /)
    })

    it(`are drained and restarted one after the other without a failed ${name === 'haproxy' ? 'request' : 'search'}`, async (test) => {
      const { url, nodes, key } = await startNodes(test, name)
      // nginx checks no health, so it meets the moment at which a node closes its port.
      const sending = sendOn(test, url, key, name === 'haproxy' ? [SEARCH, CHANGE] : [SEARCH])
      for (const node of nodes) {
        await reached(node)
        node.server.process.kill('SIGTERM')
        if (name === 'haproxy') await leftOut(node, sending)
        assert.equal(await node.server.ended, 0)
        await node.restart()
        await reached(node)
      }
      assert.deepEqual(await sending.stop(), [])
    })

    it('fail no request that begins after one of them was killed, and at most one of each client before', async (test) => {
      const { url, nodes, key } = await startNodes(test, name)
      const sending = sendOn(test, url, key, [SEARCH, CHANGE])
      await reached(nodes[0]!)
      nodes[0]!.server.process.kill('SIGKILL')
      await nodes[0]!.server.ended
      const killedMs = performance.now()
      const answered = sending.answered()
      while (sending.answered() < answered + 10 * CLIENTS) await sleep(POLL_MS)
      const failed = await sending.stop()
      assert.ok(failed.length <= CLIENTS, String(failed.length))
      assert.deepEqual(
        failed.filter(({ startedMs }) => startedMs > killedMs),
        [],
      )
    })

    for (const fault of ['closes', 'refuses'] as const) {
      it(`get a request again that one ${fault === 'closes' ? 'did not answer' : 'refused with 503'} only if it changes nothing`, async (test) => {
        /** How often the nodes receive a request that is sent once, each time behind a new load balancer. */
        const timesOf = async (method: string, path: string) => {
          const faulty = await Promise.all([faultyNode(test, fault), faultyNode(test, fault)])
          const { url } = await startLoadBalancer(test, name, [faulty[0].address, faulty[1].address])
          const response = await fetch(url + path, { method, headers: { connection: 'close' } })
          assert.equal(response.status, fault === 'closes' ? 502 : 503)
          return faulty.flatMap(({ received }) => received).filter((line) => line === `${method} ${path}`)
            .length
        }
        assert.equal(await timesOf('POST', '/app/api/auth/sign-up'), 1)
        assert.equal(await timesOf('POST', '/api/v1/matches'), 1)
        const isRepeated = fault === 'closes' || name === 'haproxy'
        for (const [method, path] of [
          ['POST', SEARCH_PATH],
          ['GET', '/app/api/session'],
        ] as const) {
          const times = await timesOf(method, path)
          assert.ok(isRepeated ? times > 1 : times === 1, `${times} ${method} ${path}`)
        }
      })
    }
  })
}
