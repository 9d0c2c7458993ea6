/** The OpenAPI 3.1 document, made from the table of routes and the catalogue of errors. */
import { z } from 'zod'
import { TENTHS } from '../core/access/limits.ts'
import { FAULT_REASONS, type FailureCode } from '../core/failure.ts'
import { ERROR_CATALOGUE, statusOf } from './error-catalogue.ts'
import { LINKS } from './openapi-links.ts'
import { asksKey, type HeaderNote, isApiPath, type Route, scopeOf } from './route.ts'
import { errorsOf } from './route-errors.ts'

const NOT_MODIFIED = 304

type Json = Readonly<Record<string, unknown>>

/** `routes` are the API's own; pages are not described. */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'firmensuche',
      version,
      description:
        'Which registered company is meant by this name? Self-hosted, open source. Every call but health takes an API key.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ key: [] }],
    tags: [
      { name: 'companies', description: 'Search and read the register.' },
      { name: 'service', description: 'What the service is, what its words mean, what a key was used for.' },
      { name: 'health', description: 'For whoever watches the process.' },
    ],
    paths: pathsOf(routes),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer fs_live_…`. Opaque; treat it like a password.',
        },
      },
      headers: COMMON_HEADERS,
      schemas: { Error: errorSchema(), ...bodySchemas(routes), ...resultSchemas(routes) },
    },
  }
}

function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return paths
}

function operationOf(route: Route): Json {
  return {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary.en,
    description: descriptionOf(route),
    ...(route.deprecated && { deprecated: true }),
    ...(!asksKey(route) && { security: [] }),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref(bodyName(route)), example: route.exampleBody } },
      },
    }),
    responses: responsesOf(route),
  }
}

function tagOf(route: Route): string {
  if (!isApiPath(route.path)) return 'health'
  return scopeOf(route) === undefined ? 'service' : 'companies'
}

function descriptionOf(route: Route): string {
  if (!asksKey(route)) return route.description.en
  const scope = scopeOf(route)
  const right = scope === undefined ? 'Any key.' : `Scope: \`${scope}\`.`
  return `${route.description.en}\n\n${right} Cost: ${route.costTenths / TENTHS}.`
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'A UUID, in any case.',
    schema: { type: 'string', format: 'uuid' },
  }))
}

function queryParameters(route: Route): Json[] {
  const { properties = {}, required = [] } = inputSchema(route.query) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const { description, example, ...rest } = schema
    const optional = {
      ...(required.includes(name) && { required: true }),
      ...(example !== undefined && { example }),
    }
    return { name, in: 'query', description, ...optional, schema: rest }
  })
}

function headerParameters({ otherAnswers }: Route): Json[] {
  if (!otherAnswers.some(({ status }) => status === NOT_MODIFIED)) return []
  const description = 'The `ETag` of the answer that you have: unchanged answers 304 without a body.'
  return [{ name: 'If-None-Match', in: 'header', description, schema: { type: 'string' } }]
}

function responsesOf(route: Route): Json {
  const others = route.otherAnswers.map(({ status, text }) => [status, { description: text.en }] as const)
  const errors = errorsOf(route).map((code) => [statusOf(code), errorResponse(code)] as const)
  return Object.fromEntries([[200, successOf(route)], ...others, ...errors])
}

function successOf(route: Route): Json {
  const content = route.produces.map((media) => {
    const schema = media === 'application/json' && route.result ? ref(resultName(route)) : { type: 'string' }
    return [media, { schema }] as const
  })
  return {
    description: route.summary.en,
    headers: { ...commonHeaderRefs(route), ...Object.fromEntries(route.resultHeaders.map(headerOf)) },
    content: Object.fromEntries(content),
    ...(LINKS[route.id] && { links: LINKS[route.id] }),
  }
}

function headerOf({ name, text, example }: HeaderNote): readonly [string, Json] {
  return [name, { description: text.en, schema: { type: 'string' }, example }]
}

function errorResponse(code: FailureCode): Json {
  const schema = ref('Error')
  return {
    description: `\`${code}\`: ${ERROR_CATALOGUE[code].text.en} ${ERROR_CATALOGUE[code].advice.en}`,
    headers: { 'X-Request-Id': headerRef('X-Request-Id'), ...ownHeaders(code) },
    content: { 'application/json': { schema }, 'application/problem+json': { schema } },
  }
}

function ownHeaders(code: FailureCode): Json {
  if (code === 'unauthorized' || code === 'forbidden')
    return { 'WWW-Authenticate': headerRef('WWW-Authenticate') }
  if (code === 'rate_limited' || code === 'service_unavailable')
    return { 'Retry-After': headerRef('Retry-After') }
  return {}
}

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

const COMMON_HEADERS: Json = {
  'X-Request-Id': text("The request's id; the client's own is echoed.", 'b1x9f3Kd0aQz-1'),
  'RateLimit-Policy': text('The limits of the key.', '"default";q=600;w=300, "burst";q=20;w=1'),
  RateLimit: text(
    'What is left, and in how many seconds there is more.',
    '"default";r=599;t=271, "burst";r=19;t=1',
  ),
  'Retry-After': text('Seconds to wait.', '12'),
  'WWW-Authenticate': text('What is wrong with the key (RFC 6750).', 'Bearer realm="firmensuche"'),
}

function commonHeaderRefs(route: Route): Json {
  const names = asksKey(route) ? ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'] : ['X-Request-Id']
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]))
}

function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function bodyName({ id }: Route): string {
  return `${id}Body`
}

function resultName({ id }: Route): string {
  return `${id}Result`
}

function bodySchemas(routes: readonly Route[]): Json {
  return Object.fromEntries(
    routes.flatMap((route) => (route.body ? [[bodyName(route), inputSchema(route.body)]] : [])),
  )
}

/** Fields may be added within a version, so the document does not promise that there are no others. */
function resultSchemas(routes: readonly Route[]): Json {
  return Object.fromEntries(
    routes.flatMap((route) => (route.result ? [[resultName(route), outputSchema(route.result)]] : [])),
  )
}

/** What may be sent, as JSON Schema. */
export function inputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', override: plainFormats }))
}

/** What is answered, as JSON Schema. */
export function outputSchema(schema: z.ZodType): Json {
  const made = z.toJSONSchema(schema, {
    io: 'output',
    override(context) {
      plainFormats(context)
      delete context.jsonSchema.additionalProperties
    },
  })
  return withoutDialect(made)
}

/** A format says it all; the expression behind it is no help to a reader. */
function plainFormats({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

function withoutDialect({ $schema: _dialect, ...schema }: z.core.JSONSchema.BaseSchema): Json {
  return schema as Json
}

function errorSchema(): Json {
  const codes = Object.keys(ERROR_CATALOGUE)
  return {
    type: 'object',
    required: ['error', 'code', 'request_id'],
    properties: {
      error: { type: 'string', description: 'For people: German, or English with `Accept-Language: en`.' },
      code: { type: 'string', enum: codes, description: 'For programs.' },
      request_id: { type: 'string' },
      details: {
        type: 'array',
        description: 'With `invalid_request` only.',
        items: {
          type: 'object',
          required: ['field', 'reason'],
          properties: {
            field: {
              type: 'string',
              description: 'JSON pointer into the body, or the name of the query parameter.',
            },
            reason: { type: 'string', enum: FAULT_REASONS },
            allowed: {
              type: 'array',
              items: { type: 'string' },
              description: 'The values that are accepted.',
            },
          },
        },
      },
    },
  }
}
