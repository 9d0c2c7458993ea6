/** Errors in the OpenAPI document: their schemas, and the error responses of an operation. */
import { FAULT_REASONS, type FailureCode } from '../../core/failure.ts'
import { ERROR_CATALOGUE } from '../request/error-catalogue.ts'
import { type Route, requiresKey } from '../request/route.ts'
import type { NamedSchemas } from './named-schemas.ts'
import { headerRef, type Json, limitHeaderRefs } from './references.ts'
import { DOCUMENT_TEXTS } from './texts.ts'

/**
 * Errors that always occur before the key is checked. The others show the limits if the key was checked by
 * then.
 */
const ALWAYS_BEFORE_KEY: readonly FailureCode[] = ['unauthorized', 'uri_too_long']

/** Returns the response of an operation for one failure code. */
export function errorResponse(route: Route, code: FailureCode, schemas: NamedSchemas): Json {
  const { text, cause, advice } = ERROR_CATALOGUE[code]
  return {
    description: {
      de: `\`${code}\`: ${text.de} ${cause.de} ${advice.de}`,
      en: `\`${code}\`: ${text.en} ${cause.en} ${advice.en}`,
    },
    headers: {
      'X-Request-Id': headerRef('X-Request-Id'),
      ...(requiresKey(route) && !ALWAYS_BEFORE_KEY.includes(code) && limitHeaderRefs()),
      ...ownHeaders(code),
    },
    // RFC 9457 is sent only to a client that asks for it; many generators read one type of a response only.
    content: { 'application/json': { schema: schemas.use(errorSchema()) } },
  }
}

function ownHeaders(code: FailureCode): Json {
  if (code === 'unauthorized' || code === 'forbidden')
    return { 'WWW-Authenticate': headerRef('WWW-Authenticate') }
  if (code === 'rate_limited' || code === 'service_unavailable')
    return { 'Retry-After': headerRef('Retry-After') }
  return {}
}

/** Returns the schema of the error object. */
function errorSchema(): Json {
  const codes = Object.keys(ERROR_CATALOGUE)
  return {
    title: 'Error',
    type: 'object',
    required: ['error', 'code', 'request_id'],
    properties: {
      error: { type: 'string', description: DOCUMENT_TEXTS.error },
      code: { type: 'string', enum: codes, description: DOCUMENT_TEXTS.code },
      request_id: { type: 'string' },
      details: {
        type: 'array',
        description: DOCUMENT_TEXTS.details,
        items: {
          title: 'ErrorDetail',
          type: 'object',
          required: ['field', 'reason'],
          properties: {
            field: { type: 'string', description: DOCUMENT_TEXTS.field },
            reason: { title: 'FaultReason', type: 'string', enum: FAULT_REASONS },
            allowed: { type: 'array', items: { type: 'string' }, description: DOCUMENT_TEXTS.allowed },
          },
        },
      },
    },
  }
}
