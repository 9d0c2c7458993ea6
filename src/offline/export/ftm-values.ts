/**
 * Texts in the form that FollowTheMoney gives them when it reads entities, so that it changes and refuses none
 * (`followthemoney/types/name.py` and `address.py` of version 4).
 */

/** Longest name and longest address, in code points; longer ones are cut. */
export const NAME_CHARS_MAX = 384
/** See `NAME_CHARS_MAX`. */
export const ADDRESS_CHARS_MAX = 250

/** Soft hyphens, characters without width and other invisible ones, which FollowTheMoney deletes. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2060-\u2064\ufeff]/g
const QUOTED = /^["'](.*)["']$/
const ADDRESS_BREAKS = /<BR\/?>|ESQ\.?,|[\r\n\t;]+/g
const REPEATED_COMMAS = /,\s?[,.]/g

/** Returns a name without the quotes around it. */
export function ftmName(text: string): string {
  const bare = ftmText(ftmText(text).replace(QUOTED, '$1'))
  // Quotes in quotes; a text that consists of them alone stays.
  const isDone = bare === '' || !QUOTED.test(bare)
  return cut(bare === '' ? text : isDone ? bare : ftmName(bare), NAME_CHARS_MAX)
}

/** Returns an address on one line, without repeated commas. */
export function ftmAddress(text: string): string {
  let address = ftmText(text.replace(ADDRESS_BREAKS, ', '))
  for (let before = ''; before !== address; ) {
    before = address
    address = ftmText(address.replace(REPEATED_COMMAS, ', '))
  }
  return cut(address, ADDRESS_CHARS_MAX)
}

/** Returns a text with single blanks and without invisible characters. */
export function ftmText(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : [...text].slice(0, charsMax).join('').trim()
}
