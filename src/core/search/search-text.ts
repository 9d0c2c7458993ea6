/** The text of a search: validation and normalisation of user input. */

/** Longest text, in code points after normalisation. */
export const SEARCH_TEXT_CHARS_MAX = 500

/**
 * A valid text: NFC, trimmed, 1 to `SEARCH_TEXT_CHARS_MAX` code points, no control characters, no lone
 * surrogates.
 */
export type SearchText = string & { readonly brand: 'SearchText' }

/** The valid text, or its fault. */
export type SearchTextRead =
  | { readonly text: SearchText }
  | { readonly fault: 'control_character' | 'too_short' | 'too_long' }

const BREAKS = /[\t\n\r]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Reads a text and never throws. Tabs and line breaks become spaces; other control characters are a fault.
 */
export function readSearchText(text: string): SearchTextRead {
  const blanked = text.replace(BREAKS, ' ')
  if (CONTROL.test(blanked) || !blanked.isWellFormed()) return { fault: 'control_character' }
  const clean = blanked.normalize('NFC').trim()
  if (clean === '') return { fault: 'too_short' }
  if (isLongerThan(clean, SEARCH_TEXT_CHARS_MAX)) return { fault: 'too_long' }
  return { text: clean as SearchText }
}

/** Whether the text has neither letter nor digit, so that it cannot match any name. */
export function hasNoWords(text: string): boolean {
  return !LETTER_OR_DIGIT.test(text)
}

function isLongerThan(text: string, chars: number): boolean {
  if (text.length <= chars) return false
  return text.length > 2 * chars || [...text].length > chars
}
