/** Independent noise of hands, ears and machines: single letters and signs. */
import type { Random } from '../../corpus/random.ts'
import type { NoiseFamily } from '../noise.ts'
import { bothWays, inCaseOf, joined, letterPlace, replacedAt, type Swap, split, swapped } from './parts.ts'

/** Rows of a German keyboard; a letter's neighbours are beside it and, shifted by half a key, above and below it. */
const ROWS = ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm']

function neighboursOf(letter: string): string {
  const row = ROWS.findIndex((keys) => keys.includes(letter))
  if (row < 0) return ''
  const at = (ROWS[row] as string).indexOf(letter)
  const above = ROWS[row - 1]?.slice(at, at + 2) ?? ''
  const below = ROWS[row + 1]?.slice(Math.max(0, at - 1), at + 1) ?? ''
  const keys = ROWS[row] as string
  return (keys[at - 1] ?? '') + (keys[at + 1] ?? '') + above + below
}

type Edit = (text: string, random: Random) => string | undefined

/** A neighbouring key instead of the letter, or besides it. */
const neighbourKey: Edit = (text, random) => {
  const place = letterPlace(text, random, (letter) => neighboursOf(letter.toLowerCase()) !== '')
  if (place === undefined) return undefined
  const letter = text[place] as string
  const hit = inCaseOf(letter, random.oneOf([...neighboursOf(letter.toLowerCase())]))
  return random.share() < 0.7
    ? replacedAt(text, place, 1, hit)
    : replacedAt(text, place + 1, 0, hit.toLowerCase())
}

/** Doubled letters lose one most easily, then the unstressed e; else any. */
const dropped: Edit = (text, random) => {
  const isDouble = (letter: string, place: number) => letter.toLowerCase() === text[place - 1]?.toLowerCase()
  const choice = random.share()
  const fit = choice < 0.4 ? isDouble : choice < 0.55 ? (letter: string) => letter === 'e' : () => true
  const place = letterPlace(text, random, fit) ?? letterPlace(text, random)
  return place === undefined ? undefined : replacedAt(text, place, 1, '')
}

/** Consonants after a vowel are doubled by uncertainty, other letters by a key held too long. */
const doubled: Edit = (text, random) => {
  const isAfterVowel = (letter: string, place: number) =>
    /[bdfglmnprst]/.test(letter) && /[aeiouäöü]/i.test(text[place - 1] ?? '') && letter !== text[place + 1]
  const fit = random.share() < 0.6 ? isAfterVowel : () => true
  const place = letterPlace(text, random, fit) ?? letterPlace(text, random)
  return place === undefined ? undefined : replacedAt(text, place, 0, (text[place] as string).toLowerCase())
}

const LEFT_HAND = /[qwertasdfgyxcvb]/i

/** Letters of different hands overtake each other more easily than those of one. */
const overtaken: Edit = (text, random) => {
  const isPair = (letter: string, place: number) => {
    const next = text[place + 1] ?? ''
    return /\p{Ll}/u.test(next) && /\p{Ll}/u.test(letter) && next !== letter
  }
  const isOtherHand = (letter: string, place: number) =>
    isPair(letter, place) && LEFT_HAND.test(letter) !== LEFT_HAND.test(text[place + 1] as string)
  const place = letterPlace(text, random, random.share() < 0.7 ? isOtherHand : isPair)
  if (place === undefined) return undefined
  return replacedAt(text, place, 2, (text[place + 1] as string) + text[place])
}

/** One edit, in a long name two of them now and then. */
function inBody(edit: Edit, share2 = 0.25): NoiseFamily[string] {
  return ({ company, random }) => {
    const { body, form } = split(company.name)
    const first = edit(body, random)
    if (first === undefined) return undefined
    const isTwice = body.length > 16 && random.share() < share2
    return joined((isTwice ? edit(first, random) : undefined) ?? first, form)
  }
}

/** Spellings with one sound in German, or in what Germans make of English and French. */
const BY_EAR: readonly Swap[] = bothWays([
  ['ei', 'ai'],
  ['ei', 'ey'],
  ['eu', 'äu'],
  ['eu', 'oi'],
  ['ä', 'e'],
  ['ü', 'y'],
  ['ie', 'i'],
  ['ih', 'ie'],
  ['ah', 'a'],
  ['oh', 'o'],
  ['eh', 'e'],
  ['ee', 'eh'],
  ['ph', 'f'],
  ['th', 't'],
  ['dt', 't'],
  ['ck', 'k'],
  ['tz', 'z'],
  ['chs', 'x'],
  ['x', 'ks'],
  ['qu', 'kw'],
  ['ca', 'ka'],
  ['co', 'ko'],
  ['cl', 'kl'],
  ['cr', 'kr'],
  ['ce', 'ze'],
  ['ci', 'zi'],
  ['v', 'f'],
  ['v', 'w'],
  ['ß', 'ss'],
  ['sch', 'sh'],
  ['rh', 'r'],
  ['mm', 'm'],
  ['nn', 'n'],
  ['ll', 'l'],
  ['ff', 'f'],
  ['tt', 't'],
  ['ea', 'i'],
  ['oo', 'u'],
])

/** What looks alike in a bad scan. Case matters. */
const SCANNED: readonly Swap[] = [
  ...bothWays([
    ['rn', 'm'],
    ['l', '1'],
    ['I', 'l'],
    ['O', '0'],
    ['S', '5'],
    ['B', '8'],
    ['cl', 'd'],
    ['h', 'b'],
    ['e', 'c'],
    ['u', 'n'],
    ['vv', 'w'],
    ['f', 't'],
    ['ri', 'n'],
    ['G', '6'],
    ['Z', '2'],
  ]),
  ['ü', 'ii'],
  ['ü', 'u'],
  ['ä', 'a'],
  ['ö', 'o'],
  ['ß', 'B'],
  ['fi', 'h'],
  ['g', 'q'],
  ['. ', ' '],
  ['-', '~'],
]

/** Letters of UTF-8 read as Windows-1252, and what other programs put there. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  ä: ['Ã¤', '?', '', '„', 'a¨', '&auml;'],
  ö: ['Ã¶', '?', '', '”', 'o¨', '&ouml;'],
  ü: ['Ã¼', '?', '', '\u0081', 'u¨', '&uuml;'],
  ß: ['ÃŸ', '?', '', 'á', '&szlig;'],
  Ä: ['Ã„', '?', 'Ž'],
  Ö: ['Ã–', '?', '™'],
  Ü: ['Ãœ', '?', 'š'],
}

const PLAIN: Readonly<Record<string, readonly string[]>> = {
  ä: ['ae', 'a', 'e'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u', 'y'],
  ß: ['ss', 's', 'sz'],
  Ä: ['Ae', 'A', 'AE'],
  Ö: ['Oe', 'O', 'OE'],
  Ü: ['Ue', 'U', 'UE'],
}

function mapped(text: string, by: Readonly<Record<string, readonly string[]>>, random: Random) {
  return text.replace(/[äöüßÄÖÜ]/g, (letter) => random.oneOf(by[letter] ?? [letter]))
}

/** The noises of this file by kind. */
export const TYPING_NOISE: NoiseFamily = {
  'independent keyboard neighbours': inBody(neighbourKey),
  'independent letter dropped': inBody(dropped),
  'independent letter doubled': inBody(doubled),
  'independent letters swapped': inBody(overtaken),
  'independent by ear': ({ company, random }) => {
    const { body, form } = split(company.name)
    const heard = swapped(body, BY_EAR, random, { times: 1 + random.below(2) })
    return heard === undefined ? undefined : joined(heard, form)
  },
  'independent ocr': ({ company, random }) => {
    const { body, form } = split(company.name)
    const times = 1 + random.below(body.length > 20 ? 3 : 2)
    const scanned = swapped(body, SCANNED, random, { times, isExact: true })
    return scanned === undefined ? undefined : joined(scanned, form)
  },
  'independent umlauts lost': ({ company: { name }, random }) => {
    const lost = mapped(name, PLAIN, random)
    return lost === name ? undefined : lost
  },
  'independent broken encoding': ({ company: { name }, random }) => {
    const broken = mapped(name, BROKEN, random)
    return broken === name ? undefined : broken
  },
  'independent capitals with noise': ({ company, random }) => {
    const edited = random.oneOf([neighbourKey, dropped, doubled, overtaken])(company.name, random)
    if (edited === undefined) return undefined
    const capitals = mapped(
      edited,
      { ...PLAIN, ß: ['SS'], ä: ['AE', 'Ä'], ö: ['OE', 'Ö'], ü: ['UE', 'Ü'] },
      random,
    )
    return capitals.toUpperCase().replace(/[.,]/g, () => random.oneOf(['', '.', ' ']))
  },
}
