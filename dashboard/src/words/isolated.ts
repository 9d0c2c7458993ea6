/**
 * Isolates texts from the data whose characters change the direction of the text, so that the change ends
 * with the text.
 */

const POP_ISOLATE = '\u2069'
const FIRST_STRONG_ISOLATE = '\u2068'
const ISOLATE_MARKS = /[\u2066-\u2069]/g
/** Directional controls, and letters that are written from right to left. */
const TURNING = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const CONTROLS = /\p{Bidi_Control}/gu

/**
 * Isolates a text for a title or label, where no element is possible, by control characters. Most texts need
 * none and stay unchanged.
 */
export function isolated(text: string): string {
  return TURNING.test(text) ? `${FIRST_STRONG_ISOLATE}${closeIsolates(text)}${POP_ISOLATE}` : text
}

/** Returns JSON with directional controls as escapes, so that they are visible and have no effect. */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Closes every isolate that starts in the text, and removes other ends, which would end the isolate around
 * the text.
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
