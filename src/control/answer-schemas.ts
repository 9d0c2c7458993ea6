/**
 * Schemas of what commands answer and report. The command line checks with them what a running server sends, because
 * that may be of another version. They name what is read; a newer server may send more.
 */
import { z } from 'zod'
import type { Key } from '../core/access/key.ts'
import type { Account } from '../core/identity/account.ts'
import type { ControlCommandName, ControlCommands } from './commands.ts'
import type { ImportView, KeyView, SourceView, StatusView } from './views.ts'

/** A schema with exactly the fields of a value; JSON has none for `undefined`. */
type FieldsOf<Value> = z.ZodType & { readonly shape: Readonly<Record<keyof Value, z.ZodType>> }

const text = z.string()
const number = z.number()
const flag = z.boolean()
const textOrNull = text.nullable()
const numberOrNull = number.nullable()
const known = number.optional()
const texts = z.array(text)
const numbers = z.record(text, number)
const changed = z.looseObject({ email: text })
const link = z.looseObject({ email: text, link: textOrNull })

const keyFields: Readonly<Record<keyof Omit<Key, 'hash'>, z.ZodType>> = {
  ...{ id: text, account: text, name: text, visibleStart: text, scopes: texts, addresses: texts },
  limit: z.looseObject({ quota: number, windowMs: number }).optional(),
  ...{ createdBy: text, createdAtMs: number, expiresAtMs: known, endsAtMs: known, revokedAtMs: known },
  ...{ lastUsedAtMs: known, rotatedFrom: text.optional() },
}
const key: FieldsOf<KeyView> = z.looseObject(keyFields)
const newKey = z.looseObject({ key, secret: text })

const accountFields: Readonly<Record<keyof Account, z.ZodType>> = {
  ...{ id: text, email: text.optional(), name: text, language: text, role: text, hasSecondFactor: flag },
  ...{ createdAtMs: number, disabledAtMs: known, deletedAtMs: known },
}

const counts = {
  ...{ rows: number, good: number, rejected: number, created: number, changed: number, unchanged: number },
  ...{ joined: number, renamed: number, moved: number, withdrawn: number, deleted: number },
  contradicted: number,
}
const table = z.looseObject({ kind: text, encoding: text, separator: text, sheet: text }).optional()
const fault = z.looseObject({ file: text, reason: text, line: number, byte: number, sentence: text })
const imported: FieldsOf<ImportView> = z.looseObject({
  ...counts,
  ...{ reasons: numbers, faults: z.array(fault), rejects: textOrNull, rejectsDropped: number },
  formats: z.array(z.looseObject({ files: number, format: text, table })),
  ...{ notWithdrawn: text, importMs: number, indexMs: number, lateNodes: texts },
})

const source: FieldsOf<SourceView> = z.looseObject({
  ...{ id: text, kind: text, location: text, mapping: textOrNull, schedule: textOrNull, sha256: textOrNull },
  ...{ withdrawal: text, lastRunAtMs: numberOrNull, lastSuccessAtMs: numberOrNull, goodFile: text },
  ...{ lastFailureAtMs: numberOrNull, badFile: text, lastResult: textOrNull, fault: text, failures: number },
  nextRunAtMs: numberOrNull,
})

const importing: FieldsOf<NonNullable<NonNullable<StatusView['server']>['importing']>> = z.looseObject({
  ...{ step: text, file: text, share: number, rows: number, rowsPerS: number, leftMs: known },
})
const server: FieldsOf<NonNullable<StatusView['server']>> = z.looseObject({
  ...{
    pid: number,
    url: text,
    startedAtMs: number,
    threads: texts,
    isMerging: flag,
    isPassive: flag,
    redis: text,
  },
  importing: importing.nullable(),
  ...{ openSearch: text, faults: texts },
})
const index: FieldsOf<NonNullable<StatusView['index']>> = z.looseObject({
  ...{ snapshot: number, companies: number, deltaCompanies: number, bytes: number, builtAtMs: number },
  sequence: number,
})
const set: FieldsOf<StatusView['sources'][number]> = z.looseObject({
  ...{ source: text, title: text, licence: text, attribution: text, rows: number, asOf: text },
})
const node: FieldsOf<StatusView['nodes'][number]> = z.looseObject({
  ...{ id: text, name: text, version: text, startedAtMs: number, keySequence: number, secretMark: text },
  ...{ companySequence: known, ageMs: number, isLive: flag },
})
const emails: FieldsOf<StatusView['emails']> = z.looseObject({
  ...{ waiting: number, failed: number, oldestWaitingAtMs: known, fault: text.optional() },
})
const status: FieldsOf<StatusView> = z.looseObject({
  ...{ version: text, dataDir: text, server: server.nullable(), companies: number, accounts: number, emails },
  keys: z.looseObject({ live: number, ofAccounts: number }),
  ...{ sources: z.array(set), importSources: z.array(source), index: index.nullable(), sequence: number },
  nodes: z.array(node),
})

const ANSWERS: { readonly [Name in ControlCommandName]: z.ZodType } = {
  createKey: newKey,
  listKeys: z.array(z.looseObject({ ...keyFields, email: textOrNull })),
  rotateKey: newKey,
  revokeKey: z.looseObject({ id: text, worksOn: texts }),
  limitKey: key,
  listAccounts: z.array(z.looseObject({ ...accountFields, seenAtMs: known, keys: number })),
  resetAccount: link,
  ...{ disableAccount: changed, enableAccount: changed, deleteAccount: changed, setRole: changed },
  invite: link,
  suppress: z.looseObject({ uuid: text, lateNodes: texts }),
  lift: z.looseObject({ uuid: text, lateNodes: texts }),
  listSuppressions: z.array(z.looseObject({ uuid: text, reason: text, atMs: number, actor: text })),
  import: imported,
  status,
  addSource: z.looseObject({ id: text, folder: textOrNull }),
  listSources: z.array(source),
  removeSource: z.looseObject({ id: text }),
  runSource: z.looseObject({ result: text, fault: text, imports: z.array(imported) }),
}

const reading = z.looseObject({
  ...{ ...counts, step: z.literal('reading'), file: text, fileNumber: number, files: number },
  ...{ bytesDone: number, bytesTotal: number, rowsPerS: number, leftMs: known },
})
const indexing = z.looseObject({
  ...{ step: z.literal('indexing'), companies: number, done: number, perS: number, leftMs: known },
})
const STEP = z.union([reading, indexing])

/** Returns why an answer cannot be read, with the first place: `server.url: …`; '' if it can. */
export function answerFault(name: ControlCommandName, answer: unknown): string {
  const [issue] = ANSWERS[name].safeParse(answer).error?.issues ?? []
  return issue === undefined ? '' : `${issue.path.join('.') || 'answer'}: ${issue.message}`
}

/** Returns whether a reported step can be read. Another one is not shown. */
export function isReadableStep(step: unknown): step is ControlCommands['import']['progress'] {
  return STEP.safeParse(step).success
}
