/** `POST /api/v1/mcp`: the tools for assistants over the Model Context Protocol. */
import { z } from 'zod'
import { BATCH_BODY_BYTES_MAX } from '../api/batch-route.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { checkRebinding } from './rebinding.ts'

/** Creates the route. `version` is that of the product. */
export function mcpRoute(version: string): Route {
  return defineRoute({
    id: 'callTools',
    method: 'POST',
    path: '/api/v1/mcp',
    access: 'companies:search',
    costTenths: 10,
    bodyBytesMax: BATCH_BODY_BYTES_MAX,
    // The library checks the message, because its errors have the form of the protocol.
    body: z.looseObject({}),
    async answer(needs, call) {
      call.need('companies:read')
      checkRebinding(needs.site, call.headers)
      // Loaded where it is used: the library takes 14 MB of memory in each thread.
      const { answerMessage } = await import('./answer-message.ts')
      return answerMessage(needs, call, version)
    },
  })
}
