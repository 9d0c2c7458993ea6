/** The control socket: no input ends the server, and every answer ends a command with a sentence. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type HostileConnection, hostileConnections } from '../fixtures/hostile-connections.ts'
import { BRIEF, seed } from '../thorough.ts'
import {
  atEnd,
  BIN,
  cleanEnv,
  importedFolder,
  ONE_THREAD,
  run,
  type Server,
  startServer,
  temporaryFolder,
} from './program.ts'

/** Made-up connections, in every run. */
const CONNECTIONS = 10_000
/** Of the connections of this test at one time: more than the server takes. */
const AT_ONCE = 100

function connect(dataDir: string): Socket {
  // What becomes of a connection is the server's to decide.
  return createConnection(join(dataDir, 'control.sock')).on('error', () => {})
}

/** The lines that come back until the server, or this side, ends the connection. */
async function linesAfter(dataDir: string, sent: string, count: number): Promise<readonly string[]> {
  const socket = connect(dataDir)
  socket.write(sent)
  const lines: string[] = []
  for await (const line of createInterface({ input: socket })) {
    lines.push(line)
    if (lines.length === count) break
  }
  socket.destroy()
  return lines
}

async function attack(dataDir: string, { pieces, end }: HostileConnection): Promise<void> {
  const socket = connect(dataDir)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (end !== 'unread') socket.resume()
  for (const piece of pieces) {
    if (!socket.writable) break
    await new Promise((resolve) => socket.write(piece, resolve))
  }
  if (end === 'half') socket.end()
  else socket.destroy()
  await closed
}

/** Asserts that the server process still answers HTTP and a status, and has logged no fault. */
async function servesOn(server: Server, dataDir: string): Promise<void> {
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200, server.complained())
  const status = await run(['status', '--json', '--data-dir', dataDir])
  assert.equal(status.code, 0, status.err)
  assert.equal(JSON.parse(status.out).server.pid, server.pid)
  assert.doesNotMatch(server.complained(), /"level":[56]0/, 'a fault was logged')
  assert.equal(server.process.exitCode, null)
}

describe('the control socket', () => {
  it('survives clients that disconnect at once, send another protocol, or send null', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    connect(dataDir).destroy()
    await attack(dataDir, { pieces: [], end: 'unread' })
    for (const line of [
      'hello',
      'null',
      '[]',
      '{"id":"1","name":"status"}',
      '\u{fffd}',
      '{"id":1,"name":7}',
    ]) {
      const [, reply] = await linesAfter(dataDir, `${line}\n`, 2)
      assert.match(
        reply!,
        /^\{"id":0,"kind":"failure","code":"invalid_request","message":"This line is not a command\. /,
      )
    }
    await servesOn(server, dataDir)
  })

  it('refuses an unknown command or one with invalid params, and names the fault', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const faults: [unknown, RegExp][] = [
      [{ id: 1, name: 'constructor', params: {} }, /does not know the command constructor/],
      [
        { id: 1, name: 'createKey', params: null },
        /does not accept the params of the command createKey \(params: /,
      ],
      [
        {
          id: 1,
          name: 'createKey',
          params: { params: { name: 'x', scopes: ['companies:read'], kind: 'free' } },
        },
        /\(params\.kind: /,
      ],
      [{ id: 1, name: 'import', params: { files: 'all', rejects: '/tmp/x' } }, /\(files: /],
      [{ id: 1, name: 'status', params: { deep: true } }, /deep/],
    ]
    for (const [call, pattern] of faults) {
      const [, reply] = await linesAfter(dataDir, `${JSON.stringify(call)}\n`, 2)
      const { id, code, message } = JSON.parse(reply!)
      assert.deepEqual([id, code], [1, 'invalid_request'])
      assert.match(message, pattern)
    }
    await servesOn(server, dataDir)
  })

  it('survives 10,000 random connections, cuts and lines, and answers a status afterwards', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const all = hostileConnections(seed(), CONNECTIONS)
    const attackers = Array.from({ length: AT_ONCE }, async () => {
      for (const one of all) await attack(dataDir, one)
    })
    await Promise.all(attackers)
    await servesOn(server, dataDir)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.complained())
  })

  it('survives a command that was killed while the server was stopped by SIGSTOP', {
    skip: BRIEF || process.platform !== 'linux',
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    process.kill(server.pid, 'SIGSTOP')
    const commands = Array.from({ length: 4 }, () => waitingStatus(test, dataDir))
    await areConnected(commands.length, dataDir)
    for (const command of commands) command.kill('SIGKILL')
    await Promise.all(commands.map((command) => once(command, 'close')))
    process.kill(server.pid, 'SIGCONT')
    await servesOn(server, dataDir)
  })

  it('ends with the server, even while clients keep connections open without reading', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const held = Array.from({ length: 10 }, () => connect(dataDir))
    for (const socket of held) socket.write('{"id":1,"name":"status","params":{}}\n'.repeat(100))
    await servesOn(server, dataDir)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.complained())
    for (const socket of held) socket.destroy()
  })
})

function waitingStatus(test: TestContext, dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [BIN, 'status', '--data-dir', dataDir], {
    env: cleanEnv(),
    stdio: 'ignore',
  })
  atEnd(test, () => child.kill('SIGKILL'))
  return child
}

/** Resolves when Linux shows so many connections waiting at the socket. */
async function areConnected(count: number, dataDir: string): Promise<void> {
  const path = join(dataDir, 'control.sock')
  const known = () =>
    readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith(path)).length
  // The socket that listens is one of them.
  while (known() < count + 1) await setImmediate()
}

describe('a command', () => {
  const ANSWERS: readonly (readonly [string, string, RegExp, number])[] = [
    ['noise', '\u0000\u0001 this is no protocol\n', /does not follow the protocol of firmensuche/, 6],
    ['JSON that is no greeting', '["hello"]\n', /does not follow the protocol of firmensuche/, 6],
    [
      'a reply that is none',
      '{"version":3,"program":"0.1.0"}\n{"id":1,"kind":"failure","code":"toString","message":"x","details":[]}\n',
      /does not follow the protocol/,
      6,
    ],
    [
      'progress that is none',
      '{"version":3,"program":"0.1.0"}\n{"id":1,"kind":"progress","progress":null}\n',
      /does not follow the protocol/,
      6,
    ],
    [
      'an answer that is none',
      '{"version":3,"program":"0.1.0"}\n{"id":1,"kind":"answer","answer":null}\n',
      /does not follow the protocol/,
      6,
    ],
    ['another version', '{"version":99,"program":"9.0.0"}\n', /The running server is of version 9\.0\.0/, 5],
    ['nothing', '', /closed the connection without an answer/, 6],
    ['a greeting only', '{"version":3,"program":"0.1.0"}\n', /closed the connection before it answered/, 6],
    [
      'half a line',
      '{"version":3,"program":"0.1.0"}\n{"id":1,"kind":"ans',
      /closed the connection before it answered/,
      6,
    ],
  ]
  for (const [what, sent, pattern, code] of ANSWERS) {
    it(`that is answered ${what} reports it in a sentence`, async (test) => {
      const dataDir = temporaryFolder(test)
      const server = createServer((socket) => socket.on('error', () => {}).end(sent))
      server.listen(join(dataDir, 'control.sock'))
      await once(server, 'listening')
      atEnd(test, () => server.close())
      const output = await run(['status', '--data-dir', dataDir])
      assert.match(output.err, pattern)
      assert.equal(output.err.trim().split('\n').length, 1, output.err)
      assert.equal(output.code, code)
    })
  }
})
