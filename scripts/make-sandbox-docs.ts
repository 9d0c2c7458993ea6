/**
 * Writes `docs/sandbox.md` in two languages from the data of the sandbox. `test/api/sandbox-docs.test.ts` checks
 * every row of it.
 */
import type { FailureCode } from '../src/core/failure.ts'
import { uuidOf } from '../src/core/sandbox/fill-sandbox.ts'
import { SANDBOX_COMPANIES, SANDBOX_SUPPRESSED } from '../src/core/sandbox/sandbox-companies.ts'
import { SIMULATED_ERRORS, type SimulatedError } from '../src/core/sandbox/sandbox-errors.ts'
import { PARTIAL_NAME, TRUNCATED_NAME } from '../src/core/sandbox/sandbox-index.ts'
import type { Language } from '../src/http/protocol/language.ts'
import { statusOf } from '../src/http/request/error-catalogue.ts'
import { formatNumber } from '../src/names/reading/register-number.ts'
import { openSandbox } from '../src/server/compose/sandbox.ts'
import { SANDBOX_GERMAN } from './sandbox-german.ts'

/** A request that a test key sends. */
export interface SandboxRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const SEARCH = '/api/v1/companies/search/'
const ANY_NAME = '{"name": "Sandbox"}'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const TOO_LONG = 70_000

/** Errors that result from the request itself, with any key; they are not simulated. */
export const REQUEST_ERRORS: readonly {
  readonly code: FailureCode
  readonly says: string
  readonly asked: SandboxRequest
}[] = [
  {
    code: 'invalid_request',
    says: '`{"name": 5}` as a search',
    asked: { method: 'POST', url: SEARCH, headers: JSON_TYPE, body: '{"name": 5}' },
  },
  {
    code: 'not_found',
    says: 'a company with the ID `00000000-0000-5000-8000-000000000404`',
    asked: { method: 'GET', url: '/api/v1/companies/00000000-0000-5000-8000-000000000404' },
  },
  {
    code: 'method_not_allowed',
    says: '`GET` of the search',
    asked: { method: 'GET', url: SEARCH },
  },
  {
    code: 'not_acceptable',
    says: '`Accept: image/png`',
    asked: { method: 'GET', url: '/api/v1', headers: { Accept: 'image/png' } },
  },
  {
    code: 'payload_too_large',
    says: 'a search of more than 64 KiB',
    asked: { method: 'POST', url: SEARCH, headers: JSON_TYPE, body: ' '.repeat(TOO_LONG) + ANY_NAME },
  },
  {
    code: 'uri_too_long',
    says: 'a URL of more than 8 KiB',
    asked: { method: 'GET', url: `/api/v1/companies?city=${'x'.repeat(9000)}` },
  },
  {
    code: 'unsupported_media_type',
    says: 'a search with `Content-Type: text/plain`',
    asked: { method: 'POST', url: SEARCH, headers: { 'Content-Type': 'text/plain' }, body: ANY_NAME },
  },
  {
    code: 'expectation_failed',
    says: '`Expect: a-miracle`',
    asked: { method: 'POST', url: SEARCH, headers: { ...JSON_TYPE, Expect: 'a-miracle' }, body: ANY_NAME },
  },
  {
    code: 'headers_too_large',
    says: 'headers of more than 16 KiB',
    asked: { method: 'GET', url: '/api/v1', headers: { 'X-Padding': 'x'.repeat(20_000) } },
  },
]

/** Rows of a batch, one for each state. */
export const BATCH_ROWS = [
  { state: 'found', row: { name: 'Sandbox Eindeutig GmbH' } },
  { state: 'found', row: { registration_number: 'Amtsgericht München HRB 999000001' } },
  { state: 'found', row: { name: 'Sandbox Zwilling GmbH', city: 'Köln' } },
  { state: 'ambiguous', row: { name: 'Sandbox Zwilling GmbH' } },
  { state: 'possible', row: { name: 'Sandbox Fernhandel' } },
  { state: 'not_found', row: { name: 'Sandbox Niemand GmbH' } },
  { state: 'invalid', row: { registration_number: 'HRX 5' } },
] as const

/** Searches with their results. */
export const SEARCHES: readonly {
  readonly asks: Readonly<Record<string, unknown>>
  readonly finds: readonly string[]
}[] = [
  { asks: { name: 'Sandbox Ahorn GmbH' }, finds: ['Sandbox Ahorn GmbH'] },
  { asks: { name: 'sandbox uebergroessentraeger suess' }, finds: ['Sandbox Übergrößenträger Süß GmbH'] },
  { asks: { name: 'Sandbox Gestern' }, finds: [] },
  { asks: { name: 'Sandbox Gestern', deep: true }, finds: ['Sandbox Heute GmbH'] },
  { asks: { name: 'Sandbox Tipfehlr GmbH', deep: true }, finds: ['Sandbox Tippfehler GmbH'] },
  { asks: { name: 'Sandbox Erloschen' }, finds: [] },
  { asks: { name: 'Sandbox Erloschen', status: ['removed'] }, finds: ['Sandbox Erloschen GmbH'] },
  { asks: { name: 'HRB 999000004' }, finds: ['Sandbox Erloschen GmbH'] },
  { asks: { name: 'Sandbox Gesperrt', deep: true }, finds: [] },
]

/** Translates an English text to the language of the page. @throws Error if it has no translation. */
type Translate = (english: string) => string

/** Returns the whole page. */
export function sandboxDocument(language: Language): string {
  const say: Translate = language === 'en' ? (english) => english : germanFor
  const parts = [INTRODUCTION.map(say), errorTables(say), answerTables(say), companyTables(say)]
  return [...parts.flat(), ''].join('\n')
}

function germanFor(english: string): string {
  const german = english === '' ? '' : SANDBOX_GERMAN[english]
  if (german === undefined) throw new Error(`no German for: ${english}`)
  return german
}

const INTRODUCTION = [
  '# Test keys and the sandbox',
  '',
  '<!-- Made by scripts/make-docs.ts from src/core/sandbox: change it there. -->',
  '',
  'A **test key** (`fs_test_…`) gives access to a small fictional register and nothing else. Every endpoint responds as it does to a live key, with the',
  'same headers, limits and costs. A live key does not see this register. You can develop and test a client without real companies; the responses are',
  'known in advance: IDs, numbers, names, times and cursors are the same in every installation and never change. New companies may be added.',
  '',
  'Create test keys like live keys: on the page *Keys*, or with `npx firmensuche keys create --name trying --test`. `GET /api/v1` returns `"kind": "test"` for them. They have the same',
  'limits as live keys but are counted separately, so tests do not use up the limits of the live keys of the account. To test a real 429 quickly,',
  'give a test key a small limit: `--limit 5/10s`.',
  '',
]

function errorTables(say: Translate): string[] {
  return [
    say('## Errors'),
    '',
    say(
      'A valid request that contains one of these texts returns the corresponding error: as the name of a search, in a row of a batch, as `q`, or as `city` of a list;',
    ),
    say('the ID works as the ID of a company. These requests cost nothing and always return the same error.'),
    '',
    say('| text | ID | status | code | headers |'),
    '|---|---|---|---|---|',
    ...SIMULATED_ERRORS.map((error) => {
      const { name, uuid, code } = error
      return `| \`${name}\` | \`${uuid}\` | ${statusOf(code)} | \`${code}\` | ${headersOf(error)} |`
    }),
    '',
    say('All other errors result from the request itself, with any key:'),
    '',
    say('| request | status | code |'),
    '|---|---|---|',
    ...REQUEST_ERRORS.map(({ code, says }) => `| ${say(says)} | ${statusOf(code)} | \`${code}\` |`),
    '',
    say(
      'A key without the permission gets a real 403: `--scopes companies:read`. Only the account pages return `conflict` (409).',
    ),
    '',
  ]
}

function headersOf({ code, limit }: SimulatedError): string {
  switch (code) {
    case 'unauthorized':
      return '`WWW-Authenticate: Bearer …, error="invalid_token"`'
    case 'forbidden':
      return '`WWW-Authenticate: Bearer …, error="insufficient_scope", scope="…"`'
    case 'request_timeout':
      return '`Connection: close`'
    case 'rate_limited': {
      const seconds = (limit?.moreInMs ?? 0) / 1000
      return `\`Retry-After: ${seconds}\`, \`RateLimit: …"${limit?.policy}";r=0;t=${seconds}…\``
    }
    case 'service_unavailable':
      return '`Retry-After: 1`'
    default:
      return ''
  }
}

function answerTables(say: Translate): string[] {
  return [
    say('## Searches'),
    '',
    say('| search | result |'),
    '|---|---|',
    ...SEARCHES.map(
      ({ asks, finds }) =>
        `| \`${JSON.stringify(asks)}\` | ${finds.map(shown).join(', ') || say('nothing')} |`,
    ),
    `| \`{"name":"${PARTIAL_NAME}","deep":true}\` | ${say('one company, with `X-Search-Partial: true` and no cursor')} |`,
    `| \`{"name":"${TRUNCATED_NAME}"}\` | ${say('one company, with `X-Search-Truncated: true` and `X-Total-Count: 1000+`')} |`,
    say(
      '| `{"name":"Sandbox Seite"}` | 60 companies: two pages of 25 with `X-Next-Cursor`, and one of 10 without |',
    ),
    '',
    say('## Rows of a batch'),
    '',
    say('| row | `state` |'),
    '|---|---|',
    ...BATCH_ROWS.map(({ state, row }) => `| \`${JSON.stringify(row)}\` | \`${state}\` |`),
    '',
  ]
}

function companyTables(say: Translate): string[] {
  return [
    say('## IDs'),
    '',
    say('| ID | response |'),
    '|---|---|',
    `| \`${uuidOf('R3306_HRB999000011')}\` | 308, \`${uuidOf('D2601V_HRB999000010')}\`: ${say('a former number of the same company')} |`,
    ...SANDBOX_SUPPRESSED.map(
      (key) => `| \`${uuidOf(key)}\` | 404: ${say('suppressed company; `suppressed` in the changes')} |`,
    ),
    '',
    say('## Companies'),
    '',
    say(
      'The source is `sandbox`. All companies were registered on 1 January 2026. On 2 January, one was changed, one removed and one suppressed; these are the last changes. Every legal form of the reference has a company except `Stiftung`: this word is part of the name and only a legal form together with others (`Stiftung & Co. KG`).',
    ),
    '',
    say('| ID | name | number | status | legal form | purpose |'),
    '|---|---|---|---|---|---|',
    ...companyRows(say),
  ]
}

function companyRows(say: Translate): string[] {
  const { companies } = openSandbox()
  const rows = SANDBOX_COMPANIES.flatMap(({ sourceKey, shows }) => {
    const found = companies.find(uuidOf(sourceKey))
    if (found?.kind !== 'company') return []
    const { uuid, name, register, status, form } = found.company
    return [
      `| \`${uuid}\` | ${shown(name)} | ${formatNumber(register)} | \`${status}\` | ${form} | ${say(shows)} |`,
    ]
  })
  companies.close()
  return rows
}

/** Formats a name as text of a table cell. */
function shown(name: string): string {
  return `\`${name.replaceAll('|', '\\|')}\``
}
