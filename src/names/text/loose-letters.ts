/** The loose form of words (`foldLoose`) for hot loops: letters as numbers, in memory that is used again. */
import type { Letters } from './letters.ts'
import { LETTERS_MAX } from './letters.ts'

const [A, E, O, S, U] = [...'aeosu'].map((letter) => letter.charCodeAt(0))

/** Appends what `foldLoose` makes of the folded word: `ae`, `oe`, `ue` are `a`, `o`, `u`, `ss` is `s`. More than `LETTERS_MAX` letters are cut. */
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
