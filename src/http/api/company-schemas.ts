/**
 * Schemas of the responses about companies, for the OpenAPI document and for tests that validate responses.
 */
import { z } from 'zod'
import { EVENT_KINDS } from '../../core/company/company-event.ts'
import { PROMINENCE_MAX } from '../../names/ranking/prominence.ts'
import { MATCH_KINDS, MATCH_REASONS, RELATED_SCORE_MIN, SCORE_MAX } from '../../names/ranking/rank.ts'
import { COUNTRY_CODES } from '../../names/reading/country.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { STATUSES } from '../../names/search/status.ts'

const date = z.iso.date()

/** A status of a company. */
export const statusSchema = z.enum(STATUSES).meta({ title: 'CompanyStatus' })

/** The fields that every company record has. */
export const recordFields = {
  uuid: z.uuid().meta({
    de: 'Gleich in jeder Installation mit denselben Daten.',
    en: 'The same in every installation with the same data.',
  }),
  name: z.string().meta({ de: 'Wie eingetragen.', en: 'As registered.', example: 'Carl Zeiss Energie GmbH' }),
  registration_number: z.string().meta({
    de: 'Art, Nummer und Zusatz, ohne Gericht. Bei einem Unternehmen aus einem anderen Land die Nummer des dortigen Registers; leer ohne Registernummer.',
    en: "Type, number and suffix, without court. For a company of another country, the number of that country's register; empty without a register number.",
    example: 'HRB 12345 B',
  }),
  status: statusSchema,
  legal_form: z
    .string()
    .meta({ de: 'Kürzel der Rechtsform.', en: 'Code of the legal form.', example: 'GmbH' }),
  register_court: z.string().meta({
    de: 'Das Registergericht, leer außerhalb Deutschlands.',
    en: 'The register court, empty outside Germany.',
    example: 'Ulm',
  }),
  seat: z.string().meta({
    de: 'Sitz, leer wenn unbekannt.',
    en: 'Registered office, empty if unknown.',
    example: 'Garching',
  }),
  country: z.enum([...COUNTRY_CODES, '']).meta({
    title: 'CompanyCountry',
    de: 'Das Land nach ISO 3166-1 (zwei Buchstaben), leer wenn unbekannt.',
    en: 'The country by ISO 3166-1 (two letters), empty if unknown.',
    example: 'DE',
  }),
}

const rangesSchema = z
  .array(z.tuple([z.int().min(0), z.int().min(1)]).meta({ minItems: 2, maxItems: 2 }))
  .meta({
    de: 'Bereiche `[Anfang, Ende]` in Unicode-Codepoints, das Ende ausgenommen; sortiert, ohne Überschneidung.',
    en: 'Ranges `[start, end]` in Unicode code points, end exclusive; sorted, without overlaps.',
  })

/** How a record matched the query. */
export const matchSchema = z
  .strictObject({
    score: z.int().min(RELATED_SCORE_MIN).max(SCORE_MAX),
    kind: z.enum(MATCH_KINDS).meta({ title: 'MatchKind' }),
    matched_name: z.string(),
    matched_on: z.enum(['name', 'former_name', 'other_name', 'number']).meta({ title: 'MatchedOn' }),
    reasons: z.array(z.enum(MATCH_REASONS).meta({ title: 'MatchReason' })),
    highlights: z.strictObject({ matched_name: rangesSchema, name: rangesSchema }).meta({
      title: 'MatchHighlights',
      de: 'Die Stellen in `matched_name` und `name`, die zur Suche passen. Leer bei einem Treffer über die Nummer.',
      en: 'The parts of `matched_name` and `name` that match the query. Empty for a hit by number.',
    }),
  })
  .meta({ title: 'CompanyMatch' })

/** A company with how it matched. */
export const matchedCompanySchema = z
  .strictObject({ ...recordFields, match: matchSchema })
  .meta({ title: 'MatchedCompany' })

const addressSchema = z
  .strictObject({
    text: z.string(),
    postcode: z.string().nullable(),
    city: z.string().nullable(),
  })
  .meta({ title: 'Address' })

const historyFields = {
  former_names: z.array(
    z.strictObject({ name: z.string(), until: date.nullable() }).meta({ title: 'FormerName' }),
  ),
  former_numbers: z.array(
    z
      .strictObject({
        registration_number: z.string(),
        register_court: z.string(),
        court_code: z.string(),
        until: date.nullable(),
      })
      .meta({ title: 'FormerNumber' }),
  ),
  other_names: z
    .array(z.strictObject({ name: z.string(), source: z.string() }).meta({ title: 'OtherName' }))
    .meta({
      de: 'Weitere heutige Namen und die Quelle von jedem: Übersetzungen, oder ein anderer Name in einer anderen Quelle.',
      en: 'Further names of today and the source of each: translations, or another name in another source.',
    }),
}

const eventSchema = z
  .strictObject({
    kind: z.enum(EVENT_KINDS),
    date: date.meta({ de: 'Der Tag der Bekanntmachung.', en: 'The day of the announcement.' }),
    source: z.string(),
  })
  .meta({ title: 'CompanyEvent' })

const sourceSchema = z
  .strictObject({
    source: z.string(),
    source_id: z
      .string()
      .meta({ de: 'Die ID des Eintrags in der Quelle.', en: 'The ID of the entry in the source.' }),
    as_of: date.meta({
      de: 'Der Stand des Eintrags in der Quelle.',
      en: 'The date of the entry in the source.',
    }),
    licence: z.string(),
    attribution: z.string(),
  })
  .meta({ title: 'CompanySource' })

/**
 * The response of a search. The fields that `include` requests follow the fields that every record has.
 */
export const searchResultSchema = z.array(
  z
    .strictObject({
      ...recordFields,
      match: matchSchema
        .optional()
        .meta({ de: 'Nur mit `include: ["match"]`.', en: 'Only with `include: ["match"]`.' }),
      address: addressSchema
        .nullable()
        .optional()
        .meta({ de: 'Nur mit `include: ["address"]`.', en: 'Only with `include: ["address"]`.' }),
      history: z
        .strictObject(historyFields)
        .meta({ title: 'CompanyHistory' })
        .nullable()
        .optional()
        .meta({ de: 'Nur mit `include: ["history"]`.', en: 'Only with `include: ["history"]`.' }),
      source: sourceSchema.nullable().optional().meta({
        de: 'Die Quelle mit dem neuesten Stand. Nur mit `include: ["source"]`.',
        en: 'The source with the latest date. Only with `include: ["source"]`.',
      }),
    })
    .meta({ title: 'FoundCompany' }),
)

/** The response of the list of companies. */
export const listResultSchema = z.array(
  z.strictObject({ ...recordFields, updated_at: z.iso.datetime() }).meta({ title: 'ListedCompany' }),
)

const prominenceSchema = z
  .strictObject({
    value: z.int().min(0).max(PROMINENCE_MAX).meta({
      de: 'Die Summe der Punkte, höchstens 31.',
      en: 'The sum of the points, at most 31.',
      example: 14,
    }),
    parts: z.array(
      z
        .strictObject({
          fact: z.string().meta({
            de: 'Die gespeicherte Angabe: `legal_form` immer, `lei`, `subsidiaries`, `years_in_register`, `announcements`, `documents_filed` und `former_names`, falls bekannt; weitere können hinzukommen.',
            en: 'The stored fact: always `legal_form`, and `lei`, `subsidiaries`, `years_in_register`, `announcements`, `documents_filed` and `former_names` where known; others may be added.',
            example: 'legal_form',
          }),
          value: z.string().meta({ de: 'Ihr Wert.', en: 'Its value.', example: 'AG' }),
          points: z.int().min(0).max(PROMINENCE_MAX).meta({ example: 9 }),
        })
        .meta({ title: 'ProminencePart' }),
    ),
  })
  .meta({
    title: 'Prominence',
    de: 'Die Bekanntheit: Von sonst gleich guten Treffern steht der mit der höheren zuerst.',
    en: 'The prominence: among otherwise equal hits, higher prominence comes first.',
  })

/** The response of a single company. */
export const detailSchema = z
  .strictObject({
    ...recordFields,
    euid: z.string().meta({
      de: 'Europäische Kennung, leer außerhalb Deutschlands.',
      en: 'European unique identifier, empty outside Germany.',
      example: 'DED2601V.HRB42243',
    }),
    court_code: z
      .string()
      .meta({ de: 'Kürzel des Gerichts nach XJustiz.', en: "The court's XJustiz code.", example: 'D2601' }),
    register_type: z.enum([...REGISTER_TYPES, '']).meta({ title: 'CompanyRegisterType' }),
    register_number: z.int().min(0).meta({
      de: 'Die Nummer im deutschen Register, sonst 0.',
      en: 'The number in the German register, otherwise 0.',
    }),
    register_suffix: z.string(),
    registered_on: date.nullable(),
    status_raw: z
      .string()
      .meta({ de: 'Der Status im Wortlaut der Quelle.', en: 'The status as the source gives it.' }),
    legal_form_codes: z
      .strictObject({
        xunternehmen: z.string().nullable(),
        iso20275: z.string().nullable(),
      })
      .meta({ title: 'LegalFormCodes' }),
    lei: z.string().nullable().meta({
      de: 'Der LEI (ISO 17442), falls eine Quelle ihn nennt.',
      en: 'The LEI (ISO 17442), if a source tells it.',
      example: '851WYGNLUQLFZBSYGB56',
    }),
    lei_status: z.string().nullable().meta({
      de: 'Der Zustand des LEI im Wortlaut von GLEIF. Er sagt nichts über das Unternehmen.',
      en: 'The state of the LEI in the words of GLEIF. It tells nothing about the company.',
      example: 'ISSUED',
    }),
    parents: z.strictObject({ direct: z.string().nullable(), ultimate: z.string().nullable() }).meta({
      title: 'ParentLeis',
      de: 'Die LEI der Mutterunternehmen.',
      en: 'The LEIs of the parent companies.',
    }),
    subsidiaries: z.int().min(0).meta({
      de: 'Zahl der Unternehmen mit LEI, deren Mutterunternehmen dieses ist.',
      en: 'Number of companies with an LEI whose parent is this one.',
    }),
    prominence: prominenceSchema,
    address: addressSchema.nullable(),
    ...historyFields,
    events: z.array(eventSchema).meta({
      de: 'Bekanntmachungen der Registergerichte, die neueste zuerst. `removal_announced` kündigt eine Löschung nur an: Der Status bleibt, wie er ist.',
      en: 'Announcements of the register courts, the latest first. `removal_announced` only announces a removal: the status stays as it is.',
    }),
    sources: z.array(sourceSchema),
    updated_at: z.iso.datetime(),
  })
  .meta({ title: 'Company' })

/** The response of the check whether the process lives. */
export const liveSchema = z.strictObject({ status: z.literal('live') }).meta({ title: 'Liveness' })

const partSchema = z.enum(['available', 'unavailable']).meta({ title: 'PartState' })

/** The response of the check whether a server is ready: with the state of each part that it may do without for a while. */
export const readySchema = z
  .strictObject({
    status: z.literal('ready'),
    search: partSchema.meta({
      de: '`unavailable`: Suchen werden mit 503 beantwortet, auf allen Knoten, denn sie teilen sich einen Index.',
      en: '`unavailable`: searches are answered with 503, on all nodes, because they share an index.',
    }),
    companies: partSchema.meta({
      de: '`unavailable`: Die gemeinsame Datenbank antwortet nicht. Was sie braucht, wird mit 503 beantwortet.',
      en: '`unavailable`: the shared database does not answer. What needs it is answered with 503.',
    }),
  })
  .meta({ title: 'Readiness' })
