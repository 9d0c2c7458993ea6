import assert from 'node:assert/strict'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { TrafficMeter } from '../../core/usage/traffic.ts'
import { Connections, REFUSAL_MS } from './connections.ts'

const REQUESTS_MAX = 3
const NOTHING_COUNTED: TrafficMeter = {
  addInFlight() {},
  addConnections() {},
  noteAnswer() {},
  noteSearch() {},
}

/** Connections of a server that does not listen: what comes in is told to it by hand. */
function listenedServer() {
  const server = createServer()
  const connections = new Connections(server, 100, NOTHING_COUNTED)
  const connect = () => {
    const socket = new Socket()
    server.emit('connection', socket)
    return socket
  }
  /** A request on the connection; answers whether it is one too many, and how it is answered. */
  const ask = (socket: Socket, isWhole = true) => {
    const request = new IncomingMessage(socket)
    request.complete = isWhole
    const response = new ServerResponse(request)
    connections.enter(request, response, () => {})
    const refusalMs = connections.refusalMs(request, REQUESTS_MAX)
    const answer = () => response.emit('close')
    return { refusalMs, isFull: refusalMs !== undefined, answer, kept: new WeakRef(request) }
  }
  return { connections, connect, ask }
}

describe('requests in progress', () => {
  it('are those that arrive in one turn of the event loop, whether answered at once or not', async () => {
    const { connect, ask } = listenedServer()
    const sockets = Array.from({ length: 5 }, connect)
    for (const isAnswered of [true, false]) {
      const full = sockets.map((socket) => {
        const asked = ask(socket)
        if (isAnswered) asked.answer()
        return asked.isFull
      })
      assert.deepEqual(full, [false, false, false, true, true])
      await turn()
    }
  })

  it('are counted anew when an answered client sends again, even within the same turn', () => {
    const { connect, ask } = listenedServer()
    const sockets = Array.from({ length: 5 }, connect)
    for (let round = 0; round < 3; round++) {
      const full = sockets.map((socket) => {
        const asked = ask(socket)
        asked.answer()
        return asked.isFull
      })
      assert.deepEqual(full, [false, false, false, true, true])
    }
  })

  it('count pipelined requests of one connection like requests of several', () => {
    const { connect, ask } = listenedServer()
    const socket = connect()
    assert.deepEqual(
      Array.from({ length: 5 }, () => ask(socket).isFull),
      [false, false, false, true, true],
    )
  })

  it('include requests that wait for other threads, until these have answered', async () => {
    const { connections, connect, ask } = listenedServer()
    for (let i = 0; i < REQUESTS_MAX; i++) connections.addWaiting(1)
    await turn()
    assert.equal(ask(connect()).isFull, true)
    connections.addWaiting(-1)
    assert.equal(ask(connect()).isFull, false)
  })
})

it('keeps no request of a waiting connection', async () => {
  const { connect, ask } = listenedServer()
  const socket = connect()
  const kept = [ask(socket), ask(socket)].map((asked) => {
    asked.answer()
    return asked.kept
  })
  setFlagsFromString('--expose-gc')
  await turn()
  runInNewContext('gc')()
  assert.deepEqual(
    kept.map((request) => request.deref()),
    [undefined, undefined],
  )
})

describe('a malformed request', () => {
  it('is answered once, after all requests before it', () => {
    const { connections, connect, ask } = listenedServer()
    const socket = connect()
    const asked = [ask(socket), ask(socket)]
    const steps: string[] = []
    const tell = (packet: string) => connections.afterAnswers(socket, () => steps.push(packet))
    tell('first')
    tell('second')
    asked[0]?.answer()
    assert.equal(steps.join(), '')
    asked[1]?.answer()
    tell('third')
    assert.equal(steps.join(), 'first')
  })

  it('is answered after the earlier requests if it is a later part of a request', () => {
    const { connections, connect, ask } = listenedServer()
    const socket = connect()
    const whole = ask(socket)
    ask(socket, false)
    let steps = 0
    connections.afterAnswers(socket, () => steps++)
    assert.equal(steps, 0)
    whole.answer()
    assert.equal(steps, 1)
  })
})

describe('a refusal under overload', () => {
  it('is sent at once, or delayed if the previous request of the connection was refused too', async () => {
    const { connections, connect, ask } = listenedServer()
    const sockets = [connect(), connect()]
    const askAll = () =>
      sockets.map((socket) => {
        const { refusalMs, answer } = ask(socket)
        answer()
        return refusalMs
      })
    for (let i = 0; i < REQUESTS_MAX; i++) connections.addWaiting(1)
    assert.deepEqual(askAll(), [0, 0])
    assert.deepEqual(askAll(), [REFUSAL_MS, REFUSAL_MS + 1])
    connections.addWaiting(-1)
    await turn()
    assert.deepEqual(askAll(), [undefined, undefined])
    connections.addWaiting(1)
    assert.deepEqual(askAll(), [0, 0])
  })

  it('is delayed by less than twice the configured time, however many there are', () => {
    const { connections, connect, ask } = listenedServer()
    for (let i = 0; i < REQUESTS_MAX; i++) connections.addWaiting(1)
    const socket = connect()
    const waits = Array.from({ length: 3 * REFUSAL_MS }, () => {
      const { refusalMs, answer } = ask(socket)
      answer()
      return refusalMs
    })
    assert.equal(Math.max(...waits.map(Number)), 2 * REFUSAL_MS - 1)
  })

  it('delays only the first of several pipelined requests, and the others follow it', () => {
    const { connections, connect, ask } = listenedServer()
    for (let i = 0; i < REQUESTS_MAX; i++) connections.addWaiting(1)
    const socket = connect()
    ask(socket).answer()
    assert.deepEqual([ask(socket).refusalMs, ask(socket).refusalMs], [REFUSAL_MS, 0])
  })
})
