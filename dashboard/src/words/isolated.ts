/**
 * Texts of others among ours. Some characters turn the direction of reading: what they turn must end where
 * such a text ends.
 */

const POP_ISOLATE = '\u2069'
const FIRST_STRONG_ISOLATE = '\u2068'
const ISOLATE_MARKS = /[\u2066-\u2069]/g
/** Controls of the direction, and letters that are read from right to left. */
const TURNING = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const CONTROLS = /\p{Bidi_Control}/gu

/**
 * For a title or label, where no element can be: in characters that isolate. Most texts need none and stay as
 * they are.
 */
export function isolated(text: string): string {
  return TURNING.test(text) ? `${FIRST_STRONG_ISOLATE}${closeIsolates(text)}${POP_ISOLATE}` : text
}

/**
 * JSON in which controls of the direction are written as escapes, so that they can be seen and turn nothing.
 */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The text with an end for every isolate that begins in it, and without other ends: one of those would end
 * the isolate around the text.
 */
export function closeIsolates(text: string): string {
  let depth = 0
  const kept = text.replaceAll(ISOLATE_MARKS, (mark) => {
    if (mark === POP_ISOLATE && depth === 0) return ''
    depth += mark === POP_ISOLATE ? -1 : 1
    return mark
  })
  return kept + POP_ISOLATE.repeat(depth)
}
