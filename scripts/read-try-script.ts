/** Reads the script of the try-it page from its package. */
import fastify from 'fastify'

/**
 * Returns the script. Its package is a Fastify plugin that serves the 4 MB only through a route, so a server that
 * never listens is called.
 */
export async function readTryScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
