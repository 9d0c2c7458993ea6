/** A proxy before a real OpenSearch, for what one cannot be brought to answer at will. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request or an answer. */
export interface Message {
  readonly status: number
  readonly body: string
}

/** What the proxy does in place of passing on. */
export interface Interference {
  /** Resolves before a request is answered or passed on. */
  before?(method: string, path: string): Promise<void>
  /** Answers a request, which is then not passed on; `undefined` = passes it on. */
  answer?(method: string, path: string, body: string): Message | undefined
  /** Passes on a request with another body. */
  rewrite?(path: string, body: string): string
  /** Returns what the client gets in place of the real answer to a request with this body. */
  change?(path: string, body: string, answer: Message): Message
}

/** A running proxy. */
export interface OpenSearchProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy before the server at `url`. */
export async function startProxy(url: string, interference: Interference): Promise<OpenSearchProxy> {
  const server = createServer(async (request, response) => {
    const [method, path] = [request.method as string, request.url as string]
    const body = await text(request)
    await interference.before?.(method, path)
    const answer =
      interference.answer?.(method, path, body) ?? (await passOn(url, request, body, interference))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function passOn(
  url: string,
  { method, url: path = '', headers }: IncomingMessage,
  body: string,
  { rewrite, change }: Interference,
): Promise<Message> {
  const sent = rewrite?.(path, body) ?? body
  const type = headers['content-type'] ?? 'application/json'
  const passed = send(new URL(path, url), {
    ...{ method, headers: { 'content-type': type, 'content-length': Buffer.byteLength(sent) } },
  })
  passed.end(sent)
  const [response] = (await once(passed, 'response')) as [IncomingMessage]
  const answer = { status: response.statusCode as number, body: await text(response) }
  return change?.(path, body, answer) ?? answer
}
