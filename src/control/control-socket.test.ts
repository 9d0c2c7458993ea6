import assert from 'node:assert/strict'
import { tracingChannel } from 'node:diagnostics_channel'
import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import type { Command } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import { readCommand } from './command-schemas.ts'
import { CONTROL_COMMANDS, type ControlCommandName } from './commands.ts'
import { checkedClient, connectControl } from './control-client.ts'
import { COMMAND_BYTES_MAX, SOCKET_NAME } from './control-protocol.ts'
import { CONNECTIONS_MAX, listenForControl } from './control-socket.ts'
import type { AnswerCall } from './rpc.ts'

function temporaryFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'control-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Commands that the server of these tests answers, or leaves open. */
type TestCommands = {
  readonly [Name in 'echo' | 'a' | 'b' | 'c']: Command<unknown, unknown>
}

const noError = (error: Error) => assert.fail(error)

/** Returns a folder on whose control socket `answer` handles calls until the test ends. */
async function listen(test: TestContext, answer: AnswerCall): Promise<string> {
  const folder = temporaryFolder(test)
  const server = await listenForControl(folder, '1.0.0', answer, noError)
  test.after(() => server.close())
  return folder
}

/** A client that has been greeted, and its next lines. */
async function client(test: TestContext, folder: string) {
  const socket = createConnection(join(folder, SOCKET_NAME))
  socket.on('error', () => {})
  test.after(() => socket.destroy())
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const next = async () => {
    const { value } = await lines.next()
    return value === undefined ? undefined : JSON.parse(value)
  }
  return { socket, next, greeting: await next() }
}

const echo: AnswerCall = async (_name, params) => ({ params })

/** Answers every command but `wait`, which it answers at the end of the test. */
function echoOrWait(test: TestContext): AnswerCall {
  const { promise, resolve } = Promise.withResolvers<object>()
  test.after(() => resolve({}))
  return (name, params, report) => (name === 'wait' ? promise : echo(name, params, report))
}

/** A command of exactly so many bytes. */
function commandOf(bytes: number): string {
  const command = (text: string) => JSON.stringify({ id: 1, name: 'echo', params: text })
  return command('x'.repeat(bytes - command('').length))
}

describe('the control socket', () => {
  it('accepts a line of the maximum length, and answers a longer one with an error code and closes the connection', async (test) => {
    const folder = await listen(test, async () => ({}))
    const { socket, next } = await client(test, folder)
    socket.write(`${commandOf(COMMAND_BYTES_MAX)}\n`)
    assert.equal((await next()).kind, 'answer')
    socket.write(`${commandOf(COMMAND_BYTES_MAX + 1)}\n`)
    const { id, code } = await next()
    assert.deepEqual([id, code], [0, 'payload_too_large'])
    assert.equal(await next(), undefined)
  })

  it('refuses a line that is too long before it has received its end', async (test) => {
    const folder = await listen(test, echo)
    const { socket, next } = await client(test, folder)
    socket.write('x'.repeat(COMMAND_BYTES_MAX + 1))
    assert.equal((await next()).code, 'payload_too_large')
  })

  it('closes the oldest idle connection for a new one if the maximum is reached', async (test) => {
    const folder = await listen(test, echoOrWait(test))
    const working = await client(test, folder)
    working.socket.write('{"id":1,"name":"wait"}\n{"id":2,"name":"echo"}\n')
    assert.equal((await working.next()).id, 2)
    const idle = []
    for (let i = 1; i < CONNECTIONS_MAX; i++) idle.push(await client(test, folder))
    const late = await client(test, folder)
    assert.equal(await idle[0]!.next(), undefined, 'the oldest idle one is closed')
    for (const one of [working, idle[1]!, late]) {
      one.socket.write('{"id":3,"name":"echo","params":"still here"}\n')
      assert.equal((await one.next()).answer.params, 'still here')
    }
  })

  it('refuses a connection with a sentence if the maximum number of connections has commands in progress', async (test) => {
    const folder = await listen(test, echoOrWait(test))
    for (let i = 0; i < CONNECTIONS_MAX; i++) {
      const { socket, next } = await client(test, folder)
      socket.write('{"id":1,"name":"wait"}\n{"id":2,"name":"echo"}\n')
      await next()
    }
    await assert.rejects(connectControl(folder, '1.1.0'), (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.code, 'service_unavailable')
      assert.match(error.message, /busy with the commands of 64 other connections/)
      return true
    })
  })

  it('drops progress messages that a client does not read, but not the answer', async (test) => {
    const REPORTS = 10_000
    let isDone = () => {}
    const done = new Promise<void>((resolve) => {
      isDone = resolve
    })
    const folder = await listen(test, async (_name, _params, report) => {
      for (let i = 0; i < REPORTS; i++) report({ step: i, text: 'x'.repeat(1000) })
      isDone()
      return { done: true }
    })
    const { socket, next } = await client(test, folder)
    socket.pause()
    socket.write('{"id":1,"name":"work"}\n')
    await done
    socket.resume()
    let progress = 0
    for (let reply = await next(); reply.kind !== 'answer'; reply = await next()) progress++
    assert.ok(progress > 0 && progress < REPORTS / 10, `${progress} of ${REPORTS}`)
  })

  it('completes a command whose client has disconnected', async (test) => {
    const started = Promise.withResolvers<(progress: unknown) => void>()
    const work = Promise.withResolvers<object>()
    const folder = await listen(test, (name, params, report) => {
      if (name !== 'work') return echo(name, params, report)
      started.resolve(report)
      return work.promise
    })
    const { socket } = await client(test, folder)
    socket.write('{"id":1,"name":"work"}\n')
    const report = await started.promise
    socket.destroy()
    await once(socket, 'close')
    for (let i = 0; i < 100; i++) report({ step: i })
    work.resolve({})
    const other = await client(test, folder)
    other.socket.write('{"id":1,"name":"echo","params":1}\n')
    assert.equal((await other.next()).kind, 'answer')
  })

  it('is closed when the commands in progress are done, and sends their replies', async (test) => {
    const folder = temporaryFolder(test)
    const stored = Promise.withResolvers<object>()
    const done: string[] = []
    const server = await listenForControl(
      folder,
      '1.0.0',
      async (name) => {
        if (name === 'echo') return {}
        await stored.promise
        return done.push(name)
      },
      noError,
    )
    const [here, gone] = [await client(test, folder), await client(test, folder)]
    here.socket.write('{"id":1,"name":"a"}\n{"id":2,"name":"echo"}\n')
    gone.socket.write('{"id":1,"name":"b"}\n{"id":2,"name":"echo"}\n')
    for (const { next } of [here, gone]) assert.equal((await next()).id, 2)
    gone.socket.destroy()
    await once(gone.socket, 'close')
    const closed = server.close().then(() => done.push('closed'))
    here.socket.write('{"id":3,"name":"a"}\n')
    const refused = await here.next()
    assert.deepEqual([refused.id, refused.code], [3, 'service_unavailable'])
    stored.resolve({})
    const answered = await here.next()
    assert.deepEqual([answered.id, answered.kind], [1, 'answer'])
    assert.equal(await here.next(), undefined)
    await closed
    assert.deepEqual(done, ['a', 'b', 'closed'])
  })

  it('reports an error that it meets after it listens, and goes on', async (test) => {
    const folder = temporaryFolder(test)
    const servers: EventEmitter[] = []
    const channel = tracingChannel<object>('net.server.listen')
    const listener = { asyncEnd: (message: object) => servers.push((message as { server: Server }).server) }
    channel.subscribe(listener as never)
    const errors: string[] = []
    const server = await listenForControl(folder, '1.0.0', echo, ({ message }) => errors.push(message))
    channel.unsubscribe(listener as never)
    test.after(() => server.close())
    servers[0]!.emit('error', new Error('EMFILE: too many open files'))
    assert.deepEqual(errors, ['EMFILE: too many open files'])
    const { socket, next } = await client(test, folder)
    socket.write('{"id":7,"name":"echo"}\n')
    assert.equal((await next()).id, 7)
  })

  it('answers a client that has closed its sending side', async (test) => {
    const folder = await listen(test, echo)
    const { socket, next } = await client(test, folder)
    socket.end('{"id":7,"name":"echo"}\n')
    assert.equal((await next()).id, 7)
    assert.equal(await next(), undefined)
  })
})

describe('a client of the control socket', () => {
  async function listenWith(test: TestContext, greet: (socket: Socket) => void): Promise<string> {
    const folder = temporaryFolder(test)
    const server = createServer((socket) => greet(socket.on('error', () => {})))
    server.listen(join(folder, SOCKET_NAME))
    await once(server, 'listening')
    test.after(() => server.close())
    return folder
  }

  it('fails with a sentence if the server sends nothing', async (test) => {
    const folder = await listenWith(test, () => {})
    await assert.rejects(connectControl(folder, '1.1.0', 1), /has not answered for 0\.001 s/)
  })

  it('does not send a command that is longer than the server accepts', async (test) => {
    const folder = await listen(test, echo)
    const connection = await connectControl<TestCommands>(folder, '1.1.0')
    await assert.rejects(connection!.send('echo', 'x'.repeat(COMMAND_BYTES_MAX)), /Import fewer files/)
    assert.deepEqual(await connection!.send('echo', 1), { params: 1 })
    connection!.close()
  })

  it('fails every open and later call if the server violates the protocol', async (test) => {
    const folder = await listenWith(test, (socket) => {
      socket.write('{"version":3,"program":"1.0.0"}\n')
      socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n'))
    })
    const connection = await connectControl<TestCommands>(folder, '1.1.0')
    const calls = [connection!.send('a', {}), connection!.send('b', {})]
    for (const call of calls) await assert.rejects(call, /does not follow the protocol/)
    await assert.rejects(connection!.send('c', {}), /does not follow the protocol/)
  })

  it('of another version is named with the version of the command, and what to do', async (test) => {
    const refused = async (greeting: object, says: RegExp) => {
      const folder = await listenWith(test, (socket) => void socket.write(`${JSON.stringify(greeting)}\n`))
      await assert.rejects(connectControl(folder, '1.1.0+abc'), ({ code, message }: Failure) => {
        assert.equal(code, 'conflict')
        assert.match(message, says)
        return true
      })
    }
    await refused({ version: 2 }, /of an older version, .* version 1\.1\.0\+abc\. Restart the server/)
    await refused({ version: 99, program: '9.0.0' }, /of version 9\.0\.0, .* version 1\.1\.0\+abc\. Restart/)
  })

  it('of another version whose answer cannot be read is named with both versions, whatever the command', async (test) => {
    const connection = (await connectControl(await listen(test, async () => ({})), '1.1.0'))!
    const send = checkedClient(connection, '1.1.0')
    for (const name of Object.keys(CONTROL_COMMANDS) as ControlCommandName[]) {
      const params = {} as never
      await assert.rejects(send(name, params), ({ code, message }: Failure) => {
        assert.equal(code, 'conflict', message)
        assert.match(message, new RegExp(`firmensuche 1\\.0\\.0, .* 1\\.1\\.0, which cannot .* ${name} \\(`))
        return true
      })
    }
    connection.close()
  })

  it('of another version that does not know the command is named with both versions', async (test) => {
    const folder = await listen(test, async (name) => readCommand(name, {}))
    const connection = (await connectControl(folder, '1.1.0'))!
    const sent = checkedClient(connection, '1.1.0')('futureCommand' as 'status', {})
    await assert.rejects(sent, /does not know the command futureCommand.*1\.0\.0, .* 1\.1\.0/)
    connection.close()
  })

  it('reports only steps that can be read', async (test) => {
    const folder = await listen(test, async (_name, _params, report) => {
      report({ step: 'reading' })
      report({ step: 'indexing', companies: 5, done: 2, perS: 1 })
      return { id: 'a' }
    })
    const connection = (await connectControl(folder, '1.0.0'))!
    const steps: unknown[] = []
    const report = (step: unknown) => void steps.push(step)
    const sent = checkedClient(connection, '1.0.0')('import', {} as never, report)
    await assert.rejects(sent, { code: 'conflict' })
    assert.deepEqual(steps, [{ step: 'indexing', companies: 5, done: 2, perS: 1 }])
    connection.close()
  })
})
