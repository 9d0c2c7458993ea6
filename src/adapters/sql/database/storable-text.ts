const REPLACEMENT = '\ufffd'

/** Returns the text as PostgreSQL can store it: with U+FFFD in place of the character 0 and of half characters. */
export function storableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0')
    ? text
    : text.toWellFormed().replaceAll('\0', REPLACEMENT)
}
