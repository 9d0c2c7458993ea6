/**
 * Schemas of the batch request and its response. Rows are validated one by one, so an invalid row does not
 * affect the others.
 */
import { z } from 'zod'
import { FAULT_REASONS } from '../../core/failure.ts'
import { ROW_COMPANIES_MAX } from '../../core/matching/match-row.ts'
import { MATCH_STATES } from '../../core/matching/row-states.ts'
import { readForeignQuery } from '../../names/reading/foreign-query.ts'
import { readNumber } from '../../names/reading/register-number.ts'
import { inputSchema } from '../openapi/document.ts'
import { matchedCompanySchema } from './company-schemas.ts'
import { searchText } from './fields.ts'

/** Rows per request, at most. */
export const BATCH_ROWS_MAX = 100
/** Characters of a row's `ref`, at most. */
const REF_CHARS_MAX = 200

const fields = z.strictObject({
  name: searchText.optional().meta({
    de: 'Ein Firmenname. Erforderlich, wenn es keine Nummer gibt.',
    en: 'A company name. Required unless there is a number.',
  }),
  city: searchText
    .optional()
    .meta({ de: 'Nur Unternehmen mit diesem Sitz.', en: 'Only companies with this seat.' }),
  registration_number: searchText
    .refine((text) => readNumber(text) !== undefined || readForeignQuery(text) !== undefined, {
      params: { reason: 'format' },
    })
    .optional()
    .meta({
      de: 'Eine Registernummer in jeder üblichen Schreibweise, am besten mit Gericht.',
      en: 'A register number in any usual spelling, preferably with its court.',
    }),
  deep: z.boolean().default(false).meta({
    de: 'Erweiterte Suche. Die Zeile kostet dann 5.',
    en: 'Runs a deep search. The row then costs 5.',
  }),
  ref: z.string().max(REF_CHARS_MAX).optional().meta({
    de: 'Deine eigene Referenz für die Zeile. Sie wird unverändert zurückgegeben.',
    en: 'Your own reference for the row, returned unchanged.',
  }),
})

/** One row. It needs a name or a number. */
export const batchRow = fields.superRefine(({ name, registration_number }, context) => {
  if (name === undefined && registration_number === undefined) {
    context.addIssue({ code: 'custom', path: ['name'], params: { reason: 'required' } })
  }
})

/** The whole request. It is refused only if it is not an array, is empty or has too many rows. */
export const batchBody = z
  .array(z.unknown().meta({ ...inputSchema(fields), title: 'BatchRow' }))
  .min(1)
  .max(BATCH_ROWS_MAX)

/** What is wrong with a row of a request. */
export const rowFaultSchema = z
  .strictObject({
    field: z.string().meta({
      de: 'JSON-Pointer in den Body.',
      en: 'JSON pointer into the body.',
      example: '/1/registration_number',
    }),
    reason: z.enum(FAULT_REASONS).meta({ title: 'FaultReason' }),
    allowed: z.array(z.string()).optional(),
  })
  .meta({ title: 'RowFault' })

/** The response: one result per row, in the order of the request. */
export const batchResult = z.array(
  z
    .strictObject({
      ref: z.string().nullable().meta({ de: 'Wie gesendet.', en: 'As it was sent.' }),
      state: z.enum([...MATCH_STATES, 'invalid']).meta({
        title: 'MatchState',
        de: '`found`: Ein Unternehmen hat mindestens 90 Punkte, das nächste unter 75. `ambiguous`: Ein weiteres hat mindestens 75. `possible`: Das beste hat 50 bis 89. `invalid`: siehe `details`.',
        en: '`found`: one company scores 90 or more and the next one less than 75. `ambiguous`: another company also scores 75 or more. `possible`: the best company scores 50 to 89. `invalid`: see `details`.',
      }),
      companies: z
        .array(matchedCompanySchema)
        .max(ROW_COMPANIES_MAX)
        .meta({ de: 'Die besten zuerst.', en: 'The best ones first.' }),
      details: z
        .array(rowFaultSchema)
        .optional()
        .meta({ de: 'Nur bei `invalid`.', en: 'Only with `invalid`.' }),
    })
    .meta({ title: 'MatchedRow' }),
)
