/** Schemas of watches and of their companies. */
import { z } from 'zod'
import { LANGUAGES } from '../../core/identity/account.ts'
import {
  REF_CHARS_MAX,
  WATCH_EMAILS,
  WATCH_NAME_CHARS_MAX,
  WATCH_WEBHOOKS_MAX,
  WATCHED_COMPANIES_MAX,
  WATCHED_PER_CALL_MAX,
} from '../../core/watching/watch.ts'
import { readForeignQuery } from '../../names/reading/foreign-query.ts'
import { readNumber } from '../../names/reading/register-number.ts'
import { inputSchema } from '../openapi/document.ts'
import { rowFaultSchema } from './batch-schemas.ts'
import { nameText, searchText, shortText, wholeNumberText } from './fields.ts'

/** Companies of a page, at most. */
const PAGE_COMPANIES_MAX = 1000
const PAGE_COMPANIES = 100
const COURT_CHARS_MAX = 100

const nameField = nameText(WATCH_NAME_CHARS_MAX).meta({
  de: 'Name der Liste. Er steht im Betreff der E-Mails.',
  en: 'Name of the list, which its e-mails contain.',
  example: 'Kunden',
})
const webhooksField = z
  .array(z.string())
  .max(WATCH_WEBHOOKS_MAX)
  .meta({
    de: 'Ids der Webhooks, an die Änderungen gesendet werden.',
    en: 'Ids of the webhooks that changes are sent to.',
    example: ['whk_4fGk20LmQ8xZr1Bd'],
  })
const emailField = z.enum(WATCH_EMAILS).meta({
  title: 'WatchEmail',
  de: 'E-Mails an die Adresse des Kontos: `instant` höchstens alle zehn Minuten, `daily` um 6 Uhr UTC.',
  en: 'E-mails to the address of the account: `instant` at most every ten minutes, `daily` at 06:00 UTC.',
})
const languageField = z.enum(LANGUAGES).meta({
  title: 'Language',
  de: 'Sprache der E-Mails.',
  en: 'Language of the e-mails.',
})

const rowFields = z.strictObject({
  uuid: z.uuid().optional().meta({
    de: 'Die Id des Unternehmens. Eine frühere Id steht für das heutige Unternehmen.',
    en: 'The id of the company. A former id stands for the company of today.',
  }),
  registration_number: searchText
    .refine((text) => readNumber(text) !== undefined || readForeignQuery(text) !== undefined, {
      params: { reason: 'format' },
    })
    .optional()
    .meta({
      de: 'Statt der Id: eine Registernummer in jeder üblichen Schreibweise.',
      en: 'In place of the id: a register number in any usual spelling.',
    }),
  register_court: nameText(COURT_CHARS_MAX).optional().meta({
    de: 'Das Gericht der Nummer, wenn sie es nicht selbst enthält.',
    en: 'The court of the number, if that does not contain it.',
  }),
  ref: shortText(REF_CHARS_MAX).optional().meta({
    de: 'Deine eigene Referenz. Sie steht in jedem Ereignis zu diesem Unternehmen.',
    en: 'Your own reference, which every event of this company contains.',
  }),
})

/** A company that is to be watched. It needs an id or a number. */
export const watchedRow = rowFields.superRefine(({ uuid, registration_number }, context) => {
  const count = Number(uuid !== undefined) + Number(registration_number !== undefined)
  if (count === 0) context.addIssue({ code: 'custom', path: ['uuid'], params: { reason: 'required' } })
  if (count === 2)
    context.addIssue({ code: 'custom', path: ['registration_number'], params: { reason: 'not_allowed' } })
})

/** Companies that are added. The request is refused only if it is no array, is empty or has too many rows. */
export const addCompaniesBody = z
  .array(z.unknown().meta({ ...inputSchema(rowFields), title: 'CompanyToWatch' }))
  .min(1)
  .max(WATCHED_PER_CALL_MAX)

/** A new watch. */
export const createWatchBody = z.strictObject({
  name: nameField,
  webhooks: webhooksField.default([]),
  email: emailField.default('none'),
  language: languageField.optional().meta({
    de: 'Sprache der E-Mails. Ohne Angabe die des Kontos.',
    en: 'Language of the e-mails. If absent, that of the account.',
  }),
})

/** What changes of a watch; an absent field stays. */
export const changeWatchBody = z.strictObject({
  name: nameField.optional(),
  webhooks: webhooksField.optional(),
  email: emailField.optional(),
  language: languageField.optional(),
})

/** Companies that are removed. */
export const removeCompaniesBody = z.strictObject({
  uuids: z.array(z.uuid()).min(1).max(WATCHED_PER_CALL_MAX).meta({
    de: 'Die Ids. Eine Id, die nicht in der Liste ist, ist kein Fehler.',
    en: 'The ids. An id that is not in the list is no error.',
  }),
})

/** A watch. */
export const watchSchema = z
  .strictObject({
    id: z.string().meta({ example: 'wat_4fGk20LmQ8xZr1Bd' }),
    name: z.string(),
    webhooks: z.array(z.string()),
    email: z.enum(WATCH_EMAILS).meta({ title: 'WatchEmail' }),
    language: z.enum(LANGUAGES).meta({ title: 'Language' }),
    companies: z.int().min(0).max(WATCHED_COMPANIES_MAX).meta({
      de: 'Zahl der Unternehmen.',
      en: 'Number of companies.',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ title: 'Watch' })

/** The query of a page of companies. */
export const watchedQuery = z.strictObject({
  cursor: z
    .string()
    .transform((text, context) => {
      const uuid = Buffer.from(text, 'base64url').toString('latin1')
      if (z.uuid().safeParse(uuid).success) return uuid
      context.addIssue({ code: 'custom', params: { reason: 'format' } })
      return z.NEVER
    })
    .optional()
    .meta({
      type: 'string',
      de: '`X-Next-Cursor` der vorigen Seite. Opak.',
      en: '`X-Next-Cursor` of the previous page. Opaque.',
    }),
  limit: wholeNumberText(1, PAGE_COMPANIES_MAX, PAGE_COMPANIES).meta({
    de: 'Zeilen pro Seite.',
    en: 'Rows per page.',
  }),
})

/** The companies of a page. */
export const watchedResult = z.array(
  z
    .strictObject({ uuid: z.uuid(), ref: z.string().nullable(), added_at: z.iso.datetime() })
    .meta({ title: 'WatchedCompany' }),
)

/** What became of each company, in the order of the request. */
export const addedResult = z.array(
  z
    .strictObject({
      ref: z.string().nullable().meta({ de: 'Wie gesendet.', en: 'As it was sent.' }),
      state: z.enum(['added', 'present', 'not_found', 'ambiguous', 'invalid']).meta({
        de: '`present`: war schon in der Liste; ein mitgesendetes `ref` ersetzt das alte. `ambiguous`: Die Nummer gehört zu mehreren Unternehmen; gib das Gericht an. `invalid`: siehe `details`.',
        en: '`present`: was in the list before; a `ref` that was sent replaces the old one. `ambiguous`: the number belongs to several companies; give the court. `invalid`: see `details`.',
      }),
      uuid: z.uuid().nullable().meta({
        de: 'Die heutige Id des Unternehmens; `null`, wenn keines hinzugefügt wurde.',
        en: 'The current id of the company; `null` if none was added.',
      }),
      details: z
        .array(rowFaultSchema)
        .optional()
        .meta({ de: 'Nur bei `invalid`.', en: 'Only with `invalid`.' }),
    })
    .meta({ title: 'AddedCompany' }),
)
