/** Starts `firmensuche mcp` and speaks with it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { atEnd, BIN, cleanEnv, type Lifetime } from './program.ts'

/** What an assistant says first. */
export const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

/** `firmensuche mcp` as an assistant has it. */
export interface Assistant {
  readonly process: ChildProcessWithoutNullStreams
  /** Sends a request; resolves with its result. */
  request(method: string, params?: object): Promise<Record<string, unknown>>
  /** Calls a tool; resolves with its structured result, or with the sentence of its error. */
  // biome-ignore lint/suspicious/noExplicitAny: results are read field by field
  call(name: string, args: object): Promise<any>
  /** Lines of stdout that are no messages of the protocol. */
  readonly strayLines: readonly string[]
  readonly complained: () => string
  readonly ended: Promise<number | null>
}

/** Starts the command with stdin and stdout connected to us, as assistants do. */
export async function startAssistant(
  t: Lifetime,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Assistant> {
  const child = spawn(process.execPath, [BIN, 'mcp', '--data-dir', dataDir], { env: cleanEnv(env) })
  const answers = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  const strayLines: string[] = []
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = line.startsWith('{"') ? JSON.parse(line) : {}
    const waiting = answers.get(message.id)
    if (message.jsonrpc !== '2.0' || waiting === undefined) strayLines.push(line)
    else if (message.error === undefined) waiting.resolve(message.result)
    else waiting.reject(new Error(message.error.message))
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  void ended.then((code) => {
    for (const { reject } of answers.values()) reject(new Error(`ended with ${code}: ${err}`))
  })
  atEnd(t, () => {
    child.kill('SIGKILL')
    return ended
  })
  let last = 0
  const request: Assistant['request'] = (method, params) => {
    const answer = Promise.withResolvers<Record<string, unknown>>()
    answers.set(++last, answer)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    return answer.promise
  }
  await request('initialize', HELLO)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const call: Assistant['call'] = async (name, args) => {
    const result = await request('tools/call', { name, arguments: args })
    return result.structuredContent ?? (result.content as { text: string }[])[0]!.text
  }
  return { process: child, request, call, strayLines, complained: () => err, ended }
}
