/** Legal entity identifiers (ISO 17442). */

/** A valid LEI: 20 characters in upper case, of which the last two check the others. */
export type Lei = string & { readonly brand: 'Lei' }

const LEI = /^[0-9A-Z]{18}[0-9]{2}$/
/** Without blanks, or in groups of four. Names have other blanks. */
const GROUPS = /^(?:\S{20}|\S{4}(?: \S{4}){4})$/

/** Returns the LEI that a text is as a whole, in any case, also in groups of four; `undefined` if it is none. */
export function readLei(text: string): Lei | undefined {
  // Nearly all texts are names of another length.
  if (text.length < 20) return undefined
  const line = text.trim()
  if (!GROUPS.test(line)) return undefined
  const lei = line.replaceAll(' ', '').toUpperCase()
  return LEI.test(lei) && remainder(lei) === 1 ? (lei as Lei) : undefined
}

/** Returns the remainder by 97 of the number that the characters form (ISO 7064, MOD 97-10): A = 10 … Z = 35. */
function remainder(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest
}
