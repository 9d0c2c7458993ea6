/** Passes a message of an assistant to the library of the protocol, and its answer to our HTTP server. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { Failure } from '../../core/failure.ts'
import type { Answer, Call, HttpNeeds } from '../request/route.ts'
import type { ToolHost } from './tool.ts'
import { otherSentence } from './tool-errors.ts'
import { createToolServer, type ToolServerParts } from './tool-server.ts'

/** Of the requests that reach the library, only path and headers of the protocol matter. */
const ADDRESS = 'http://localhost/api/v1/mcp'

/** The answer to `subscriptions/listen`: it ends at once, because no list of tools ever changes. */
const EVENT_STREAM = 'text/event-stream'
const JSON_TYPE = 'application/json'

/**
 * Answers an admitted message.
 *
 * @throws {Refusal} what the key may not do, in place of a result.
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function answerMessage(needs: HttpNeeds, call: Call, version: string): Promise<Answer> {
  const thrown: unknown[] = []
  const parts = {
    host: hostOf(needs, call),
    version,
    failed(error: unknown) {
      thrown.push(error)
      return error instanceof Failure ? otherSentence(error) : ''
    },
  }
  const response = await answerWith(parts, requestOf(call.headers), call.body)
  // Refusals of the key and faults of the server are answered as everywhere else in the API.
  if (thrown.length > 0) throw thrown[0]
  return answerOf(response)
}

/**
 * Answers one message with a server of its own: there are no sessions. Clients of 2025 get JSON, too, which the
 * library's own way for them would send as a stream of events.
 */
async function answerWith(parts: ToolServerParts, request: Request, parsedBody: unknown): Promise<Response> {
  const makeServer = () => createToolServer(parts)
  if (!(await isLegacyRequest(request, parsedBody))) {
    return createMcpHandler(makeServer, { legacy: 'reject' }).fetch(request, {
      parsedBody,
    })
  }
  const server = makeServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

function hostOf(needs: HttpNeeds, call: Call): ToolHost {
  return {
    index: needs.index,
    companies: needs.companies,
    publicUrl: needs.site.publicUrl,
    maySearchDeep: call.key.scopes.includes('companies:search:deep'),
    pay({ totalTenths, isDeep, field }) {
      call.checkQuota(totalTenths, field)
      if (isDeep) {
        call.need('companies:search:deep')
        call.markDeep()
      }
      return call.charge(totalTenths)
    },
  }
}

/** Returns the request for the library, with the protocol's own headers: it must not see the key. */
function requestOf(headers: IncomingHttpHeaders): Request {
  const own = Object.entries(headers).filter(
    (header): header is [string, string] => header[0].startsWith('mcp-') && typeof header[1] === 'string',
  )
  // Both were checked at admission, less strictly: a client may accept JSON alone.
  const checked = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  return new Request(ADDRESS, { method: 'POST', headers: { ...Object.fromEntries(own), ...checked } })
}

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response
  const text = await response.text()
  if (text === '') return { status, headers: {}, body: undefined }
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) === true
  return { status, headers: { 'content-type': isStream ? EVENT_STREAM : JSON_TYPE }, body: text }
}
