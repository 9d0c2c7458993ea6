/** Schemas of the responses about the service: entry point, usage, reference, sources, changes. */
import { z } from 'zod'
import { API_SCOPES } from '../../core/access/key.ts'
import { KEY_KINDS } from '../../core/access/key-kind.ts'
import { CHANGE_KINDS } from '../../core/company/company-store.ts'

/** Quota and use of a limit, in units with tenths. */
export const levelSchema = z
  .strictObject({
    quota: z.number().meta({ de: 'Einheiten pro Zeitfenster.', en: 'Units per window.' }),
    window_s: z.number().meta({ de: 'Das Zeitfenster in Sekunden.', en: 'The window in seconds.' }),
    used: z.number().meta({
      de: 'Verbrauchte Einheiten im aktuellen Zeitfenster.',
      en: 'Units used in the window that ends now.',
    }),
  })
  .meta({ title: 'LimitLevel' })

/** Quota and use of the limits that apply to a key. */
export const limitsSchema = z
  .strictObject({
    default: levelSchema.meta({ de: 'Kosten der Anfragen.', en: 'Cost of requests.' }),
    burst: levelSchema.meta({ de: 'Zahl der Anfragen.', en: 'Number of requests.' }),
    account: levelSchema.nullable().meta({
      de: 'Kosten aller Schlüssel des Kontos zusammen; `null` bei einem Schlüssel mit eigenem Limit.',
      en: 'Cost of all keys of the account together; `null` for a key with a limit of its own.',
    }),
  })
  .meta({ title: 'Limits' })

const path = z.string().meta({ example: '/api/v1/companies' })

/** The links of the entry point. */
export const LINKS = {
  search: '/api/v1/companies/search/',
  facets: '/api/v1/companies/search/facets',
  batch: '/api/v1/companies/search/batch',
  suggest: '/api/v1/companies/suggest',
  companies: '/api/v1/companies',
  company: '/api/v1/companies/{uuid}',
  changes: '/api/v1/changes',
  matches: '/api/v1/matches',
  match: '/api/v1/matches/{id}',
  match_result: '/api/v1/matches/{id}/result',
  watches: '/api/v1/watches',
  watch: '/api/v1/watches/{id}',
  watched_companies: '/api/v1/watches/{id}/companies',
  remove_companies: '/api/v1/watches/{id}/remove',
  watched_company: '/api/v1/watches/{id}/companies/{uuid}',
  webhooks: '/api/v1/webhooks',
  webhook: '/api/v1/webhooks/{id}',
  rotate_webhook: '/api/v1/webhooks/{id}/rotate',
  ping_webhook: '/api/v1/webhooks/{id}/ping',
  pause_webhook: '/api/v1/webhooks/{id}/pause',
  resume_webhook: '/api/v1/webhooks/{id}/resume',
  webhook_events: '/api/v1/webhooks/{id}/events',
  usage: '/api/v1/usage',
  reference: '/api/v1/reference',
  sources: '/api/v1/sources',
  mcp: '/api/v1/mcp',
  documentation: '/docs',
  openapi: '/openapi.json',
}

type LinkFields = Record<keyof typeof LINKS, typeof path>
const linkFields = Object.fromEntries(Object.keys(LINKS).map((name) => [name, path])) as LinkFields

/** The response of the entry point. */
export const entrySchema = z.strictObject({
  version: z.string().meta({ de: 'Version des Programms.', en: 'Version of the product.' }),
  links: z.strictObject(linkFields).meta({
    title: 'EntryLinks',
    de: 'Pfade dieses Servers. Ersetze `{uuid}` und `{id}`.',
    en: 'Paths of this server. Replace `{uuid}` and `{id}`.',
  }),
  key: z
    .strictObject({
      kind: z.enum(KEY_KINDS).meta({
        de: '`test`: Der Schlüssel gilt für die Sandbox, nicht für das Register.',
        en: '`test`: the key gives access to the sandbox, not to the register.',
      }),
      scopes: z.array(z.enum(API_SCOPES).meta({ title: 'Scope' })),
      ends_at: z.iso.datetime().nullable(),
    })
    .meta({
      title: 'EntryKey',
      de: 'Umgebung, Berechtigungen und Ende dieses Schlüssels.',
      en: 'Environment, permissions and end of this key.',
    }),
  limits: limitsSchema.meta({ de: 'Der aktuelle Stand der Limits.', en: 'The current state of the limits.' }),
})

/** The counts of a period. */
export const countFields = {
  requests: z.int().min(0).meta({ de: 'Alle Anfragen.', en: 'All requests.' }),
  errors: z.int().min(0).meta({
    de: 'Antworten mit Status 400 oder höher, außer 429.',
    en: 'Responses with status 400 or higher, except 429.',
  }),
  limited: z.int().min(0).meta({ de: 'Antworten mit Status 429.', en: 'Responses with status 429.' }),
  deep: z.int().min(0).meta({ de: 'Anfragen mit erweiterter Suche.', en: 'Requests with a deep search.' }),
}

const useSchema = z
  .strictObject({
    total: z.strictObject(countFields).meta({ title: 'UsageCounts' }),
    days: z.array(z.strictObject({ date: z.iso.date(), ...countFields }).meta({ title: 'UsageDay' })),
  })
  .meta({ title: 'Usage' })

/** The response of usage. */
export const usageSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  key: useSchema.meta({ de: 'Nutzung dieses Schlüssels.', en: 'Usage of this key.' }),
  account: useSchema.meta({
    de: 'Nutzung aller Schlüssel seines Kontos.',
    en: 'Usage of all keys of its account.',
  }),
  limits: limitsSchema,
})

const texts = z.strictObject({ de: z.string(), en: z.string() }).meta({ title: 'LocalizedText' })
const entries = z.array(z.strictObject({ code: z.string(), name: texts }).meta({ title: 'ReferenceEntry' }))

/** The response of the reference. */
export const referenceSchema = z.strictObject({
  statuses: entries,
  legal_forms: entries,
  register_types: entries,
  states: entries.meta({ de: 'Bundesländer nach ISO 3166-2.', en: 'States by ISO 3166-2.' }),
  countries: entries.meta({ de: 'Länder nach ISO 3166-1.', en: 'Countries by ISO 3166-1.' }),
  courts: z
    .array(
      z
        .strictObject({ code: z.string(), name: z.string(), aliases: z.array(z.string()) })
        .meta({ title: 'Court' }),
    )
    .meta({ de: 'Gerichte, die heute ein Register führen.', en: 'Courts that keep a register today.' }),
  match_kinds: entries,
  match_reasons: entries,
})

/** The response of the list of sources. */
export const sourcesSchema = z.array(
  z
    .strictObject({
      source: z.string(),
      title: z.string(),
      rows: z.int().min(0).meta({ de: 'Zahl ihrer Einträge.', en: 'Number of its entries.' }),
      as_of: z.iso
        .date()
        .nullable()
        .meta({ de: 'Der älteste Stand ihrer Einträge.', en: 'The oldest date of its entries.' }),
      licence: z.string(),
      attribution: z.string().meta({ de: 'Erforderliche Namensnennung.', en: 'Required attribution.' }),
    })
    .meta({ title: 'DataSource' }),
)

/** The response of the list of changes. */
export const changesSchema = z.array(
  z
    .strictObject({
      cursor: z.string().meta({ de: '`since` für spätere Änderungen.', en: '`since` for later changes.' }),
      uuid: z.uuid(),
      kind: z.enum(CHANGE_KINDS).meta({
        de: '`removed`: im Register gelöscht, oder in keiner Quelle mehr enthalten (dann 404). `suppressed`: darf nicht mehr gezeigt werden. `merged`: ist jetzt das Unternehmen `into`.',
        en: '`removed`: from the register, or from every source (then 404). `suppressed`: must no longer be shown. `merged`: is now the company `into`.',
      }),
      at: z.iso.datetime(),
      fields: z.array(z.string()).meta({
        de: 'Namen der geänderten Felder. Leer bei `created` und bei einem ausgeblendeten Unternehmen.',
        en: 'Names of the changed fields. Empty for `created` and for a suppressed company.',
      }),
      into: z.uuid().optional().meta({ de: 'Nur bei `merged`.', en: 'Only with `merged`.' }),
    })
    .meta({ title: 'Change' }),
)
