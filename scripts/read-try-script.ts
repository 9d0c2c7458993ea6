/** The program of the try-it page, out of its package. */
import fastify from 'fastify'

/** Its package is a Fastify plugin that gives the 4 MB of text by a route only: a server that never listens asks for it. */
export async function readTryScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
