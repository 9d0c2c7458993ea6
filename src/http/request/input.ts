/** Validates the input of a request with the schemas of its route, and reports all faults together. */
import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { Failure, type FailureDetail } from '../../core/failure.ts'
import { isFormInUtf8 } from '../protocol/content-type.ts'
import { type QueryRead, readQuery } from '../protocol/query.ts'
import { FAULTS_MAX, faultsOf, pointerField, queryField } from './faults.ts'
import type { RequestContext } from './request-context.ts'
import { isUpload, type Route } from './route.ts'

/** The validated input of a request. */
export interface Input {
  readonly query: unknown
  readonly body: unknown
}

type Read = { readonly value: unknown } | { readonly faults: readonly FailureDetail[] }

/**
 * Parses and validates query and body.
 *
 * @throws {Failure} `invalid_request` with up to `FAULTS_MAX` details.
 */
export function readInput(route: Route, context: RequestContext, bytes: Uint8Array | undefined): Input {
  const query = readQueryInput(route, context.query)
  const body = readBodyInput(route, context, bytes)
  if ('value' in query && 'value' in body) return { query: query.value, body: body.value }
  const faults = [...faultsIn(query), ...faultsIn(body)]
  throw new Failure('invalid_request', 'the input is invalid', faults.slice(0, FAULTS_MAX))
}

/** A body that is stored in a file is read by its use case. */
function readBodyInput(route: Route, context: RequestContext, bytes: Uint8Array | undefined): Read {
  if (route.body === undefined) return readNoBody(context)
  return isUpload(route) ? { value: undefined } : readSentBody(route, route.body, context, bytes)
}

function faultsIn(read: Read): readonly FailureDetail[] {
  return 'faults' in read ? read.faults : []
}

const NO_QUERY: Record<string, never> = {}

function readQueryInput(route: Route, query: QueryRead): Read {
  if (isUnread(route.query)) return { value: NO_QUERY }
  if (query.broken.length > 0) {
    return { faults: query.broken.map((name) => ({ field: queryField([name]), reason: 'encoding' })) }
  }
  const repeated: FailureDetail[] = []
  if (query.values.size === 0 && takesNothing(route.query)) return { value: NO_QUERY }
  let sent: Record<string, unknown> = NO_QUERY
  if (query.values.size > 0) {
    sent = Object.fromEntries(
      [...query.values].map(([name, values]) => {
        // Own properties only: `constructor` is a parameter name like any other.
        if (Object.hasOwn(route.query.shape, name) && isList(route.query.shape[name])) return [name, values]
        if (values.length > 1) repeated.push({ field: queryField([name]), reason: 'repeated' })
        return [name, values[0]]
      }),
    )
  }
  const read = check(route.query, sent, queryField)
  return repeated.length > 0 ? { faults: [...repeated, ...faultsIn(read)] } : read
}

/**
 * Refuses a body where the route has none. `Content-Type` alone is allowed, since the given API document has
 * GET requests with it.
 */
function readNoBody(context: RequestContext): Read {
  const { 'content-length': length, 'transfer-encoding': coding } = context.headers
  const hasBody = coding !== undefined || Number(length ?? 0) > 0
  return hasBody ? { faults: [{ field: '', reason: 'body_not_allowed' }] } : { value: undefined }
}

function readSentBody(
  { takesForm }: Route,
  schema: z.ZodType,
  { headers }: RequestContext,
  bytes: Uint8Array | undefined,
): Read {
  const isForm = takesForm === true && isFormInUtf8(headers['content-type'] ?? '')
  return isForm ? readForm(schema, bytes) : readBody(schema, bytes)
}

/** Reads an HTML form. Its fields become the members of an object; the values are text. */
function readForm(schema: z.ZodType, bytes: Uint8Array | undefined): Read {
  if (bytes === undefined || bytes.length === 0) return { faults: [{ field: '', reason: 'required' }] }
  if (!isUtf8(bytes)) return { faults: [{ field: '', reason: 'encoding' }] }
  const { values, broken } = readQuery(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
  )
  const named = (name: string) => pointerField([name])
  if (broken.length > 0) return { faults: broken.map((name) => ({ field: named(name), reason: 'encoding' })) }
  const repeated = [...values].filter(([, all]) => all.length > 1)
  if (repeated.length > 0) {
    const faults = repeated.map(([name]): FailureDetail => ({ field: named(name), reason: 'repeated' }))
    return { faults: faults.slice(0, FAULTS_MAX) }
  }
  return check(schema, Object.fromEntries([...values].map(([name, all]) => [name, all[0]])), pointerField)
}

function readBody(schema: z.ZodType, bytes: Uint8Array | undefined): Read {
  if (bytes === undefined || bytes.length === 0) return { faults: [{ field: '', reason: 'required' }] }
  if (!isUtf8(bytes)) return { faults: [{ field: '', reason: 'encoding' }] }
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  } catch {
    return { faults: [{ field: '', reason: 'syntax' }] }
  }
  return check(schema, value, pointerField)
}

function check(schema: z.ZodType, value: unknown, field: (path: readonly PropertyKey[]) => string): Read {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : { faults: faultsOf(result.error.issues, value, field) }
}

function takesNothing({ shape }: z.ZodObject): boolean {
  for (const _parameter in shape) return false
  return true
}

/** Whether the route accepts any query: those of pages belong to their scripts and do not change the page. */
function isUnread({ _zod }: z.ZodObject): boolean {
  return _zod.def.catchall?._zod.def.type === 'unknown'
}

/** Whether a parameter may be repeated: its schema is an array, possibly wrapped. */
function isList(schema: z.core.$ZodType | undefined): boolean {
  let inner = schema
  while (inner !== undefined) {
    const definition = inner._zod.def as { type: string; innerType?: z.core.$ZodType }
    if (definition.type === 'array') return true
    inner = definition.innerType
  }
  return false
}
