/** Input fields that search and list share: validation and, in `meta`, texts for the documents. */
import { z } from 'zod'
import type { FaultReason } from '../../core/failure.ts'
import { CURSOR_CHARS_MAX } from '../../core/search/cursor.ts'
import { readSearchText, SEARCH_TEXT_CHARS_MAX, type SearchText } from '../../core/search/search-text.ts'

/** The pattern of a search text in the documents. */
export const SEARCH_TEXT_PATTERN = textPattern()

/** A text as people type it, cleaned. Its length is checked after cleaning, in code points. */
export const searchText = z
  .string()
  .transform((text, context): SearchText => {
    const read = readSearchText(text)
    if ('text' in read) return read.text
    context.addIssue({ code: 'custom', params: { reason: read.fault } })
    return z.NEVER
  })
  .meta({ type: 'string', minLength: 1, pattern: SEARCH_TEXT_PATTERN })

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
export const cursorField = z.string().min(1).max(CURSOR_CHARS_MAX).optional().meta({
  de: '`X-Next-Cursor` der vorigen Seite. Opak.',
  en: '`X-Next-Cursor` of the previous page. Opaque.',
})

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

/** Characters that a short text must not contain, as a class of a pattern: control characters. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'
const SHORT_TEXT = new RegExp(`^[^${CONTROLS}]*$`)
const NOT_BLANK = new RegExp(`^[^\\S${CONTROLS}]*[^${CONTROLS}\\s][^${CONTROLS}]*$`)

/** Returns the schema of a text of one line that is returned unchanged, up to so many UTF-16 units. */
export function shortText(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .regex(SHORT_TEXT)
    .refine(isWhole, { params: { reason: 'encoding' } })
}

/** Returns the schema of a name: as `shortText`, and not blank. */
export function nameText(charsMax: number) {
  return z
    .string()
    .min(1)
    .max(charsMax)
    .regex(NOT_BLANK)
    .refine(isWhole, { params: { reason: 'encoding' } })
}

/** Whether the text contains no half of a character, which a database might change. */
function isWhole(text: string): boolean {
  return text.isWellFormed()
}
