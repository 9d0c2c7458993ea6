/** Characters that no name and no reason may hold. */

/**
 * Whether the text holds a control character, half a character (a lone surrogate), or one of those that turn the
 * direction of reading (U+061C, U+200E/F, U+202A-202E, U+2066-2069): with them a text is shown as another one than it is.
 */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}|\p{Cs}|\p{Bidi_Control}/u.test(text)
}

/**
 * The text with every control of the direction of reading as an escape (`\u202e`), for terminals and logs: there it is seen and turns
 * nothing. JSON with escapes is the same JSON.
 */
export function escapeBidiControls(text: string): string {
  return text.replace(
    /\p{Bidi_Control}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
