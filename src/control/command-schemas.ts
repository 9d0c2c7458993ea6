/**
 * Schemas of the commands' params. The server checks params from the control socket with them, because any
 * process that may open the socket can send any text.
 */
import { z } from 'zod'
import type { KeyParams } from '../core/access/create-key.ts'
import type { Scope } from '../core/access/key.ts'
import { KEY_KINDS } from '../core/access/key-kind.ts'
import { Failure } from '../core/failure.ts'
import { LANGUAGES, ROLES } from '../core/identity/account.ts'
import { FORMAT_NAMES } from '../core/ingest/file-format.ts'
import { WITHDRAWALS } from '../core/ingest/withdrawal.ts'
import { type ImportSource, SOURCE_KINDS } from '../core/sources/source.ts'
import type { ControlCommandName, ControlCommands } from './commands.ts'

const nothing = z.strictObject({})
const email = z.string()
const id = z.string()
const uuid = z.string()
const account = z.string().nullable().exactOptional()
const limit = z.strictObject({ quota: z.number(), windowMs: z.number() })
const ofAccount = z.strictObject({ email })

/** A schema with exactly the fields of the params, optional ones included. */
type SchemaOf<Params> = z.ZodType<Params> & { readonly shape: Readonly<Record<keyof Params, z.ZodType>> }

const keyParams: SchemaOf<KeyParams> = z.strictObject({
  name: z.string(),
  scopes: z.array(z.custom<Scope>((scope) => typeof scope === 'string')),
  kind: z.enum(KEY_KINDS),
  expiresInMs: z.number().exactOptional(),
  limit: limit.exactOptional(),
  addresses: z.array(z.string()).exactOptional(),
})

const source: SchemaOf<ImportSource> = z.strictObject({
  id,
  kind: z.enum(SOURCE_KINDS),
  location: z.string(),
  mapping: z.string().nullable(),
  schedule: z.string().nullable(),
  sha256: z.string().nullable(),
  withdrawal: z.enum(WITHDRAWALS),
})

/** Types of the params only; the use cases check names, limits and addresses. */
const SCHEMAS: { readonly [Name in ControlCommandName]: SchemaOf<ControlCommands[Name]['params']> } = {
  createKey: z.strictObject({ params: keyParams, account }),
  listKeys: z.strictObject({ account: z.string().nullable() }),
  rotateKey: z.strictObject({ id, overlapMs: z.number() }),
  revokeKey: z.strictObject({ id }),
  limitKey: z.strictObject({ id, limit: limit.nullable() }),
  listAccounts: nothing,
  resetAccount: z.strictObject({ email, dropsSecondFactor: z.boolean() }),
  disableAccount: ofAccount,
  enableAccount: ofAccount,
  deleteAccount: ofAccount,
  setRole: z.strictObject({ email, role: z.enum(ROLES) }),
  invite: z.strictObject({ email, role: z.enum(ROLES), language: z.enum(LANGUAGES) }),
  suppress: z.strictObject({ uuid, reason: z.string() }),
  lift: z.strictObject({ uuid }),
  listSuppressions: nothing,
  import: z.strictObject({
    files: z.array(z.string()).min(1),
    mapping: z.string().nullable(),
    format: z.enum(FORMAT_NAMES).exactOptional(),
    rejects: z.string().nullable(),
    withdrawal: z.enum(WITHDRAWALS).exactOptional(),
    isForced: z.boolean().exactOptional(),
  }),
  status: nothing,
  addSource: z.strictObject({ source }),
  listSources: nothing,
  removeSource: z.strictObject({ id }),
  runSource: z.strictObject({ id, isForced: z.boolean().exactOptional() }),
}

/**
 * Validates a command.
 *
 * @throws {Failure} `invalid_request` for an unknown name, and for fields that are missing, unknown or of the
 * wrong type; the message names each of them.
 */
export function readCommand<Name extends ControlCommandName>(
  name: string,
  params: unknown,
): { readonly name: Name; readonly params: ControlCommands[Name]['params'] } {
  if (!Object.hasOwn(SCHEMAS, name)) {
    throw new Failure(
      'invalid_request',
      `The running server does not know the command ${shortened(name)}. Restart the server.`,
    )
  }
  const read = SCHEMAS[name as Name].safeParse(params)
  if (read.success) return { name: name as Name, params: read.data }
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.') || 'params'}: ${message}`)
  const sentence = `The running server does not accept the params of the command ${name} (${shortened(faults.join('; '))}). Restart the server.`
  throw new Failure('invalid_request', sentence)
}

const SHOWN_CHARS_MAX = 500

function shortened(text: string): string {
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…` : text
}
