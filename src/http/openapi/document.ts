/** The OpenAPI 3.1 document, generated from the table of routes and the catalogue of errors. */
import { z } from 'zod'
import { TENTHS } from '../../core/access/limits.ts'
import { LANGUAGES, type Language, type Text } from '../protocol/language.ts'
import { statusOf } from '../request/error-catalogue.ts'
import { type HeaderNote, isApiPath, type Route, requiresKey, scopeOf } from '../request/route.ts'
import { errorResponse } from './errors.ts'
import { LINKS } from './links.ts'
import { NamedSchemas, withDefaultsAsText } from './named-schemas.ts'
import { headerRef, type Json, limitHeaderRefs } from './references.ts'
import { errorsOf } from './route-errors.ts'
import { COMMON_HEADERS, DOCUMENT_TEXTS } from './texts.ts'

const NOT_MODIFIED = 304
const NO_CONTENT = 204

/**
 * Returns the document in one language. `routes` are those of the API, without pages. Structure and names are
 * the same in every language.
 */
export function openApiDocument(routes: readonly Route[], version: string, language: Language): Json {
  return inLanguage(bilingual(routes, version), language) as Json
}

/** Returns the document with texts in both languages: `{ de, en }`, or a schema with `de` and `en`. */
function bilingual(routes: readonly Route[], version: string): Json {
  const schemas = new NamedSchemas()
  const paths = pathsOf(routes, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'firmensuche',
      version,
      description: DOCUMENT_TEXTS.about,
      contact: { name: 'firmensuche' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: DOCUMENT_TEXTS.server }],
    security: [{ key: [] }],
    tags: [
      { name: 'companies', description: DOCUMENT_TEXTS.companies },
      { name: 'service', description: DOCUMENT_TEXTS.service },
      { name: 'health', description: DOCUMENT_TEXTS.health },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: DOCUMENT_TEXTS.key,
        },
      },
      headers: Object.fromEntries(COMMON_HEADERS.map(headerOf)),
      schemas: schemas.byName,
    },
  }
}

function pathsOf(routes: readonly Route[], schemas: NamedSchemas): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = documentPath(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  return paths
}

/** Returns the path of a route in the document. The final slash that both documents of the API have is optional. */
export function documentPath({ path }: Pick<Route, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')
}

function operationOf(route: Route, schemas: NamedSchemas): Json {
  return {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.deprecated && { deprecated: true }),
    ...(!requiresKey(route) && { security: [] }),
    parameters: [...pathParameters(route), ...queryParameters(route, schemas), ...headerParameters(route)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: bodyContent(route, schemas),
      },
    }),
    responses: responsesOf(route, schemas),
  }
}

function bodyContent(route: Route, schemas: NamedSchemas): Json {
  const body = {
    title: `${typeName(route)}Body`,
    ...withDefaultsAsText(inputSchema(route.body as z.ZodType)),
  }
  const json = { 'application/json': { schema: schemas.use(body), example: route.exampleBody } }
  const files = route.uploads.filter((media) => media !== 'application/json')
  return { ...json, ...Object.fromEntries(files.map((media) => [media, { schema: {} }])) }
}

function tagOf(route: Route): string {
  if (!isApiPath(route.path)) return 'health'
  return scopeOf(route) === undefined ? 'service' : 'companies'
}

function descriptionOf(route: Route): Text {
  if (!requiresKey(route)) return route.description
  const scope = scopeOf(route)
  const cost = route.costTenths / TENTHS
  const de = scope === undefined ? 'Jeder Schlüssel.' : `Berechtigung: \`${scope}\`.`
  const en = scope === undefined ? 'Any key.' : `Scope: \`${scope}\`.`
  return {
    de: `${route.description.de}\n\n${de} Kosten: ${String(cost).replace('.', ',')}.`,
    en: `${route.description.en}\n\n${en} Cost: ${cost}.`,
  }
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'uuid'
      ? { description: DOCUMENT_TEXTS.uuid, schema: { type: 'string', format: 'uuid' } }
      : { description: DOCUMENT_TEXTS.job, schema: { type: 'string' } }),
  }))
}

function queryParameters(route: Route, schemas: NamedSchemas): Json[] {
  const { properties = {}, required = [] } = inputSchema(route.query) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const { de, en, example, ...rest } = schema
    const optional = {
      ...(required.includes(name) && { required: true }),
      ...(example !== undefined && { example }),
    }
    return { name, in: 'query', description: { de, en }, ...optional, schema: schemas.use(rest) }
  })
}

function headerParameters({ otherAnswers }: Route): Json[] {
  if (!otherAnswers.some(({ status }) => status === NOT_MODIFIED)) return []
  const description = DOCUMENT_TEXTS.ifNoneMatch
  return [{ name: 'If-None-Match', in: 'header', description, schema: { type: 'string' } }]
}

function responsesOf(route: Route, schemas: NamedSchemas): Json {
  const others = route.otherAnswers.map(
    ({ status, de, en, headers }) =>
      [status, { description: { de, en }, headers: headersOf(route, headers) }] as const,
  )
  const errors = errorsOf(route).map((code) => [statusOf(code), errorResponse(route, code, schemas)] as const)
  return Object.fromEntries([[route.status, successOf(route, schemas)], ...others, ...errors])
}

function successOf(route: Route, schemas: NamedSchemas): Json {
  const result = route.result && { title: `${typeName(route)}Result`, ...outputSchema(route.result) }
  const content = route.produces.map((media) => {
    const schema = media === 'application/json' && result ? schemas.use(result) : { type: 'string' }
    return [media, { schema }] as const
  })
  return {
    description: route.summary,
    headers: headersOf(route, route.resultHeaders),
    ...(route.status !== NO_CONTENT && { content: Object.fromEntries(content) }),
    ...(LINKS[route.id] && { links: LINKS[route.id] }),
  }
}

function headerOf({ name, de, en, example }: HeaderNote): readonly [string, Json] {
  return [name, { description: { de, en }, schema: { type: 'string' }, example }]
}

function headersOf(route: Route, own: readonly HeaderNote[]): Json {
  const limits = requiresKey(route) ? limitHeaderRefs() : {}
  return {
    'X-Request-Id': headerRef('X-Request-Id'),
    ...limits,
    ...Object.fromEntries(own.map(headerOf)),
  }
}

/** Returns the operation's name as the beginning of a type's name: `searchCompanies` → `SearchCompanies`. */
function typeName({ id }: Route): string {
  return id.charAt(0).toUpperCase() + id.slice(1)
}

/** Returns the JSON Schema of an input. */
export function inputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', override: plainFormats }))
}

/** Returns the JSON Schema of a response. It allows further fields: they may be added within a version. */
export function outputSchema(schema: z.ZodType): Json {
  const made = z.toJSONSchema(schema, {
    io: 'output',
    override(context) {
      plainFormats(context)
      plainTuples(context)
      delete context.jsonSchema.additionalProperties
    },
  })
  return withoutDialect(made)
}

/** Removes the pattern of a schema that has a format; the regular expression does not help a reader. */
function plainFormats({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/** Describes a tuple as an array of its first item's type: Schemathesis 4.32 does not read `prefixItems`. */
function plainTuples({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const item = jsonSchema.prefixItems?.[0]
  if (item === undefined) return
  jsonSchema.items = item
  delete jsonSchema.prefixItems
}

function withoutDialect({ $schema: _dialect, ...schema }: z.core.JSONSchema.BaseSchema): Json {
  return schema as Json
}

/** Returns the JSON Schema of an input with its texts in one language. */
export function inputSchemaIn(schema: z.ZodType, language: Language): Json {
  return inLanguage(inputSchema(schema), language) as Json
}

/** Returns the JSON Schema of a response with its texts in one language. */
export function outputSchemaIn(schema: z.ZodType, language: Language): Json {
  return inLanguage(outputSchema(schema), language) as Json
}

/** Returns the value with one text of each `{ de, en }`, and that of a schema as its `description`. */
function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language))
  if (typeof value !== 'object' || value === null) return value
  if (isText(value)) return value[language]
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const isDescription = typeof inner === 'string' && LANGUAGES.some((one) => one === name)
    if (!isDescription) return [[name, inLanguage(inner, language)]]
    return name === language ? [['description', inner]] : []
  })
  return Object.fromEntries(entries)
}

function isText(value: object): value is Text {
  const { de, en } = value as Partial<Text>
  return typeof de === 'string' && typeof en === 'string' && Object.keys(value).length === LANGUAGES.length
}
