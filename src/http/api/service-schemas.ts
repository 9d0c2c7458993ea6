/** Schemas of the responses about the service: entry point, usage, reference, sources, changes. */
import { z } from 'zod'
import { SCOPES } from '../../core/access/key.ts'
import { KEY_KINDS } from '../../core/access/key-kind.ts'
import { CHANGE_KINDS } from '../../core/company/company-store.ts'
import { words } from './fields.ts'

const levelSchema = z.strictObject({
  quota: z.number().meta(words('Units per window.', 'Einheiten pro Zeitfenster.')),
  window_s: z.number().meta(words('The window in seconds.', 'Das Zeitfenster in Sekunden.')),
  used: z
    .number()
    .meta(
      words('Units used in the window that ends now.', 'Verbrauchte Einheiten im aktuellen Zeitfenster.'),
    ),
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
        'Kosten aller Schlüssel des Kontos zusammen; `null` bei einem Schlüssel mit eigenem Limit.',
      ),
    ),
})

const path = z.string().meta({ example: '/api/v1/companies' })

/** The response of the entry point. */
export const entrySchema = z.strictObject({
  version: z.string().meta(words('Version of the product.', 'Version des Programms.')),
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
    .meta(words('Paths of this server. Replace `{uuid}`.', 'Pfade dieses Servers. Ersetze `{uuid}`.')),
  key: z
    .strictObject({
      kind: z
        .enum(KEY_KINDS)
        .meta(
          words(
            '`test`: the key gives access to the sandbox, not to the register.',
            '`test`: Der Schlüssel gilt für die Sandbox, nicht für das Register.',
          ),
        ),
      scopes: z.array(z.enum(SCOPES)),
      ends_at: z.iso.datetime().nullable(),
    })
    .meta(
      words(
        'Environment, permissions and end of this key.',
        'Umgebung, Berechtigungen und Ende dieses Schlüssels.',
      ),
    ),
  limits: limitsSchema.meta(words('The current state of the limits.', 'Der aktuelle Stand der Limits.')),
})

const COUNTS = {
  requests: z.int().min(0).meta(words('All requests.', 'Alle Anfragen.')),
  errors: z
    .int()
    .min(0)
    .meta(
      words(
        'Responses with status 400 or higher, except 429.',
        'Antworten mit Status 400 oder höher, außer 429.',
      ),
    ),
  limited: z.int().min(0).meta(words('Responses with status 429.', 'Antworten mit Status 429.')),
  deep: z.int().min(0).meta(words('Requests with a deep search.', 'Anfragen mit erweiterter Suche.')),
}

const useSchema = z.strictObject({
  total: z.strictObject(COUNTS),
  days: z.array(z.strictObject({ date: z.iso.date(), ...COUNTS })),
})

/** The response of usage. */
export const usageSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  key: useSchema.meta(words('Usage of this key.', 'Nutzung dieses Schlüssels.')),
  account: useSchema.meta(
    words('Usage of all keys of its account.', 'Nutzung aller Schlüssel seines Kontos.'),
  ),
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
    .meta(words('Courts that keep a register today.', 'Gerichte, die heute ein Register führen.')),
  match_kinds: entries,
  match_reasons: entries,
})

/** The response of the list of sources. */
export const sourcesSchema = z.array(
  z.strictObject({
    source: z.string(),
    title: z.string(),
    rows: z.int().min(0).meta(words('Number of its entries.', 'Zahl ihrer Einträge.')),
    as_of: z.iso
      .date()
      .nullable()
      .meta(words('The oldest date of its entries.', 'Der älteste Stand ihrer Einträge.')),
    licence: z.string(),
    attribution: z.string().meta(words('Required attribution.', 'Erforderliche Namensnennung.')),
  }),
)

/** The response of the list of changes. */
export const changesSchema = z.array(
  z.strictObject({
    cursor: z.string().meta(words('`since` for later changes.', '`since` für spätere Änderungen.')),
    uuid: z.uuid(),
    kind: z
      .enum(CHANGE_KINDS)
      .meta(
        words(
          '`suppressed`: must no longer be shown. `merged`: is now the company `into`.',
          '`suppressed`: darf nicht mehr gezeigt werden. `merged`: ist jetzt das Unternehmen `into`.',
        ),
      ),
    at: z.iso.datetime(),
    fields: z
      .array(z.string())
      .meta(
        words(
          'Names of the changed fields. Empty for `created` and for a suppressed company.',
          'Namen der geänderten Felder. Leer bei `created` und bei einem ausgeblendeten Unternehmen.',
        ),
      ),
    into: z.uuid().optional().meta(words('Only with `merged`.', 'Nur bei `merged`.')),
  }),
)
