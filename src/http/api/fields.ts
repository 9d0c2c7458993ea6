/** Input fields that search and list share: validation and, in `meta`, texts for the documents. */
import { z } from 'zod'
import type { FaultReason } from '../../core/failure.ts'
import { CURSOR_CHARS_MAX } from '../../core/search/cursor.ts'
import { readSearchText, SEARCH_TEXT_CHARS_MAX, type SearchText } from '../../core/search/search-text.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { STATUSES } from '../../names/search/status.ts'

/** Returns the descriptions of a field: OpenAPI uses the English one, the docs page either. */
export function words(en: string, de: string): { description: string; 'x-description-de': string } {
  return { description: en, 'x-description-de': de }
}

/** Values per filter, at most. */
export const FILTER_VALUES_MAX = 50

/** A text as people type it, cleaned. Its length is checked after cleaning, in code points. */
export const searchText = z
  .string()
  .transform((text, context): SearchText => {
    const read = readSearchText(text)
    if ('text' in read) return read.text
    context.addIssue({ code: 'custom', params: { reason: read.fault } })
    return z.NEVER
  })
  .meta({ type: 'string', minLength: 1, pattern: textPattern() })

/**
 * Returns the pattern of a search text for the documents: optional blanks around a text without control
 * characters other than tab and line breaks. A `maxLength` would count those blanks. A schema cannot express
 * that composing a text (NFC) shortens it.
 */
function textPattern(): string {
  const blanks = '\\t\\n\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
  const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
  const [edge, inner] = [`[^${blanks}${controls}]`, `[^${controls}]`]
  return `^[${blanks}]*${edge}(${inner}{0,${SEARCH_TEXT_CHARS_MAX - 2}}${edge})?[${blanks}]*$`
}

/** The cursor of a page. */
export const cursorField = z
  .string()
  .min(1)
  .max(CURSOR_CHARS_MAX)
  .optional()
  .meta(
    words(
      'From `X-Next-Cursor` of the page before. Opaque.',
      'Aus `X-Next-Cursor` der Seite davor. Undurchsichtig.',
    ),
  )

const formCodes = LEGAL_FORMS.map(({ code }) => code)

/** The filters of search and list; an absent filter does not restrict. */
export const filterFields = {
  status: listOf(z.enum(STATUSES)).meta(
    words('Only companies with one of these statuses.', 'Nur Unternehmen mit einem dieser Status.'),
  ),
  legal_form: listOf(z.literal(formCodes)).meta(
    words(
      'Only these legal forms, compared as codes: `KG` is not `GmbH & Co. KG`.',
      'Nur diese Rechtsformen, als Kürzel verglichen: `KG` ist nicht `GmbH & Co. KG`.',
    ),
  ),
  register_type: listOf(z.enum(REGISTER_TYPES)).meta(
    words('Only these kinds of register.', 'Nur diese Registerarten.'),
  ),
  register_court: listOf(searchText).meta({
    ...words(
      'Only companies whose register one of these courts keeps today, by name, code or alias. An unknown court finds nothing.',
      'Nur Unternehmen, deren Register heute eines dieser Gerichte führt, nach Name, Kürzel oder anderem Namen. Ein unbekanntes Gericht findet nichts.',
    ),
    example: ['München'],
  }),
  city: listOf(searchText).meta({
    ...words(
      'Only companies with their seat here. The whole value is compared, without regard to case, accents and punctuation, `ü` as `ue`. An unknown city finds nothing.',
      'Nur Unternehmen mit diesem Sitz. Verglichen wird der ganze Wert, ohne Rücksicht auf Groß- und Kleinschreibung, Akzente und Satzzeichen, `ü` wie `ue`. Ein unbekannter Ort findet nichts.',
    ),
    example: ['Köln'],
  }),
}

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).max(FILTER_VALUES_MAX).optional()
}

/** Returns the schema of an integer in a query string, where every value is text. */
export function wholeNumberText(min: number, max: number, fallback: number) {
  return z
    .string()
    .transform((text, context) => {
      const fault = numberFault(text, min, max)
      if (fault === undefined) return Number(text)
      context.addIssue({ code: 'custom', params: { reason: fault } })
      return z.NEVER
    })
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })
}

function numberFault(text: string, min: number, max: number): FaultReason | undefined {
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) return 'type'
  if (Number(text) < min) return 'too_small'
  return Number(text) > max ? 'too_large' : undefined
}
