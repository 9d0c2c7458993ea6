/** The tools for an assistant that starts this program itself: over its standard input and output. */
import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageSentence } from './tool-errors.ts'
import { createToolServer, type ToolServerParts } from './tool-server.ts'

/** The connection to the assistant. */
export interface StdioConnection {
  readonly input: Readable
  /** Receives messages of the protocol and nothing else. */
  readonly output: Writable
  /** Ends the connection. */
  readonly stop: AbortSignal
  /** Is told what is wrong with messages or with the connection. */
  report(error: Error): void
}

/**
 * Answers one assistant until its end of the input closes, or until `stop`. Calls that run when the input ends are
 * answered: the library alone would give them up, and with them those of `echo … | firmensuche mcp`.
 */
export async function serveToolsOverStdio(
  parts: Omit<ToolServerParts, 'track'>,
  { input, output, stop, report }: StdioConnection,
): Promise<void> {
  const running = new Set<Promise<unknown>>()
  const relayed = input.pipe(new PassThrough(), { end: false })
  const closed = Promise.withResolvers<void>()
  const transport = new StdioServerTransport(relayed, output)
  const track = <Result>(call: Promise<Result>): Promise<Result> => {
    running.add(call)
    return call.finally(() => running.delete(call))
  }
  const onerror = (error: Error) =>
    report(
      messageSentence(error.message) === undefined
        ? error
        : new Error('A line was left out, as it is not a message of the protocol (JSON-RPC 2.0).'),
    )
  const handle = serveStdio(() => createToolServer({ ...parts, track }), { transport, onerror })
  output.once('error', () => closed.resolve())
  stop.addEventListener('abort', () => closed.resolve())
  const ended = once(input, 'end').then(async () => {
    // What was read last becomes a call in the next turns.
    for (let turn = 0; turn < 3 || running.size > 0; turn++) {
      await setImmediate()
      await Promise.allSettled(running)
    }
  })
  await Promise.race([ended, closed.promise])
  await handle.close()
  // An input that is still open would keep the process running.
  input.destroy()
}
