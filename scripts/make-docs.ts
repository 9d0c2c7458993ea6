/**
 * Writes the documents that are made from code: `docs/errors.md` from the catalogue of errors, `docs/sandbox.md` from the sandbox.
 *
 *   node scripts/make-docs.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULT_REASONS, type FailureCode, type FaultReason } from '../src/core/failure.ts'
import { ERROR_CATALOGUE, statusOf } from '../src/http/error-catalogue.ts'
import { sandboxDocument } from './make-sandbox-docs.ts'

const ERRORS_PATH = join(import.meta.dirname, '../docs/errors.md')
export const SANDBOX_PATH = join(import.meta.dirname, '../docs/sandbox.md')

/** What each reason means; a new one does not compile until it has a sentence. */
const REASON_TEXTS: Readonly<Record<FaultReason, string>> = {
  required: 'The field, or the whole body, is missing.',
  type: 'Another type of value is wanted. Nothing is converted: `"true"` is not `true`.',
  unknown_field: 'The body has a field that the endpoint does not know.',
  unknown_parameter: 'The query has a parameter that the endpoint does not know.',
  repeated: 'The parameter takes one value and was sent several times.',
  too_short: 'The text, or the list, is too short.',
  too_long: 'The text is too long.',
  too_small: 'The number is too small.',
  too_large:
    'The number is too large, or what the field asks for costs more than the whole limit of the key.',
  too_many: 'The list has too many values.',
  control_character:
    'The text has a control character other than tab and line break, or half a surrogate pair.',
  encoding: 'The bytes are not UTF-8, or the percent encoding is broken.',
  syntax: 'The body is not JSON, or the request is not HTTP.',
  format: 'The text does not have the form that is wanted.',
  not_allowed: 'The value is not one of those in `allowed`.',
  mismatch: 'The cursor belongs to another question.',
  key_in_query:
    'A key, or a parameter that is named like one, was sent in the address. Send it as `Authorization`; the key may now be in a log: rotate it.',
  body_not_allowed: 'A GET was sent with a body.',
}

/** The whole of `docs/errors.md`. */
export function errorsDocument(): string {
  const codes = Object.keys(ERROR_CATALOGUE) as FailureCode[]
  const rows = codes.map((code) => {
    const { text, advice } = ERROR_CATALOGUE[code]
    return `| ${statusOf(code)} | \`${code}\` | ${text.de}<br>${text.en} | ${advice.en} |`
  })
  const reasons = FAULT_REASONS.map((reason) => `| \`${reason}\` | ${REASON_TEXTS[reason]} |`)
  return [
    '# Errors',
    '',
    '<!-- Made by scripts/make-docs.ts from src/http/error-catalogue.ts: change it there. -->',
    '',
    'Every answer with a status from 400 on, also to a request that is broken as HTTP, is this object:',
    '',
    '```json',
    '{"error": "Der Token ist ungültig oder abgelaufen.", "code": "unauthorized", "request_id": "hbMo5phqxT75-9"}',
    '```',
    '',
    '- `error` is for people: German, or English with `Accept-Language: en`. Its words may change.',
    '- `code` is for programs, and does not change.',
    '- `request_id` is also in the header `X-Request-Id`. A client may send its own there, 1 to 64 characters of `A-Z a-z 0-9 _ -`.',
    '- `details`, with `invalid_request` only: up to 20 faults, each with `field` (a JSON pointer into the body, `/name`; or the name of',
    '  the query parameter; empty for the body as a whole), `reason`, and `allowed` where the list of values is closed.',
    '- With `Accept: application/problem+json` the same members come as a problem of RFC 9457, with `type`, `title` and `status`.',
    '- An answer to HEAD has no body; the status and `X-Request-Id` tell.',
    '',
    '## Codes',
    '',
    '| status | code | text | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Reasons',
    '',
    '| reason | meaning |',
    '|---|---|',
    ...reasons,
    '',
    '## Which one answers',
    '',
    'When several things are wrong, the first of these answers: the request as HTTP · unknown path 404 · method 405 · a key in the',
    'address 400 · too many failed authentications 429 · key 401 · right 403 · rate limit 429 · `Accept` 406 · `Content-Type` 415 ·',
    'size 413 · input 400 · right to search deep 403 · unknown id 404. Unknown paths and wrong methods are told without a key.',
    '',
  ].join('\n')
}

if (import.meta.main) {
  writeFileSync(ERRORS_PATH, errorsDocument())
  writeFileSync(SANDBOX_PATH, sandboxDocument())
}
