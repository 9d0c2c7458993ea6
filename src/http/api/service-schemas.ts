/** Schemas of the responses about the service: entry point, usage, reference, sources, changes. */
import { z } from 'zod'
import { SCOPES } from '../../core/access/key.ts'
import { KEY_KINDS } from '../../core/access/key-kind.ts'
import { CHANGE_KINDS } from '../../core/company/company-store.ts'
import { words } from './fields.ts'

const levelSchema = z.strictObject({
  quota: z.number().meta(words('Units in any window.', 'Einheiten je Zeitraum.')),
  window_s: z.number().meta(words('The window in seconds.', 'Der Zeitraum in Sekunden.')),
  used: z.number().meta(words('Units used in the window that ends now.', 'Davon verbraucht.')),
})

/** Quota and use of the limits that apply to a key. */
export const limitsSchema = z.strictObject({
  default: levelSchema.meta(words('Cost of requests.', 'Kosten der Anfragen.')),
  burst: levelSchema.meta(words('Number of requests.', 'Zahl der Anfragen.')),
  account: levelSchema
    .nullable()
    .meta(
      words(
        'Cost of all keys of the account together; `null` for a key with a limit of its own.',
        'Kosten aller Schlüssel des Kontos zusammen; `null` bei einem Schlüssel mit eigener Grenze.',
      ),
    ),
})

const path = z.string().meta({ example: '/api/v1/companies' })

/** The response of the entry point. */
export const entrySchema = z.strictObject({
  version: z.string().meta(words('Of the product.', 'Des Programms.')),
  links: z
    .strictObject({
      search: path,
      batch: path,
      suggest: path,
      companies: path,
      company: path,
      changes: path,
      usage: path,
      reference: path,
      sources: path,
      documentation: path,
      openapi: path,
    })
    .meta(
      words(
        'Paths of this server; `{uuid}` is to be filled in.',
        'Pfade dieses Servers; `{uuid}` ist einzusetzen.',
      ),
    ),
  key: z
    .strictObject({
      kind: z
        .enum(KEY_KINDS)
        .meta(
          words(
            '`test`: it opens the sandbox, not the register.',
            '`test`: Er öffnet den Sandkasten, nicht das Register.',
          ),
        ),
      scopes: z.array(z.enum(SCOPES)),
      ends_at: z.iso.datetime().nullable(),
    })
    .meta(
      words(
        'What this key opens, what it may do, and until when.',
        'Was dieser Schlüssel öffnet, was er darf, und bis wann.',
      ),
    ),
  limits: limitsSchema.meta(words('As they stand now.', 'Wie sie gerade stehen.')),
})

const COUNTS = {
  requests: z.int().min(0).meta(words('All requests.', 'Alle Anfragen.')),
  errors: z
    .int()
    .min(0)
    .meta(words('Answered 400 and above, but 429.', 'Mit 400 und mehr beantwortet, außer 429.')),
  limited: z.int().min(0).meta(words('Answered 429.', 'Mit 429 beantwortet.')),
  deep: z.int().min(0).meta(words('With a deep search.', 'Mit umfassender Suche.')),
}

const useSchema = z.strictObject({
  total: z.strictObject(COUNTS),
  days: z.array(z.strictObject({ date: z.iso.date(), ...COUNTS })),
})

/** The response of usage. */
export const usageSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  key: useSchema.meta(words('What this key was used for.', 'Wozu dieser Schlüssel benutzt wurde.')),
  account: useSchema.meta(words('All keys of its account.', 'Alle Schlüssel seines Kontos.')),
  limits: limitsSchema,
})

const texts = z.strictObject({ de: z.string(), en: z.string() })
const entries = z.array(z.strictObject({ code: z.string(), name: texts }))

/** The response of the reference. */
export const referenceSchema = z.strictObject({
  statuses: entries,
  legal_forms: entries,
  register_types: entries,
  courts: z
    .array(z.strictObject({ code: z.string(), name: z.string(), aliases: z.array(z.string()) }))
    .meta(words('Those that keep a register today.', 'Die heute ein Register führen.')),
  match_kinds: entries,
  match_reasons: entries,
})

/** The response of the list of sources. */
export const sourcesSchema = z.array(
  z.strictObject({
    source: z.string(),
    title: z.string(),
    rows: z.int().min(0).meta(words('Entries that came from it.', 'Einträge aus ihr.')),
    as_of: z.iso
      .date()
      .nullable()
      .meta(words('Its oldest look at any of them.', 'Ihr ältester Blick auf einen davon.')),
    licence: z.string(),
    attribution: z.string().meta(words('What is to be said when it is shown.', 'Was dazu zu sagen ist.')),
  }),
)

/** The response of the list of changes. */
export const changesSchema = z.array(
  z.strictObject({
    cursor: z.string().meta(words('`since` for what comes after it.', '`since` für alles danach.')),
    uuid: z.uuid(),
    kind: z
      .enum(CHANGE_KINDS)
      .meta(
        words(
          '`suppressed`: must not be shown any more; `merged`: is `into` from now on.',
          '`suppressed`: darf nicht mehr gezeigt werden; `merged`: ist nun `into`.',
        ),
      ),
    at: z.iso.datetime(),
    fields: z
      .array(z.string())
      .meta(
        words(
          'Names of the fields that changed; none with `created`, and none of a suppressed company.',
          'Namen der geänderten Felder; keine bei `created` und keine eines gesperrten Unternehmens.',
        ),
      ),
    into: z.uuid().optional().meta(words('Only with `merged`.', 'Nur bei `merged`.')),
  }),
)
