/** Control characters, which no name and no reason may contain. */

/**
 * Whether the text contains a control character, a lone surrogate, or a control of the writing direction
 * (U+061C, U+200E/F, U+202A-202E, U+2066-2069). The last ones make a text look like a different one.
 */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}|\p{Cs}|\p{Bidi_Control}/u.test(text)
}

/**
 * Replaces every control of the writing direction, and every control character except line feed and tab, with its
 * escape (`\u202e`), for terminals and logs: the escape is visible, and a terminal does not obey it. Escaped JSON has
 * the same value.
 */
export function escapeControls(text: string): string {
  return text.replace(
    /\p{Bidi_Control}|(?![\n\t])\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
