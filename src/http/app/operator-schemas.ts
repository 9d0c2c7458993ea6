/** Schemas of the operator routes. */
import { z } from 'zod'
import {
  OVERRIDE_QUOTA_MAX,
  OVERRIDE_WINDOW_MAX_MS,
  OVERRIDE_WINDOW_MIN_MS,
} from '../../core/access/limits.ts'
import { FILE_FAULTS } from '../../core/company/file-fault.ts'
import { ROLES } from '../../core/identity/account.ts'
import { RUN_RESULTS, SOURCE_KINDS } from '../../core/sources/source.ts'
import { auditEvent } from './account-schemas.ts'
import { emailField, languageField, timeField } from './app-schemas.ts'
import { keySchema } from './keys-schemas.ts'

const TEXT_CHARS_MAX = 100
/** Longer than any allowed reason, which the command checks. */
const REASON_UNITS_MAX = 1000

const count = z.int().min(0)
const search = z.string().max(TEXT_CHARS_MAX).default('')

const importSchema = z.strictObject({
  number: z.int(),
  started_at: timeField,
  ended_at: timeField.nullable(),
  files: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  said: z.string(),
  /** Number of rejected rows by reason, the most frequent one first. */
  reasons: z.record(z.string(), z.number()),
  rejects: z.string().nullable(),
  mostly_rejected: z.boolean(),
  faults: z.array(
    z.strictObject({ file: z.string(), reason: z.enum(FILE_FAULTS), line: count, byte: count }),
  ),
})

const sourceSchema = z.strictObject({
  source: z.string(),
  title: z.string(),
  licence: z.string(),
  attribution: z.string(),
  rows: count,
  as_of: z.string(),
})

/** A source of the operator with its last and next runs. */
const importSourceSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** Path or address; of a watched folder its path. */
  location: z.string(),
  schedule: z.string().nullable(),
  last_run_at: timeField.nullable(),
  last_success_at: timeField.nullable(),
  /** The last file that was imported without a fault, and the last one that failed; '' = none. */
  good_file: z.string(),
  last_failure_at: timeField.nullable(),
  bad_file: z.string(),
  last_result: z.enum(RUN_RESULTS).nullable(),
  fault: z.string(),
  failures: count,
  next_run_at: timeField.nullable(),
})

/** The state of the server. */
export const stateResult = z.strictObject({
  version: z.string(),
  started_at: timeField,
  threads: z.array(z.string()),
  /** Whether the server sends nothing to others (`PASSIVE`). */
  is_passive: z.boolean(),
  companies: count,
  index: z
    .strictObject({
      companies: count,
      delta_companies: count,
      bytes: count,
      built_at: timeField,
      is_merging: z.boolean(),
    })
    .nullable(),
  /** Whether the whole index in OpenSearch can be searched; `null` without one. */
  opensearch: z.enum(['reached', 'lost']).nullable(),
  sources: z.array(sourceSchema),
  import_sources: z.array(importSourceSchema),
  /** `share` is the part of the file already read, 0 to 1; `left_s` the estimated time for the rest of it. */
  importing: z
    .strictObject({
      step: z.enum(['reading', 'indexing']),
      file: z.string(),
      share: z.number().min(0).max(1),
      rows: count,
      rows_per_s: z.number(),
      left_s: z.number().nullable(),
    })
    .nullable(),
  imports: z.array(importSchema),
  emails: z.strictObject({
    waiting: count,
    failed: count,
    oldest_waiting_at: timeField.nullable(),
    fault: z.string().nullable(),
  }),
  accounts: count,
  /** `behind`: changes of companies that the node does not search yet; `null` before its first index. */
  nodes: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      started_at: timeField,
      seen_at: timeField,
      is_live: z.boolean(),
      behind: count.nullable(),
    }),
  ),
})

/** Query of the list of accounts: a text to search for, and the position to continue from. */
export const accountsQuery = z.strictObject({ q: search, after: search })
/** A page of the list of accounts. */
export const accountsResult = z.strictObject({
  accounts: z.array(
    z.strictObject({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      language: languageField,
      created_at: timeField,
      seen_at: timeField.nullable(),
      keys: count,
      disabled: z.boolean(),
      second_factor: z.boolean(),
    }),
  ),
  /** Value of `after` for more; `null` if there are none. */
  next: z.string().nullable(),
})

/** The new role of an account. */
export const roleBody = z.strictObject({ role: z.enum(ROLES) })
/** `email`: the account's address, typed as a confirmation. */
export const resetAccountBody = z.strictObject({
  email: emailField,
  drop_second_factor: z.boolean().default(false),
})
/** `link`: set if there is no mail server; the operator passes it on. */
export const linkResultOfOperator = z.strictObject({ link: z.string().nullable() })

/** All open invitations. */
export const invitationsResult = z.strictObject({
  invitations: z.array(
    z.strictObject({
      id: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      language: languageField,
      created_at: timeField,
      expires_at: timeField,
    }),
  ),
})
/** Data of an invitation. */
export const inviteBody = z.strictObject({
  email: emailField,
  role: z.enum(ROLES).default('user'),
  language: languageField.default('de'),
})

/** Query of the search for keys. */
export const operatorKeysQuery = z.strictObject({ q: search })
/** Keys of all accounts with their owners. */
export const operatorKeysResult = z.strictObject({
  keys: z.array(z.strictObject({ ...keySchema.shape, account: z.string(), email: z.string().nullable() })),
})
/** `null` restores the default limits. */
export const limitBody = z.strictObject({
  limit: z
    .strictObject({
      quota: z.int().min(1).max(OVERRIDE_QUOTA_MAX),
      window_s: z
        .int()
        .min(OVERRIDE_WINDOW_MIN_MS / 1000)
        .max(OVERRIDE_WINDOW_MAX_MS / 1000),
    })
    .nullable(),
})

/** All suppressed companies. */
export const suppressionsResult = z.strictObject({
  suppressions: z.array(
    z.strictObject({ uuid: z.string(), reason: z.string(), at: timeField, actor: z.string() }),
  ),
})
/** A company to suppress, and the reason. */
export const suppressBody = z.strictObject({
  uuid: z.uuid(),
  reason: z.string().min(1).max(REASON_UNITS_MAX),
})

/** A page of the history of all accounts. */
export const operatorAuditResult = z.strictObject({
  entries: z.array(
    z.strictObject({
      number: z.int(),
      at: timeField,
      actor: z.string(),
      account: z.string().nullable(),
      /** E-mail address of each account, if it has one. */
      actor_email: z.string().nullable(),
      account_email: z.string().nullable(),
      event: auditEvent,
      subject: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
      address: z.string(),
      device: z.string(),
    }),
  ),
  older: z.int().nullable(),
})

const emailState = z.enum(['waiting', 'failed', 'sent', 'expired'])
/** Query of the list of e-mails, by state. */
export const emailsQuery = z.strictObject({ state: emailState.default('failed') })
/** The e-mails in a state. */
export const operatorEmailsResult = z.strictObject({
  emails: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      to: z.string(),
      state: emailState,
      created_at: timeField,
      tries: count,
      fault: z.string().nullable(),
    }),
  ),
})
