/** The loose form of words (`foldLoose`) as letters in a reusable buffer, for hot loops. */
import type { Letters } from './letters.ts'
import { LETTERS_MAX } from './letters.ts'

const [A, E, O, S, U] = [...'aeosu'].map((letter) => letter.charCodeAt(0))

/**
 * Appends the loose form of the folded word to `to`: `ae`, `oe`, `ue` become `a`, `o`, `u`, and `ss` becomes
 * `s`. Truncates at `LETTERS_MAX` letters.
 */
export function appendLoose({ codes, length, isTruncated }: Letters, to: Letters): void {
  to.isTruncated ||= isTruncated
  for (let i = 0; i < length; i++) {
    if (to.length === LETTERS_MAX) {
      to.isTruncated = true
      return
    }
    const code = codes[i] as number
    to.codes[to.length++] = code
    if (i + 1 < length && isOneLetter(code, codes[i + 1] as number)) i++
  }
}

function isOneLetter(first: number, second: number): boolean {
  if (second === E) return first === A || first === O || first === U
  return first === S && second === S
}
