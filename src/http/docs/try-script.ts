import fastify from 'fastify'

/**
 * The program of the try-it page. Its package is a Fastify plugin that holds 4 MB of text and hands it out by
 * a route only; so it is loaded when somebody asks for the page, into a server of its own that never listens.
 */
export async function readTryScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
