/** Watching a running server: its metrics on a port of their own, or with a token. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { ENTRIES, importedFolder, makeKey, run, startServer, statuses } from './program.ts'

const TOKEN = 'achtzehn-Wolkenkratzer'
const SEARCHES = 24

test('metrics contain the sum of all threads and the import, on their own port and with the token', async (t) => {
  const dataDir = await importedFolder(t)
  const { key } = await makeKey(dataDir, ['--limit', '1000/60s'])
  const server = await startServer(t, dataDir, { METRICS_PORT: '0', METRICS_TOKEN: TOKEN })
  const own = /Metrics at (http:\S+)/.exec(server.said())?.[1] ?? ''
  assert.match(own, /^http:\/\/127\.0\.0\.1:/)
  assert.deepEqual(await statuses(server.url, key, SEARCHES), [200])
  assert.equal((await run(['import', ENTRIES, '--data-dir', dataDir])).code, 0)

  const value = (text: string, name: string, labels: Record<string, string> = {}) =>
    readMetrics(text)
      .get(name)
      ?.samples.find((sample) => Object.entries(labels).every(([label, of]) => sample.labels[label] === of))
      ?.value
  const open = await fetch(own)
  assert.equal(open.status, 200)
  const headers = { authorization: `Bearer ${TOKEN}` }
  for (const text of [await open.text(), await (await fetch(`${server.url}/metrics`, { headers })).text()]) {
    const searches = { route: 'searchCompanies', code: '2xx' }
    assert.equal(value(text, 'firmensuche_requests_total', searches), SEARCHES)
    assert.equal(value(text, 'firmensuche_http_threads_working'), 2)
    assert.equal(value(text, 'firmensuche_import_last_succeeded'), 1)
    assert.equal(value(text, 'firmensuche_import_last_rows', { result: 'rejected' }), 0)
    assert.ok(value(text, 'firmensuche_import_last_end_timestamp_seconds')! > 1e9)
  }
  assert.equal((await fetch(`${server.url}/metrics`)).status, 401)
  assert.equal((await fetch(new URL('/api/v1', own))).status, 404)
  assert.equal((await fetch(own, { method: 'POST' })).status, 405)

  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})

test('a metrics port that is in use ends the start with a sentence', async (t) => {
  const dataDir = await importedFolder(t)
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const { code, err } = await run(['serve', '--data-dir', dataDir], { PORT: '0', METRICS_PORT: String(port) })
  assert.equal(code, 5)
  assert.match(err, new RegExp(`METRICS_PORT ${port}`))
})
