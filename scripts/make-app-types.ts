/**
 * Writes `dashboard/src/api/types.ts`: the types of inputs and answers of the dashboard's own API, from the schemas of its routes.
 *
 *   node scripts/make-app-types.ts
 *
 * `<Id>Body`, `<Id>Query` and `<Id>Answer` of every route, and a name for each object that several of them share.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { REASONS } from '../src/core/reasons.ts'
import { auditEntry, auditEvent, passkeyEntry, sessionEntry } from '../src/http/app/account-schemas.ts'
import { appRoutes } from '../src/http/app/app-routes.ts'
import { accountSchema } from '../src/http/app/app-schemas.ts'
import { linkResult, signInResult } from '../src/http/app/auth-schemas.ts'
import { emailSchema, wholeEmailResult } from '../src/http/app/emails-routes.ts'
import { keySchema } from '../src/http/app/keys-schemas.ts'
import { matchSchema, reviewRowSchema } from '../src/http/app/matches-schemas.ts'
import {
  appEventSchema,
  appWatchSchema,
  appWebhookSchema,
  watchedCompanySchema,
} from '../src/http/app/watches-schemas.ts'

export const APP_TYPES_PATH = resolve(import.meta.dirname, '../dashboard/src/api/types.ts')

/** Schemas with a name of their own; every other is written where it is used. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Account: accountSchema,
  SignInAnswer: signInResult,
  LinkAnswer: linkResult,
  SessionEntry: sessionEntry,
  PasskeyEntry: passkeyEntry,
  AuditEvent: auditEvent,
  AuditEntry: auditEntry,
  KeyEntry: keySchema,
  MatchEntry: matchSchema,
  ReviewRow: reviewRowSchema,
  WatchEntry: appWatchSchema,
  WatchedEntry: watchedCompanySchema,
  WebhookEntry: appWebhookSchema,
  WebhookEventEntry: appEventSchema,
  EmailEntry: emailSchema,
  Email: wholeEmailResult,
  Reason: z.enum(REASONS),
}

/** As much of JSON Schema as zod writes for our schemas. */
interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id })

/** The whole file. */
export function appTypes(): string {
  const types = new Map<string, string>()
  for (const [name, schema] of Object.entries(NAMED)) types.set(name, typeOf(bare(schema, 'output')))
  for (const { id, body, query, result } of appRoutes('0.0.0')) {
    const name = id[0]!.toUpperCase() + id.slice(1)
    if (body instanceof z.ZodObject && Object.keys(body.shape).length > 0)
      types.set(`${name}Body`, written(body, 'input'))
    if (Object.keys(query.shape).length > 0) types.set(`${name}Query`, written(query, 'input'))
    if (result !== undefined && !types.has(`${name}Answer`))
      types.set(`${name}Answer`, written(result, 'output'))
  }
  const parts = [...types].map(([name, type]) => `export type ${name} = ${type}\n`)
  const made = 'made by scripts/make-app-types.ts from the schemas of src/http/app; do not edit.'
  const head = `// biome-ignore-all format: ${made}\n// biome-ignore-all lint/style/noExcessiveLinesPerFile: ${made}\n`
  return `${head}/** Types of the inputs and answers of the dashboard's own API. */\n\n${parts.join('\n')}`
}

/** A type of its own, or the name of a shared one. */
function written(schema: z.ZodType, io: 'input' | 'output'): string {
  return names.has(schema) ? (names.get(schema)?.id as string) : typeOf(bare(schema, io))
}

/** The schema itself, with references to the shared ones in it. */
function bare(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' }) as JsonSchema
  // A named schema is written as a reference to itself only where it is used within another.
  const own = made.$ref?.split('/').at(-1)
  return own === undefined ? made : (made.$defs?.[own] ?? made)
}

function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return nameOf($ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.prefixItems !== undefined) return `readonly [${schema.prefixItems.map(typeOf).join(', ')}]`
  if (schema.type === 'array') return `readonly ${inBrackets(items ? typeOf(items) : 'unknown')}[]`
  if (properties !== undefined) return objectType(schema)
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [''])
  return types.map((type) => PLAIN[type] ?? 'unknown').join(' | ')
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Readonly<Record<string, unknown>>',
}

function objectType({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name)
    return `readonly ${name}${isOptional ? '?' : ''}: ${typeOf(field)}`
  })
  return `{\n${fields.map((field) => field.replaceAll(/^/gm, '  ')).join('\n')}\n}`
}

/** Any JSON, which zod writes as a schema that refers to itself, is nothing that a page relies on. */
function nameOf(ref: string): string {
  const name = ref.split('/').at(-1) ?? ''
  return name in NAMED ? name : 'unknown'
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function inBrackets(type: string): string {
  return / \| |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(APP_TYPES_PATH, appTypes())
  console.log(`${join('dashboard', 'src', 'api', 'types.ts')} is made.`)
}
