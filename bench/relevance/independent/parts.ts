/** How the independent noise splits a name and chooses places in it; nothing here is shared with the product. */
import type { Random } from '../../corpus/random.ts'

/** A name without its legal form at the end, and the form as written ('' for none). */
export interface Split {
  readonly body: string
  readonly form: string
}

const SINGLE =
  'g?GmbH|mbH|(?:Gesellschaft )?mit beschränkter Haftung|UG ?\\(haftungsbeschränkt\\)|UG|AG|Aktiengesellschaft|SE|KGaA|KG|Kommanditgesellschaft|OHG|oHG|e\\. ?K\\.|e\\. ?Kfm\\.|e\\.K|eK|e\\. ?V\\.|e\\.V|eG|e\\.G\\.|Ltd\\.?|Limited|PartG|Partnerschaft'
const FORM_AT_END = new RegExp(
  `[\\s,]+((?:(?:${SINGLE})\\s*)?(?:&|\\+|und|u\\.) ?Co\\.?,? ?(?:KGaA|KG|oHG|OHG)|${SINGLE})\\s*$`,
  'u',
)

/** Splits a name before its legal form. A name that is nothing but a form has no form. */
export function split(name: string): Split {
  const match = FORM_AT_END.exec(name)
  return match === null || match.index === 0
    ? { body: name, form: '' }
    : { body: name.slice(0, match.index), form: match[1] as string }
}

/** The inverse of `split`. */
export function joined(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a text as they stand between blanks. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

const LETTER = /\p{L}/u
const CAREFUL_FIRST = 0.15

/**
 * Returns a random place of a letter for which `isFit`, in a word of four letters or more. The first letter of a word is
 * seldom chosen: a person sees it and corrects it.
 */
export function letterPlace(
  text: string,
  random: Random,
  isFit: (letter: string, place: number) => boolean = () => true,
): number | undefined {
  const places: { readonly place: number; readonly weight: number }[] = []
  for (const { index, 0: word } of text.matchAll(/\p{L}{4,}/gu)) {
    for (let i = 0; i < word.length; i++) {
      if (isFit(word[i] as string, index + i))
        places.push({ place: index + i, weight: i === 0 ? CAREFUL_FIRST : 1 })
    }
  }
  let left = random.share() * places.reduce((sum, { weight }) => sum + weight, 0)
  for (const { place, weight } of places) {
    left -= weight
    if (left < 0) return place
  }
  return places.at(-1)?.place
}

/** Replaces `length` characters at a place. */
export function replacedAt(text: string, place: number, length: number, by: string): string {
  return text.slice(0, place) + by + text.slice(place + length)
}

/** Gives `letter` the case of `like`. */
export function inCaseOf(like: string, letter: string): string {
  return LETTER.test(like) && like === like.toUpperCase() && like !== like.toLowerCase()
    ? letter.slice(0, 1).toUpperCase() + letter.slice(1)
    : letter
}

/** A replacement of one spelling by another; the first one is matched without regard to case. */
export type Swap = readonly [from: string, to: string]

interface Fit {
  readonly place: number
  readonly swap: Swap
}

/** Makes up to `times` random swaps within the text; `undefined` if none fits. With `isWhole`, `from` must be a whole word. */
export function swapped(
  text: string,
  swaps: readonly Swap[],
  random: Random,
  { times = 1, isWhole = false, isExact = false } = {},
): string | undefined {
  let result: string | undefined
  for (let i = 0; i < times; i++) {
    const now: string = result ?? text
    const fits = fitsOf(now, swaps, isWhole, isExact)
    if (fits.length === 0) break
    const { place, swap } = random.oneOf(fits)
    const [from, to] = swap
    result = replacedAt(now, place, from.length, isExact ? to : inCaseOf(now[place] as string, to))
  }
  return result
}

function fitsOf(text: string, swaps: readonly Swap[], isWhole: boolean, isExact: boolean): Fit[] {
  const among = isExact ? text : text.toLowerCase()
  const fits: Fit[] = []
  for (const swap of swaps) {
    const from = isExact ? swap[0] : swap[0].toLowerCase()
    for (let place = among.indexOf(from); place >= 0; place = among.indexOf(from, place + 1)) {
      const isAlone = !LETTER.test(text[place - 1] ?? '') && !LETTER.test(text[place + from.length] ?? '')
      if (!isWhole || isAlone) fits.push({ place, swap })
    }
  }
  return fits
}

/** Both directions of each pair. */
export function bothWays(pairs: readonly Swap[]): Swap[] {
  return pairs.flatMap(([one, other]): Swap[] => [
    [one, other],
    [other, one],
  ])
}
