/** Compares responses of the service with its own OpenAPI document. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import type { Response as InjectedResponse } from 'light-my-request'

/** A JSON object of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly schema: Json
}

/** An operation of the OpenAPI document with its path, method and responses. */
export interface Operation {
  readonly operationId: string
  readonly method: 'GET' | 'POST'
  /** As documented, with `{uuid}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly security?: readonly unknown[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Record<string, { readonly schema: Json }>
        readonly links?: Json
        readonly headers?: Json
      }
    >
  >
}

/** Every operation of the document. */
export function operationsOf(document: Json): Operation[] {
  const paths = Object.entries(
    resolved(document.paths, document) as Record<string, Record<string, Operation>>,
  )
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as Operation['method'],
      [fc.toStringMethod]: () => operation.operationId,
    })),
  )
}

/** Returns a part of the document with schemas in the place of references to them. */
function resolved(part: unknown, document: Json): unknown {
  if (Array.isArray(part)) return part.map((inner) => resolved(inner, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part as Json
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, resolved(value, document)]),
  )
  const target = String($ref ?? '')
    .split('/')
    .slice(1)
  const step = (value: Json, name: string) => value[name] as Json
  return target.length === 0
    ? inner
    : { ...(resolved(target.reduce(step, document), document) as Json), ...inner }
}

/** Returns a function that makes the validator of a schema. */
export function validatorMaker(): (schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true })
  formats.default(ajv)
  return (schema) => ajv.compile(schema)
}

/** No stack, no path of a source file, no error of a library. */
const INSIDES = /node_modules|\n\s+at |\.[jt]s:\d+|SQLITE_|\b(?:Type|Range|Syntax|Zod)Error\b/
/** Headers that say something of this API; the others are those of HTTP, and of browsers. */
const OWN_HEADER =
  /^(?:x-(?!content-type-options)|ratelimit|etag|location|link|retry-after|www-authenticate|server-timing)/
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/

/** A function that fails if a response is not declared for the operation. */
export type CheckAnswer = (operation: Operation, answer: InjectedResponse) => void

/**
 * A check of any answer to a request of an operation, whatever was done to the request: nothing of ours failed, and what came is
 * what the document says of that status. Where path, method or length of the address were broken it asks only the shape of all errors.
 */
export function answerChecker(document: Json): CheckAnswer {
  const validatorOf = validatorMaker()
  const isError = validatorOf(resolved({ $ref: '#/components/schemas/Error' }, document) as Json)
  const sound = new Map<string, string>()
  const checkResult = ({ operationId, responses }: Operation, { body, headers }: InjectedResponse) => {
    const media = mediaOf(headers)
    assert.ok(media in (responses[200]?.content ?? {}), `${operationId} answers ${headers['content-type']}`)
    // The answers that never change are long, and the same text needs no second look.
    if (media === 'text/csv' || sound.get(operationId) === body) return
    const validate = validatorOf(responses[200]?.content?.['application/json']?.schema as Json)
    const value = media === 'application/x-ndjson' ? rowsOf(body) : JSON.parse(body)
    assert.ok(validate(value), `${operationId} ${JSON.stringify(validate.errors).slice(0, 500)}`)
    sound.set(operationId, body)
  }
  return (operation, answer) => {
    const { statusCode: status, headers, body } = answer
    assert.ok(status < 500, `${status} ${body}`)
    assert.match(String(headers['x-request-id']), REQUEST_ID)
    const isNamed = status in operation.responses || [204, 404, 405, 414].includes(status)
    assert.ok(isNamed, `${operation.operationId} ${status} ${body.slice(0, 500)}`)
    checkHeaders(operation, answer)
    if (body === '') return
    if (status === 200) {
      checkResult(operation, answer)
      return
    }
    assert.ok(!INSIDES.test(body), body)
    const error: { readonly request_id: string } = JSON.parse(body)
    assert.ok(isError(error), `${body} ${JSON.stringify(isError.errors)}`)
    // A problem is sent only to a client that asks for it; its further fields are those of RFC 9457.
    const isProblem = mediaOf(headers) === 'application/problem+json'
    assert.ok(isProblem || mediaOf(headers) === 'application/json', String(headers['content-type']))
    assert.ok(!isProblem || ('type' in error && 'title' in error && 'status' in error), body)
    assert.equal(error.request_id, headers['x-request-id'])
    assert.equal('details' in error, status === 400, body)
  }
}

/** Asserts that each header is declared for the status. */
function checkHeaders({ operationId, responses }: Operation, { statusCode, headers }: InjectedResponse) {
  const response = responses[statusCode]
  if (response === undefined) return
  const documented = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
  for (const name of Object.keys(headers)) {
    assert.ok(
      documented.has(name) || !OWN_HEADER.test(name),
      `${operationId} ${statusCode}: ${name} is not documented`,
    )
  }
}

/** The content type as generated clients compare it: JSON without parameters, a text with its charset alone. */
function mediaOf(headers: InjectedResponse['headers']): string {
  const type = String(headers['content-type'])
  return /^[^;]*[/+]json\b/.test(type) ? type : type.replace(/; charset=utf-8$/, '')
}

function rowsOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
