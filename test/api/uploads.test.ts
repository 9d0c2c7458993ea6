/** Bodies of `POST /api/v1/matches` on slow lines, and those that are refused before they are read. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readTraffic } from '../../src/adapters/shared-memory/traffic.ts'
import { LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { UPLOADS_PER_ACCOUNT_MAX } from '../../src/core/matching/list-files.ts'
import { MATCH_FILE_BYTES_MAX } from '../../src/core/matching/match-job.ts'
import { UPLOAD_BYTES_PER_S_MIN } from '../../src/http/request/upload-rate.ts'
import { exchangeRaw, readAnswers } from './raw-answers.ts'
import { openService, type Service } from './start-service.ts'

const WINDOW_MS = 400
const START = 'Firma;Text\n'

const service = await openService({ settings: { requestTimeoutMs: WINDOW_MS } })
const port = await service.listen()
const auth = service.auth('companies:search:deep').authorization

function head(headers: string, authorization = auth, path = '/api/v1/matches'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: text/csv\r\n${headers}\r\n\r\n`
}

/** A client that keeps what it receives. */
function open(): Socket & { answers(): ReturnType<typeof readAnswers> } {
  const chunks: Buffer[] = []
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).on('data', (chunk: Buffer) => chunks.push(chunk))
  return Object.assign(socket, { answers: () => readAnswers(Buffer.concat(chunks).toString()) })
}

/** Unlike `once`, it is not interested in how the connection ends. */
function emitted(socket: Socket, event: 'close' | 'drain'): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()))
}

async function answered(socket: ReturnType<typeof open>, count: number): Promise<void> {
  while (socket.answers().length < count) await once(socket, 'data')
}

/** The limit of time of Node for a whole request has passed for a connection of the service. */
async function timedOut(): Promise<void> {
  const [error] = await once(service.server.server, 'clientError')
  assert.equal(error.code, 'ERR_HTTP_REQUEST_TIMEOUT')
}

function folderOf(accountsPath: string): string {
  return join(dirname(accountsPath), 'lists')
}

async function noFileIsLeft({ accountsPath, block }: Service): Promise<void> {
  while (readTraffic(block).connections > 0) await pause(1)
  const folder = folderOf(accountsPath)
  // The file is deleted when the writing of it has ended, which is after the connection.
  while (readdirSync(folder).length > 0) await pause(1)
}

test('an upload that takes longer than the limit of a request is accepted while it keeps the least rate', async () => {
  const line = `A GmbH;${'x'.repeat(1000)}\n`
  const lines = 200
  const socket = open()
  let isLate = false
  const late = timedOut().then(() => {
    isLate = true
  })
  socket.write(head(`Content-Length: ${START.length + line.length * lines}`) + START)
  // Ten times the least rate, in as many lines as it takes.
  for (let sent = 0; sent < lines; sent++) {
    socket.write(line)
    if (!isLate) await pause((1000 * line.length) / (10 * UPLOAD_BYTES_PER_S_MIN))
  }
  await late
  await answered(socket, 1)
  const [accepted] = socket.answers()
  assert.equal(accepted?.status, 202)
  const { id, rows } = JSON.parse(accepted.body)
  assert.equal(rows, lines)
  // The connection is as any other: it takes the next request.
  socket.write(`DELETE /api/v1/matches/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth}\r\n\r\n`)
  await answered(socket, 2)
  assert.equal(socket.answers()[1]?.status, 204)
  socket.destroy()
  await noFileIsLeft(service)
})

test('an upload below the least rate is answered 408, and its connection is closed', async () => {
  for (const bytes of ['', 'Firma\n']) {
    const socket = open()
    socket.write(head('Content-Length: 1000000') + bytes)
    await emitted(socket, 'close')
    const answers = socket.answers()
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      [[408, 'close']],
    )
    assert.equal(JSON.parse(answers[0]!.body).code, 'request_timeout')
  }
  await noFileIsLeft(service)
  assert.equal(service.log.findLast(({ message }) => message === 'request')?.fields.status, 408)
})

test('a client that goes on sending after the 413 of its upload is disconnected', async () => {
  const socket = open()
  const chunk = 'x'.repeat(0x100000)
  socket.write(head('Transfer-Encoding: chunked'))
  let isOpen = true
  const closed = emitted(socket, 'close').then(() => {
    isOpen = false
  })
  for (let sent = 0; isOpen; sent += chunk.length) {
    const isTaken = socket.write(`100000\r\n${chunk}\r\n`)
    if (!isTaken) await Promise.race([emitted(socket, 'drain'), closed])
    if (sent > MATCH_FILE_BYTES_MAX) await pause(1)
  }
  assert.deepEqual(
    socket.answers().map(({ status }) => status),
    [413],
  )
  await noFileIsLeft(service)
})

test('an upload that cannot be stored is answered 503 before its body has arrived, and the connection stays', async () => {
  const folder = folderOf(service.accountsPath)
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'no folder')
  const socket = open()
  socket.write(head('Content-Length: 13'))
  await answered(socket, 1)
  const [refused] = socket.answers()
  assert.deepEqual([refused?.status, refused?.headers.connection], [503, 'keep-alive'])
  assert.equal(JSON.parse(refused!.body).code, 'service_unavailable')
  rmSync(folder)
  socket.write(`Firma\nA GmbH\n${head('Content-Length: 13')}Firma\nA GmbH\n`)
  await answered(socket, 2)
  const job = socket.answers()[1]
  assert.equal(job?.status, 202)
  socket.write(remove(job.body))
  await answered(socket, 3)
  socket.destroy()
  await noFileIsLeft(service)
})

test('an upload that must be refused is refused before its body is asked for, and its connection is closed', async () => {
  const [job] = await exchangeRaw(port, [`${head('Content-Length: 13')}Firma\nA GmbH\n`], 1)
  assert.equal(job?.status, 202)
  const other = service.auth('companies:search').authorization
  const cases: [string, number, string][] = [
    [head('Content-Length: 13\r\nExpect: 100-continue'), 409, 'conflict'],
    [head('Content-Length: 13\r\nExpect: 100-continue', 'Bearer nonsense'), 401, 'unauthorized'],
    [head('Content-Length: 13\r\nExpect: 100-continue', other), 403, 'forbidden'],
    [
      head('Content-Length: 13\r\nExpect: 100-continue', auth, '/api/v1/matches?deep=x'),
      400,
      'invalid_request',
    ],
    [head(`Content-Length: ${MATCH_FILE_BYTES_MAX + 1}\r\nExpect: 100-continue`), 413, 'payload_too_large'],
  ]
  for (const [bytes, status, code] of cases) {
    // Read until the server closes: nothing comes before or after the one answer.
    const answers = await exchangeRaw(port, [bytes])
    assert.deepEqual(
      answers.map((one) => [one.status, JSON.parse(one.body).code, one.headers.connection]),
      [[status, code, 'close']],
    )
  }
  const accepted = await exchangeRaw(port, [remove(job.body)], 1)
  assert.equal(accepted[0]?.status, 204)
})

test('an account that sends UPLOADS_PER_ACCOUNT_MAX lists at the same time is refused another one', async () => {
  const sockets = Array.from({ length: UPLOADS_PER_ACCOUNT_MAX }, open)
  for (const socket of sockets) {
    socket.write(head('Content-Length: 13\r\nExpect: 100-continue'))
    await answered(socket, 1)
  }
  const another = open()
  another.write(`${head('Content-Length: 13')}Firma\nA GmbH\n`)
  await answered(another, 1)
  const [refused] = another.answers()
  assert.deepEqual([refused?.status, JSON.parse(refused!.body).code], [409, 'conflict'])
  // A file that is opened only after its connection has ended would still take a place in the next test.
  while (readdirSync(folderOf(service.accountsPath)).length < UPLOADS_PER_ACCOUNT_MAX) await pause(1)
  for (const socket of [...sockets, another]) socket.destroy()
  await noFileIsLeft(service)
})

test('the copies that a job makes of its list take no places of the uploads of its account', async () => {
  const { uploads, start, runAll, matchJobs, remove } = service.matching
  const owner = { account: LOCAL_ACCOUNT, isTest: false }
  const end = Promise.withResolvers<void>()
  const arriving = async function* () {
    await end.promise
    yield Buffer.from(START)
  }
  const sent = Array.from({ length: UPLOADS_PER_ACCOUNT_MAX }, () => uploads.store(arriving(), owner.account))
  try {
    const rows = JSON.stringify({ rows: [{ name: 'A GmbH' }] })
    const path = await uploads.store(Readable.from([Buffer.from(rows)]), undefined)
    const terms = { fileName: '', deep: false, hasNoHeader: false, named: {} }
    const { id } = await start({ owner, sent: { ...terms, kind: 'rows', path } })
    uploads.discard(path)
    await runAll()
    assert.equal((await matchJobs.find(owner, id))?.state, 'done')
    await remove(owner, id)
  } finally {
    end.resolve()
    for (const path of await Promise.all(sent)) uploads.discard(path)
  }
})

test('a second list is refused when its headers have arrived; the rest of it is dropped, and the connection stays', async () => {
  const first = open()
  first.write(`${head('Content-Length: 13\r\nExpect: 100-continue')}`)
  await answered(first, 1)
  assert.equal(first.answers()[0]?.status, 100)
  first.write('Firma\nA GmbH\n')
  await answered(first, 2)
  const job = first.answers()[1]
  assert.equal(job?.status, 202)
  const second = open()
  second.write(head('Content-Length: 13'))
  await answered(second, 1)
  const [refused] = second.answers()
  assert.deepEqual([refused?.status, refused?.headers.connection], [409, 'keep-alive'])
  second.write(`Firma\nB GmbH\n${remove(job.body)}`)
  await answered(second, 2)
  assert.equal(second.answers()[1]?.status, 204)
  first.destroy()
  second.destroy()
})

test('a client that goes on sending slowly after a 409 is disconnected', async () => {
  const [job] = await exchangeRaw(port, [`${head('Content-Length: 13')}Firma\nA GmbH\n`], 1)
  const second = open()
  second.write(head('Content-Length: 1000000'))
  let isOpen = true
  second.once('close', () => {
    isOpen = false
  })
  while (isOpen) {
    second.write('x')
    await pause(1)
  }
  assert.deepEqual(
    second.answers().map(({ status }) => status),
    [409],
  )
  await exchangeRaw(port, [remove(job!.body)], 1)
})

function remove(job: string): string {
  return `DELETE /api/v1/matches/${JSON.parse(job).id} HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth}\r\n\r\n`
}
